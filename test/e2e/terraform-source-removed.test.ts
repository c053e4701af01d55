import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {hasTestProvider, TEST_PROVIDER} from '../rig/terraform-provider.ts';
import {actionsOf, terraformData, terraformId} from '../rig/terraform-stack.ts';
import {objectModule, terraformDirectory} from './support/terraform-directory.ts';

const [USER, OTHER] = [terraformId('user'), terraformId('other')];
const OBJECT = 'test:gantrytest:gantrytest_object:own';

const codeOf = (address: string): string => `${objectModule(address)}
resource "gantrytest_object" "queue" {
  for_each = toset(["a", "b"])
  name     = each.key
}
resource "gantrytest_object" "topic" {
  name = "topic-\${gantrytest_object.queue["a"].id}"
}
`;

/** A stack with a source whose files configure the provider, and two resources of a spec beside it. */
async function openStack(more = '') {
  const {stack, env, server, run} = await terraformDirectory();
  const write = (sources: readonly object[], input: string) =>
    stack.write({
      'web/stack.yaml': {name: 'web', sources},
      'web/spec.yaml': {resources: [terraformData('user', {input}), terraformData('other', {input: 'same'})]},
    });
  await stack.write({'web/code/main.tf': `${codeOf(server.address)}${more}`});
  return {
    server,
    run,
    with: (input: string) => write([{terraform: 'code'}, {spec: 'spec.yaml'}], input),
    without: (input: string) => write([{spec: 'spec.yaml'}], input),
    code: (text: string) => stack.write({'web/code/main.tf': text}),
    withSource: (...resources: readonly object[]) =>
      stack.write({
        'web/stack.yaml': {name: 'web', sources: [{terraform: 'code'}, {spec: 'spec.yaml'}]},
        'web/spec.yaml': {resources},
      }),
    apply: (...args: readonly string[]) => run('apply', '--yes', '-C', 'web', ...args),
    actions: async (...args: readonly string[]) => {
      const {document} = await stack.json<Plan>(['preview', '-C', 'web', '-w', 'test', ...args], {env});
      return actionsOf(document);
    },
  };
}

const OUTPUT = 'output "topic" {\n  value = gantrytest_object.topic.id\n}\n';

describe.runIf(hasTestProvider())('with the terraform of this machine and the test provider', () => {
  it('a removed source is deleted by its own providers, with the permissions, and other resources stay', async () => {
    const {server, run, apply, actions, ...stack} = await openStack(OUTPUT);
    await stack.with('${ref:terraform:output#topic}');
    const applied = await apply();
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect(server.objects.size).toBe(3);

    await stack.without('alone');
    expect(await actions()).toEqual({
      'gantrytest_object.queue["a"]': 'delete',
      'gantrytest_object.queue["b"]': 'delete',
      'gantrytest_object.topic': 'delete',
      'terraform:output': 'delete',
      [USER]: 'update',
      [OTHER]: 'unchanged',
    });
    expect(await actions('--target', USER)).toEqual({[USER]: 'update'});
    const blocked = await apply();
    expect(blocked.code).toBeGreaterThan(0);
    expect(blocked.stderr).toContain('--allow-delete');
    expect(server.objects.size).toBe(3);

    // One of the deletions fails: everything else is recorded, and the next run goes on.
    server.at(async ({method, phase, name}) => {
      if (method === 'DELETE' && phase === 'before' && name === 'b') return 'refuse';
      return undefined;
    });
    expect((await apply('--allow-delete', 'all')).code).toBeGreaterThan(0);
    expect(await actions()).toMatchObject({'gantrytest_object.queue["b"]': 'delete', [USER]: 'unchanged'});
    server.at(async () => undefined);
    const removed = await apply('--allow-delete', 'all');
    expect(removed, removed.stderr).toMatchObject({code: 0});
    expect(server.objects.size).toBe(0);
    expect(await actions()).toEqual({[USER]: 'unchanged', [OTHER]: 'unchanged'});
    const drift = await run('drift', '-C', 'web');
    expect(drift, drift.stderr).toMatchObject({code: 0});

    await stack.with('again ${ref:terraform:output#topic}');
    expect(await apply()).toMatchObject({code: 0});
    expect(server.objects.size).toBe(3);
    const destroyed = await run('destroy', '--yes', '-C', 'web', '--allow-delete', 'all');
    expect(destroyed, destroyed.stderr).toMatchObject({code: 0});
    expect(server.objects.size).toBe(0);
  }, 240_000);

  it('a removed source is deleted beside a resource that keeps the value of its output', async () => {
    const {server, run, apply, actions, ...stack} = await openStack(OUTPUT);
    await stack.with('${ref:terraform:output#topic}');
    expect(await apply()).toMatchObject({code: 0});
    const value = (await run('output', 'topic', '-C', 'web')).stdout.trim();
    await stack.without(value);
    expect(await actions()).toMatchObject({[USER]: 'unchanged', 'gantrytest_object.topic': 'delete'});
    const removed = await apply('--allow-delete', 'all');
    expect(removed, removed.stderr).toMatchObject({code: 0});
    expect(server.objects.size).toBe(0);
    expect(await actions()).toEqual({[USER]: 'unchanged', [OTHER]: 'unchanged'});
  }, 240_000);

  it('a part of a source is planned beside resources of a provider that only they use', async () => {
    const {apply, actions, ...stack} = await openStack();
    await stack.code('resource "terraform_data" "alone" {\n  input = "small"\n}\n');
    await stack.withSource();
    expect(await apply()).toMatchObject({code: 0});
    await stack.withSource({
      id: OBJECT,
      type: 'Terraform',
      attributes: {name: 'own'},
      extensions: {
        provider: `${TEST_PROVIDER}/1.0.0`,
        resourceType: 'gantrytest_object',
        providerRef: 'gantrytest.main',
      },
    });
    const applied = await apply();
    expect(applied, applied.stderr).toMatchObject({code: 0});
    await stack.code('resource "terraform_data" "alone" {\n  input = "large"\n}\n');
    expect(await actions('--exclude', OBJECT)).toEqual({
      'terraform_data.alone': 'update',
      'terraform:output': 'unchanged',
    });
    const part = await apply('--exclude', OBJECT);
    expect(part, part.stderr).toMatchObject({code: 0});
  }, 240_000);

  it('a source without outputs stays unchanged', async () => {
    const {apply, actions, ...stack} = await openStack();
    await stack.with('alone');
    expect(await apply()).toMatchObject({code: 0});
    expect(Object.entries(await actions()).filter(([, action]) => action !== 'unchanged')).toEqual([]);
  }, 120_000);
});
