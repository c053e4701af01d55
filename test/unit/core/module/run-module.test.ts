import {describe, expect, it} from 'vitest';
import {z} from 'zod';
import type {ModuleRequest} from '../../../../src/core/module/module.ts';
import {type ModuleUse, runModule} from '../../../../src/core/module/run-module.ts';

const USE: ModuleUse = {
  project: 'shop',
  stack: 'prod',
  workspace: 'prod',
  application: 'web',
  accessory: 'db',
  name: 'web-db',
  naming: 'short',
  namespace: 'shop',
  labels: {},
  context: {domain: 'shop.example', AWS_SECRET_ACCESS_KEY: 'ref://aws/key'},
  fields: {},
};

const returning = (generate: (request: ModuleRequest<never>) => unknown, context: readonly string[] = []) => ({
  name: 'x',
  version: '1.0.0',
  description: 'A test.',
  input: z.strictObject({}),
  context,
  generate: generate as never,
});

const secret = (name: string, namespace?: string) => ({apiVersion: 'v1', kind: 'Secret', metadata: {name, namespace}});

const problemsOf = async (returned: unknown, use: Partial<ModuleUse> = {}) => {
  const run = await runModule(
    returning(() => returned),
    {...USE, ...use},
  );
  return 'problems' in run ? run.problems.map(({message}) => message) : [];
};

describe('a module', () => {
  it('a module receives the context keys that it asks for, and no others', async () => {
    const seen: unknown[] = [];
    const run = await runModule(
      returning(
        (request) => {
          seen.push(request.context);
          return {resources: [secret('a')]};
        },
        ['domain'],
      ),
      USE,
    );
    expect(seen).toEqual([{domain: 'shop.example'}]);
    expect(run).toEqual({
      generated: {resources: [{apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}}], patches: [], outputs: {}},
    });
  });

  it('an undeclared output of a module with `outputs` is refused', async () => {
    const module = returning(() => ({resources: [], outputs: {host: 'web', prot: 80}}));
    expect(await runModule(module, USE)).toHaveProperty('generated');
    expect(await runModule({...module, outputs: {host: 'The host.', port: 'The port.'}}, USE)).toEqual({
      problems: [
        expect.objectContaining({
          side: 'module',
          message:
            'module x returned a result that cannot be used: the output `prot` is not in `outputs` of the module',
        }),
      ],
    });
  });

  it('a module that throws is named with its message', async () => {
    const run = await runModule(
      returning(() => {
        throw new Error('no such size');
      }),
      USE,
    );
    expect(run).toEqual({problems: [expect.objectContaining({message: 'module x failed: no such size'})]});
  });

  const circular: Record<string, unknown> = {};
  circular['self'] = circular;

  it.each([
    {name: 'nothing', returned: undefined, want: ['it is undefined']},
    {name: 'a text', returned: 'rubbish', want: ['it must be an object with `resources`']},
    {name: 'no resources', returned: {resource: []}, want: ['did you mean `resources`?', 'must be a list']},
    {name: 'a function', returned: {resources: [() => 1]}, want: ['`resources[0]` is a function']},
    {name: 'not a number', returned: {resources: [{x: Number.NaN}]}, want: ['`resources[0].x` is NaN']},
    {name: 'a date', returned: {resources: [{x: new Date(0)}]}, want: ['`resources[0].x` is a Date']},
    {name: 'a value that contains itself', returned: {resources: [circular]}, want: ['contains itself']},
    {
      name: 'no identity',
      returned: {resources: [{kind: 'Secret'}]},
      want: ['has no `apiVersion` and no `metadata.name`'],
    },
    {
      name: 'a list of objects',
      returned: {resources: [{apiVersion: 'v1', kind: 'List', metadata: {name: 'x'}, items: []}]},
      want: ['return its items'],
    },
    {
      name: 'one object twice',
      returned: {resources: [secret('a'), secret('a')]},
      want: ['`resources[0]` and `resources[1]` are both v1:Secret:a'],
    },
    {
      name: 'an object in another namespace',
      returned: {resources: [secret('a', 'kube-system')]},
      want: ['is in the namespace kube-system; the stack is in shop'],
    },
    {
      name: 'a Terraform resource without an id',
      returned: {resources: [{type: 'Terraform', attributes: {}, extension: {}}]},
      want: ['its `id` is missing', 'unknown field `extension` of `resources[0]`'],
    },
    {
      name: 'a Terraform resource of a wrong shape',
      returned: {resources: [{type: 'Terraform', id: 'a', attributes: [], dependsOn: 'b', extensions: 1}]},
      want: ['`attributes` of', '`dependsOn` of', '`extensions` of'],
    },
    {
      name: 'one Terraform resource twice',
      returned: {resources: ['a', 'a'].map((id) => ({type: 'Terraform', id, attributes: {}}))},
      want: ['`resources[0]` and `resources[1]` are both a'],
    },
    {name: 'a workload', returned: {resources: [], workload: {}}, want: ['an accessory must not return `workload`']},
    {name: 'a bad output name', returned: {resources: [], outputs: {'a.b': 1}}, want: ['the output "a.b"']},
    {
      name: 'a patch of a wrong shape',
      returned: {resources: [], patches: [{label: {}}, {labels: {a: 1}}, {json: {x: [{op: 'set', path: '/a'}]}}]},
      want: ['unknown field `patches[0].label`', '`patches[1].labels`', '`patches[2].json`'],
    },
  ])('a module that returns $name is refused with the reason', async ({returned, want}) => {
    const problems = await problemsOf(returned);
    expect(problems).toEqual(want.map((text) => expect.stringContaining(text)));
    for (const message of problems) expect(message).toMatch(/^module x returned a result that cannot be used: /);
  });

  it('a module that makes a workload names one of its own objects', async () => {
    const workload = {id: 'apps/v1:Deployment:web', name: 'web', selector: {app: 'web'}, ports: []};
    const {accessory: _, ...use} = USE;
    const run = await runModule(
      returning(() => ({resources: [secret('a')], workload})),
      use,
    );
    expect('problems' in run && run.problems[0]?.message).toContain(
      '`workload.id` ("apps/v1:Deployment:web") is the id of none of the `resources`',
    );
  });
});
