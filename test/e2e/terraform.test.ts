import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {canary, everythingWritten, leaks} from '../rig/canaries.ts';
import type {Cluster} from '../rig/cluster.ts';
import {atEndOfTest} from '../rig/end-of-test.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {ageIdentity} from '../rig/sealed-backend.ts';
import {makeStack} from '../rig/stack.ts';
import {hasTerraform, testedTerraform} from '../rig/terraform.ts';

const terraformId = (name: string): string => `terraform:builtin:terraform_data:${name}`;

const resource = (name: string, attributes: JsonObject, dependsOn: readonly string[] = []): JsonObject => ({
  id: terraformId(name),
  type: 'Terraform',
  attributes,
  dependsOn: [...dependsOn],
  extensions: {provider: 'terraform.io/builtin/terraform', resourceType: 'terraform_data'},
});

/** A Service, a resource that takes its address, a second one that takes a value of the first, and a Deployment that takes that one's. */
async function openStack(cluster: Cluster, {isSealed = true} = {}) {
  const namespace = cluster.freshNamespace('tf');
  const ids = {
    service: `v1:Service:${namespace}:web`,
    queue: terraformId('queue'),
    alarm: terraformId('alarm'),
    app: `apps/v1:Deployment:${namespace}:web`,
  };
  const age = await ageIdentity();
  const password = canary('password of the queue');
  const terraform = await testedTerraform();
  atEndOfTest(terraform.close);
  const stack = await makeStack({
    kubeconfigPath: cluster.kubeconfigPath,
    namespace,
    files: {
      'stack.yaml': {name: 'shop', workspace: 'test', namespace, sources: [{spec: 'spec.yaml'}]},
      'project.yaml': {
        name: 'shop',
        backend: {
          local: {path: 'state'},
          ...(isSealed ? {encryption: {age: {recipients: [age.recipient]}}} : {}),
        },
      },
    },
  });
  const kubernetes = (id: string, attributes: JsonObject): JsonObject => ({id, type: 'Kubernetes', attributes});
  const spec = ({
    size = 'small',
    ...more
  }: {
    readonly size?: string;
    readonly place?: string;
    readonly extra?: JsonObject;
  } = {}) => ({
    resources: [
      kubernetes(ids.service, {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: {name: 'web', namespace},
        spec: {selector: {app: 'web'}, ports: [{port: 80}]},
      }),
      resource('queue', {
        input: {address: `\${ref:${ids.service}#spec.clusterIP}`, size, password, literal: 'a ${literal} %{text}'},
        ...(more.place === undefined ? {} : {triggers_replace: more.place}),
      }),
      resource('alarm', {input: `of \${ref:${ids.queue}#id}`}),
      ...(more.extra === undefined ? [] : [more.extra]),
      kubernetes(ids.app, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: {name: 'web', namespace},
        spec: {
          selector: {matchLabels: {app: 'web'}},
          template: {
            metadata: {labels: {app: 'web'}},
            spec: {
              containers: [
                {
                  name: 'web',
                  image: 'nginx:1.27',
                  env: [
                    {name: 'ALARM', value: `\${ref:${ids.alarm}#output}`},
                    {name: 'SIZE', value: `\${ref:${ids.queue}#output.size}`},
                  ],
                },
              ],
            },
          },
        },
      }),
    ],
  });
  const write = (more?: Parameters<typeof spec>[0]) => stack.write({'spec.yaml': spec(more)});
  await write();
  const env = {...terraform.env, GANTRY_AGE_KEY: age.key};
  const live = async (kind: 'Service' | 'Deployment') =>
    (await cluster.get({apiVersion: kind === 'Service' ? 'v1' : 'apps/v1', kind, namespace, name: 'web'})) as
      | {readonly spec: JsonObject}
      | undefined;
  return {
    ids,
    stack,
    env,
    password,
    write,
    calls: terraform.calls,
    memory: terraform.memory,
    run: (...args: readonly string[]) => stack.gantry(args, {env}),
    apply: (...args: readonly string[]) => stack.gantry(['apply', '--yes', '--no-wait', ...args], {env}),
    preview: async (...args: readonly string[]) => (await stack.json<Plan>(['preview', ...args], {env})).document,
    clusterIp: async () => (await live('Service'))?.spec['clusterIP'],
    exists: live,
    variables: async (): Promise<Readonly<Record<string, string>>> => {
      const app = await live('Deployment');
      const template = app?.spec['template'] as unknown as {
        spec: {containers: {env: {name: string; value: string}[]}[]};
      };
      return Object.fromEntries((template?.spec.containers[0]?.env ?? []).map(({name, value}) => [name, value]));
    },
  };
}

