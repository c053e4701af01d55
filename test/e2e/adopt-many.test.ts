import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {configMap, deployment, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const MAPS = Array.from({length: 11}, (_, i) => configMap(`settings-${i + 1}`, {a: '1'}, {labels: {app: 'web'}}));
const OTHERS = [...Array.from({length: 3}, (_, i) => deployment(`web-${i + 1}`)), service('web')];
const named = (object: JsonObject): string => (object['metadata'] as {name: string}).name;

onCluster('an adoption of many objects', (cluster) => {
  async function scene(): Promise<{readonly stack: Stack; readonly namespace: string}> {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const within = (object: JsonObject): JsonObject => ({
      ...object,
      metadata: {...(object['metadata'] as JsonObject), namespace},
    });
    for (const object of [...MAPS, ...OTHERS]) await cluster.createAs('kubectl-client-side-apply', within(object));
    const items = [...MAPS.with(0, configMap('settings-1', {a: '2'}, {labels: {app: 'web'}})), ...OTHERS];
    const files = {'manifests/all.yaml': {apiVersion: 'v1', kind: 'List', items}};
    return {namespace, stack: await makeStack({kubeconfigPath: cluster.kubeconfigPath, namespace, files})};
  }

  it('equal reasons are one paragraph in the plan, in the report and in the error', async () => {
    const {stack, namespace} = await scene();
    const {stdout} = await stack.gantry(['preview']);
    const reason =
      'they exist, and this stack does not own them yet; Gantry takes ownership of the fields that kubectl-client-side-apply set; no field changes';
    expect(stdout).toContain('! adopt    14 objects with the same change:\n');
    expect(stdout).toContain(`apps/v1:Deployment:${namespace}: web-1, web-2, web-3`);
    expect(stdout).toContain(
      `blocked: ${reason}; permit with --adopt all, or --adopt with each id, a kind, labels or a glob`,
    );
    expect(stdout.match(/blocked: /g)).toHaveLength(2);
    // An object with a change of a value is not among them.
    expect(stdout).toContain(`! adopt    v1:ConfigMap:${namespace}:settings-1\n`);
    expect(stdout).toContain('data.a: "1" → "2"');
    const markdown = await stack.gantry(['preview', '-o', 'markdown']);
    expect(markdown.stdout).toContain(`! blocked: ${reason}; permit with --adopt all`);
    expect(markdown.stdout.match(/! blocked: /g)).toHaveLength(2);
    const applying = await stack.gantry(['apply', '--yes', '--quiet']);
    expect(applying).toMatchObject({code: 5});
    expect(applying.stderr).toContain(`! 14 objects: ${reason} (--adopt all, or`);
    const permitted = await stack.gantry(['preview', '--adopt', 'all']);
    expect(permitted.stdout).toContain('= adopt    14 objects with the same change:  (they exist, and');
  });

  it.each<{readonly adopt: readonly string[]; readonly want: readonly JsonObject[]}>([
    {adopt: ['Deployment'], want: OTHERS.slice(0, 3)},
    {adopt: ['app=web'], want: MAPS},
    {adopt: ['apps/*', 'services'], want: OTHERS},
    {adopt: ['*:web-?'], want: OTHERS.slice(0, 3)},
  ])('--adopt $adopt permits exactly the selected objects', async ({adopt, want}) => {
    const {stack} = await scene();
    const flags = adopt.flatMap((text) => ['--adopt', text]);
    const {document} = await stack.json<Plan>(['preview', ...flags]);
    const permitted = document.changes.filter(({blocked}) => blocked === undefined).map(({id}) => id.split(':').at(-1));
    expect(permitted.toSorted()).toEqual(want.map(named).toSorted());
  });

  it('the objects are in the order of their numbers', async () => {
    const {stack} = await scene();
    const {document} = await stack.json<Plan>(['preview']);
    const maps = document.changes.map(({id}) => id.split(':').at(-1)).filter((name) => name?.startsWith('settings-'));
    expect(maps).toEqual(MAPS.map(named));
  });

  it('a selector that selects nothing is refused', async () => {
    const {stack} = await scene();
    expect(await stack.gantry(['preview', '--adopt', 'StatefulSet'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--adopt StatefulSet: the stack has no such resource'),
    });
  });

  it('a saved plan keeps the objects that a selector selected', async () => {
    const {stack} = await scene();
    await stack.gantry([
      'preview',
      '--adopt',
      'app=web',
      '--adopt',
      'apps/*',
      '--adopt',
      'Service',
      '--save',
      'plan.json',
    ]);
    expect(await stack.gantry(['apply', 'plan.json', '--yes'])).toMatchObject({code: 0});
    const {document} = await stack.json<Plan>(['preview']);
    expect(document.summary).toMatchObject({unchanged: 15});
  });

  it('in a run over several stacks a selector may select nothing in one of them, and not in all', async () => {
    const {stack, namespace} = await scene();
    const second = {'second/stack.yaml': {name: 'second', workspace: '../workspaces/test.yaml', namespace}};
    await stack.write({
      ...second,
      'project.yaml': {name: 'shop'},
      'second/map.yaml': configMap('second', {a: '1'}),
    });
    const all = ['preview', '--all'];
    expect(await stack.gantry([...all, '--adopt', 'Deployment'])).toMatchObject({code: 0});
    expect(await stack.gantry([...all, '--adopt', 'StatefulSet'])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--adopt StatefulSet: none of these stacks has such a resource'),
    });
  });
});
