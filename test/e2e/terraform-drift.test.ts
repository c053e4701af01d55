import {describe, expect, it} from 'vitest';
import type {DriftReport} from '../../src/app/detect-drift.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {hasTestProvider} from '../rig/terraform-provider.ts';
import {terraformDirectory} from './support/terraform-directory.ts';

const objectId = (name: string): string => `test:gantrytest:gantrytest_object:${name}`;

/** A stack with an applied object of the test provider, which others then change at the server. */
async function driftingStack() {
  const {server, stack, env, run} = await terraformDirectory();
  const write = (attributes: Readonly<Record<string, string>>) =>
    stack.write({
      'web/stack.yaml': {name: 'web', sources: [{spec: 'spec.yaml'}]},
      'web/spec.yaml': {
        resources: [
          {
            id: objectId('a'),
            type: 'Terraform',
            attributes: {name: 'a', ...attributes},
            extensions: {
              provider: 'gantry.invalid/test/gantrytest/1.0.0',
              resourceType: 'gantrytest_object',
              providerRef: 'gantrytest.main',
            },
          },
        ],
      },
    });
  const ran = async (code: number, ...args: readonly string[]) => {
    const found = await run('-C', 'web', ...args);
    expect(found, `${args.join(' ')}: ${found.stdout}${found.stderr}`).toMatchObject({code});
    return found;
  };
  await write({size: 'small'});
  await ran(0, 'apply', '--yes');
  const only = () => [...server.objects][0] ?? ['', {}];
  return {
    server,
    write,
    ran,
    /** Changes the object as somebody else would. */
    edit: (fields: Readonly<Record<string, string>>) => {
      const [id, object] = only();
      server.objects.set(id, {...object, ...fields});
    },
    object: () => only()[1],
    preview: async () => (await stack.json<Plan>(['preview', '-C', 'web', '-w', 'test'], {env})).document,
    drift: async () => (await stack.json<DriftReport>(['drift', '-C', 'web', '-w', 'test'], {env})).document.stacks[0],
  };
}

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  it('a resource that somebody changed at its provider has drifted until the next apply', async () => {
    const {edit, preview, drift, ran, object} = await driftingStack();
    await ran(0, 'drift', '--exit-code');
    edit({size: 'by hand'});
    expect((await preview()).changes).toMatchObject([
      {
        id: objectId('a'),
        action: 'update',
        fields: expect.arrayContaining([{path: 'size', before: 'by hand', after: 'small', cause: 'drift'}]),
      },
    ]);
    const found = await ran(2, 'drift', '--exit-code');
    expect(found.stdout).toContain('size');
    expect(await drift()).toMatchObject({
      summary: {changed: 1},
      objects: [{id: objectId('a'), drift: 'changed', fields: [{path: 'size', before: 'by hand', after: 'small'}]}],
    });
    await ran(0, 'apply', '--yes');
    expect(object()).toMatchObject({size: 'small'});
    await ran(0, 'drift', '--exit-code');
    expect((await preview()).changes).toMatchObject([{action: 'unchanged'}]);
  });

  it('a resource that was deleted at its provider is created again', async () => {
    const {server, preview, drift, ran, object} = await driftingStack();
    server.objects.clear();
    expect((await preview()).changes).toMatchObject([
      {id: objectId('a'), action: 'create', reason: 'it was deleted outside of Gantry'},
    ]);
    await ran(2, 'drift', '--exit-code');
    expect(await drift()).toMatchObject({summary: {deleted: 1}});
    await ran(0, 'apply', '--yes');
    expect(object()).toMatchObject({name: 'a', size: 'small'});
    await ran(0, 'drift', '--exit-code');
  });

  it('files that take over what somebody changed end the drift, and nothing is sent to the provider', async () => {
    const {server, edit, write, preview, ran, object} = await driftingStack();
    edit({size: 'by hand', serial: '77'});
    await write({size: 'by hand'});
    expect((await preview()).changes).toMatchObject([{id: objectId('a'), action: 'unchanged'}]);
    const requests = server.bodies.length;
    await ran(0, 'apply', '--yes');
    expect(server.bodies).toHaveLength(requests);
    expect(object()).toMatchObject({serial: '77'});
    await ran(0, 'drift', '--exit-code');
    expect((await preview()).changes).toMatchObject([{action: 'unchanged'}]);
  });

  it('values that a provider changes by itself are recorded only by --refresh', async () => {
    const {server, edit, preview, ran, object} = await driftingStack();
    edit({serial: '77'});
    const plan = await preview();
    expect(plan.changes).toMatchObject([{id: objectId('a'), action: 'unchanged'}]);
    expect(plan.changes[0]).not.toHaveProperty('refreshed');
    expect((await ran(0, 'apply', '--yes')).stdout).toContain('Nothing to do');
    await ran(2, 'drift', '--exit-code');

    const shown = await ran(0, 'preview', '--refresh');
    expect(shown.stdout).toContain('it was changed at its provider: the release gets these values');
    const requests = server.bodies.length;
    await ran(0, 'preview', '--refresh', '--save', 'plan.json');
    await ran(0, 'apply', 'plan.json');
    expect(server.bodies).toHaveLength(requests);
    expect(object()).toMatchObject({serial: '77', size: 'small'});
    await ran(0, 'drift', '--exit-code');
    expect((await ran(0, 'preview', '--refresh')).stdout).toContain('No changes');
    expect((await ran(0, 'release', 'list')).stdout.match(/succeeded/g)).toHaveLength(2);
  });
});