const actionsOf = ({changes}: Plan) => Object.fromEntries(changes.map(({id, action}) => [id, action]));
const fieldsOf = ({changes}: Plan, id: string) => changes.find((change) => change.id === id)?.fields ?? [];

describe.runIf(hasTerraform())('with the terraform of this machine', () => {
  onCluster('a stack with Terraform resources', (cluster) => {
    it('values pass both ways, and an apply makes what the preview showed', async () => {
      const {ids, apply, preview, clusterIp, variables, calls} = await openStack(cluster);
      const plan = await preview();
      expect(new Set(Object.values(actionsOf(plan)))).toEqual(new Set(['create']));
      expect(fieldsOf(plan, ids.queue)).toContainEqual({path: 'input.address', unknown: true, cause: 'reference'});
      expect(fieldsOf(plan, ids.queue)).toContainEqual({
        path: 'input.literal',
        after: 'a ${literal} %{text}',
        cause: 'spec',
      });
      expect(fieldsOf(plan, ids.app).filter(({unknown}) => unknown === true).length).toBeGreaterThan(0);
      expect(JSON.stringify(plan)).not.toContain('timestamp');

      const applied = await apply();
      expect(applied, applied.stderr).toMatchObject({code: 0});
      const found = await variables();
      expect(found['SIZE']).toBe('small');
      expect(found['ALARM']).toMatch(/^of [0-9a-f-]{36}$/);
      expect(await clusterIp()).toMatch(/^[0-9a-f.:]+$/);

      const before = calls().length;
      const again = await preview();
      expect(new Set(Object.values(actionsOf(again)))).toEqual(new Set(['unchanged']));
      expect(
        calls()
          .slice(before)
          .map((line) => line.split(' ')[0]),
      ).toEqual(['plan']);
    });

    it('a change is applied to what depends on it, a replacement needs its flag, and a rollback restores', async () => {
      const {ids, write, apply, preview, variables, run} = await openStack(cluster);
      expect(await apply()).toMatchObject({code: 0});
      await write({size: 'large'});
      expect(fieldsOf(await preview(), ids.queue)).toEqual([
        {path: 'input.size', before: 'small', after: 'large', cause: 'spec'},
      ]);
      expect(await apply()).toMatchObject({code: 0});
      expect((await variables())['SIZE']).toBe('large');

      await write({size: 'large', place: 'north'});
      const blocked = (await preview()).changes.find(({id}) => id === ids.queue);
      expect(blocked).toMatchObject({action: 'replace', blocked: {needs: `--allow-replace ${ids.queue}`}});
      expect(blocked?.fields).toContainEqual(
        expect.objectContaining({path: 'triggers_replace', forcesReplacement: true}),
      );
      expect(await apply()).toMatchObject({code: 5});
      const alarm = (await variables())['ALARM'];
      const replaced = await apply('--allow-replace', ids.queue);
      expect(replaced, replaced.stderr).toMatchObject({code: 0});
      expect((await variables())['ALARM']).not.toBe(alarm);

      const back = await run('release', 'rollback', '--to', '1', '--yes', '--no-wait', '--allow-replace', ids.queue);
      expect(back, back.stderr).toMatchObject({code: 0});
      expect((await variables())['SIZE']).toBe('small');
    });

    it('destroy deletes in the order of the whole graph, and drift is reported before', async () => {
      const {ids, apply, run, stack, env, exists} = await openStack(cluster);
      expect(await apply()).toMatchObject({code: 0});
      const drift = await stack.json<{
        readonly stacks: readonly {readonly objects: readonly {id: string; drift: string}[]}[];
      }>(['drift'], {env});
      const found = Object.fromEntries(drift.document.stacks[0]?.objects.map((one) => [one.id, one.drift]) ?? []);
      expect(found).toMatchObject({[ids.queue]: 'none', [ids.alarm]: 'none'});
      const destroyed = await run('destroy', '--yes', '--no-wait');
      expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
      const order = [...destroyed.stderr.matchAll(/^deleted +(\S+)/gm)].map(([, id]) => id);
      expect(order).toEqual([ids.app, ids.alarm, ids.queue, ids.service]);
      expect(await exists('Service')).toBeUndefined();
      expect((await run('release', 'show', '-o', 'json')).stdout).not.toContain('"address"');
    });

    it('a rekey seals the state again, and a check of the backend opens it', async () => {
      const {apply, preview, run} = await openStack(cluster);
      expect(await apply()).toMatchObject({code: 0});
      const rekeyed = await run('backend', 'rekey', '--yes');
      expect(rekeyed, rekeyed.stderr).toMatchObject({code: 0});
      const verified = await run('backend', 'verify');
      expect(verified, verified.stderr).toMatchObject({code: 0});
      expect(new Set(Object.values(actionsOf(await preview())))).toEqual(new Set(['unchanged']));
    });

    it('a failed resource stops only what needs it, and the next run goes on', async () => {
      const {ids, write, apply, preview, variables} = await openStack(cluster);
      await write({extra: resource('bad', {input: 'x'})});
      const failed = await apply();
      expect(failed).toMatchObject({code: 6});
      expect(`${failed.stdout}${failed.stderr}`).toContain('local-exec');
      expect((await variables())['SIZE']).toBe('small');
      await write();
      expect(actionsOf(await preview())).toMatchObject({[terraformId('bad')]: 'delete', [ids.queue]: 'unchanged'});
      expect(await apply()).toMatchObject({code: 0});
    });

    it('no secret is in an output, a release, a document of the backend or a directory', async () => {
      const {password, apply, preview, run, stack, memory} = await openStack(cluster);
      const said = [await preview(), await apply(), await preview(), await run('release', 'show', '-o', 'json')];
      said.push(await run('drift', '-o', 'json'), await run('resource', 'list', '-o', 'json'));
      expect(said.map((one) => leaks(JSON.stringify(one), {password}))).toEqual(said.map(() => []));
      expect(JSON.stringify(said)).not.toContain(password);
      const written = [
        ...(await everythingWritten(join(stack.dir, 'state'))),
        ...(await everythingWritten(stack.home)),
      ];
      expect(written.map(([file]) => file)).toContainEqual(expect.stringMatching(/terraform\/.*state/));
      expect(written.flatMap(([, text]) => leaks(text, {password}))).toEqual([]);
      const left = await readdir(join(memory, `gantry-terraform-${process.getuid?.()}`));
      expect(left).toEqual([]);
    });

    it.each([
      {what: 'a missing program', env: {GANTRY_TERRAFORM: '/nowhere/terraform'}, says: '/nowhere/terraform'},
      {
        what: 'a program that is not terraform',
        env: {GANTRY_TERRAFORM: process.execPath},
        says: 'did not report its version',
      },
    ])('$what is refused before anything is read', async ({env: wrong, says}) => {
      const {stack, env} = await openStack(cluster);
      const refused = await stack.gantry(['preview'], {env: {...env, ...wrong}});
      expect(refused).toMatchObject({code: 5});
      expect(refused.stderr).toContain(says);
    });

    it('a backend without encryption is refused, with the way to declare it', async () => {
      const {run} = await openStack(cluster, {isSealed: false});
      const refused = await run('preview');
      expect(refused).toMatchObject({code: 5});
      expect(refused.stderr).toContain('gantry backend rekey');
    });

    it('an argument that is not supported is refused by name', async () => {
      const {write, run} = await openStack(cluster);
      await write({extra: resource('lived', {input: 'x', provisioner: [{'local-exec': {command: 'true'}}]})});
      const refused = await run('preview');
      expect(refused).toMatchObject({code: 3});
      expect(refused.stderr).toContain('`provisioner`');
      await write();
    });
  });
});
