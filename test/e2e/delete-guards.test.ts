import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack, type StackOptions} from '../rig/stack.ts';

const maps = (count: number): readonly JsonObject[] =>
  Array.from({length: count}, (_, i) => configMap(`m${i}`, {a: String(i)}));

onCluster('a plan that deletes much', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack that holds ten objects, and whose files have so many left. */
  async function shrunk(left: number, options: StackOptions = {}): Promise<Stack & {namespace: string}> {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      ...options,
      files: {...options.files, ...manifests(...maps(10))},
    });
    await applied(stack);
    await stack.write(left === 0 ? {'manifests/all.yaml': '# nothing\n'} : manifests(...maps(left)));
    return {...stack, namespace};
  }

  const summaryOf = async (stack: Stack, args: readonly string[] = []) =>
    (await stack.json<Plan>(['preview', ...args])).document.summary;

  it('a plan that deletes much is shown as blocked, is refused, and runs with --allow-delete all', async () => {
    const stack = await shrunk(4);
    const shown = await stack.json<Plan>(['preview', '--exit-code']);
    expect(shown).toMatchObject({code: 2, document: {summary: {delete: 6, blocked: 6}}});
    expect(shown.document.changes.find(({action}) => action === 'delete')?.blocked).toMatchObject({
      because: 'the plan deletes 6 of the 10 objects of the stack (60 %), and more than 30 % needs your confirmation',
    });
    const text = (await stack.gantry(['preview'])).stdout;
    expect(text.match(/6 of the 10 objects/g), 'said once for all').toHaveLength(1);
    expect(text).toContain('m4, m5, m6, m7, m8, m9');
    expect(text).toContain('gantry apply --allow-delete all');

    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining('--allow-delete all')});
    expect(
      await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace: stack.namespace, name: 'm9'}),
    ).toBeDefined();
    await applied(stack, ['--allow-delete', 'all']);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it.each([
    {name: 'by the name of the stack', typed: 'shop\n', code: 0},
    {name: 'not by a yes', typed: 'y\n', code: 1},
  ])('a terminal permits a plan that deletes much $name', async ({typed, code}) => {
    const stack = await shrunk(4);
    const ran = await stack.gantry(['apply'], {typed});
    expect(ran, ran.stderr).toMatchObject({code});
    expect(ran.stderr).toContain('This permanently deletes 6 objects of stack shop');
    expect(await summaryOf(stack)).toMatchObject({delete: code === 0 ? 0 : 6});
  });

  it('a small target and deletions that are permitted by name need no permission of the guard', async () => {
    const stack = await shrunk(4);
    expect(await summaryOf(stack, ['--target', '*:m8', '--target', '*:m9'])).toMatchObject({delete: 2, blocked: 0});
    const named = ['m4', 'm5'].flatMap((name) => ['--allow-delete', `v1:ConfigMap:${stack.namespace}:${name}`]);
    expect(await summaryOf(stack, named)).toMatchObject({delete: 6, blocked: 0});
    expect(await summaryOf(stack, ['--exclude', '*:m9'])).toMatchObject({delete: 5, blocked: 5});
  });

  it.each([
    {name: 'the stack may loosen the default', stack: {maxDeletePercent: 60}, workspace: {}, left: 4, blocked: 0},
    {
      name: 'a workspace is stricter than its stack',
      stack: {maxDeletePercent: 100},
      workspace: {maxDeletePercent: 10, minDeletes: 2},
      left: 8,
      blocked: 2,
    },
    {
      name: 'a stack is stricter than its workspace',
      stack: {minDeletes: 1, maxDeletePercent: 0},
      workspace: {maxDeletePercent: 90},
      left: 9,
      blocked: 1,
    },
  ])('$name', async ({stack: own, workspace, left, blocked}) => {
    const stack = await shrunk(left);
    await stack.write({
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace: stack.namespace,
        guards: own,
        sources: [{manifests: 'manifests/**/*'}],
      },
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfigPath}, guards: workspace},
    });
    expect(await summaryOf(stack)).toMatchObject({delete: 10 - left, blocked});
  });

  it('a rollback reads no files, and uses the recorded guards of the stack', async () => {
    const stack = await makeStack({kubeconfigPath});
    const namespace = cluster.freshNamespace();
    const show = (count: number) =>
      stack.write({
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          guards: {minDeletes: 1, maxDeletePercent: 0},
          sources: [{manifests: 'manifests/**/*'}],
        },
        ...manifests(...maps(count)),
      });
    await show(1);
    await applied(stack);
    await show(2);
    await applied(stack);
    const refused = await stack.gantry(['release', 'rollback', '--yes']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining('1 of the 2 objects')});
    expect(await stack.gantry(['release', 'rollback', '--yes', '--allow-delete', 'all'])).toMatchObject({code: 0});
    expect((await stack.json(['release', 'show'])).document).toMatchObject({
      guards: {minDeletes: 1, maxDeletePercent: 0},
    });
  });

  it('a saved plan stays blocked, and keeps the permission that it was saved with', async () => {
    const stack = await shrunk(4);
    await stack.gantry(['preview', '--save', 'blocked.plan']);
    expect(await stack.gantry(['apply', 'blocked.plan'])).toMatchObject({code: 5});
    await stack.gantry(['preview', '--save', 'permitted.plan', '--allow-delete', 'all']);
    expect(await stack.gantry(['apply', 'permitted.plan'])).toMatchObject({code: 0});
  });

  it('an empty spec is refused without --allow-empty, and with it the guard still applies', async () => {
    const stack = await shrunk(0);
    for (const args of [['preview'], ['apply', '--yes'], ['apply', '--yes', '--allow-delete', 'all']]) {
      const refused = await stack.gantry(args);
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain('contains no resources');
      expect(refused.stderr).toMatch(/`gantry destroy`.*--allow-empty/);
    }
    expect(await stack.gantry(['apply', '--yes', '--allow-empty'])).toMatchObject({code: 5});
    await stack.gantry(['preview', '--save', 'empty.plan', '--allow-empty', '--allow-delete', 'all']);
    expect(await stack.gantry(['apply', 'empty.plan'])).toMatchObject({code: 0});
    expect((await stack.gantry(['resource', 'list'])).stdout).toContain('0 resources');
  });

  it('guards that are not numbers are refused at their line', async () => {
    const stack = await makeStack({
      files: {'stack.yaml': 'name: shop\nguards:\n  maxDeletePercent: 130\n  minDeletes: 0\n  maxDelete: 3\n'},
    });
    const {code, stderr} = await stack.gantry(['validate']);
    expect(code).toBe(3);
    for (const line of ['stack.yaml:3', 'stack.yaml:4', 'stack.yaml:5']) expect(stderr).toContain(line);
  });
});
