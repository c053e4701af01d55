import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject} from '../rig/project.ts';

type Several = {readonly stacks: readonly {readonly stack: string; readonly result: Plan}[]};
type Meta = {
  readonly uid: string;
  readonly generation?: number;
  readonly annotations: Readonly<Record<string, string>>;
};

onCluster('a renamed stack', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function project() {
    const namespace = cluster.freshNamespace();
    const value = `\${ref:stack:shop/base#v1:ConfigMap:${namespace}:settings#data.size}`;
    const stacks = {
      base: {manifests: {settings: configMap('settings', {size: '3'}), app: deployment('app')}},
      web: {head: {dependsOn: ['base']}, manifests: {web: configMap('web', {size: value})}},
    };
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    const metaOf = async (apiVersion: string, kind: string, name: string) =>
      (await cluster.get({apiVersion, kind, namespace, name}))?.['metadata'] as unknown as Meta;
    const objects = async () =>
      Promise.all([
        metaOf('apps/v1', 'Deployment', 'app'),
        metaOf('v1', 'ConfigMap', 'settings'),
        metaOf('v1', 'ConfigMap', 'web'),
      ]);
    await applied(made, ['--all']);
    return {made, namespace, objects};
  }
  /** The object, and the number of rollouts of its pods. */
  const identity = ({uid, annotations}: Meta) => [uid, annotations['deployment.kubernetes.io/revision']];
  const read = (dir: string, file: string): Promise<string> => readFile(join(dir, file), 'utf8');

  it('rename keeps all objects and pods, and the next apply only updates the annotation with the name', async () => {
    const {made, objects} = await project();
    const before = await objects();
    const renamed = await made.gantry(['stack', 'rename', 'base', 'core', '--yes']);
    expect(renamed, renamed.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('The stack shop/base was renamed to core, with 1 release history.'),
    });
    expect(await read(made.dir, 'web/manifests/web.yaml')).toContain('ref:stack:shop/core#');
    expect(await objects()).toEqual(before);

    const {document} = await made.json<Several>(['preview', '--all']);
    const changes = document.stacks.flatMap(({result}) => result.changes);
    expect(changes.filter(({action}) => action !== 'unchanged' && action !== 'update')).toEqual([]);
    const paths = new Set(changes.flatMap(({fields}) => fields.map(({path}) => path)));
    expect([...paths]).toEqual(['metadata.annotations["gantry.dev/stack"]']);
    await applied(made, ['--all']);
    const after = await objects();
    expect(after.map(identity)).toEqual(before.map(identity));
    expect(after.map(({annotations}) => annotations['gantry.dev/stack'])).toEqual([
      'shop/core/test',
      'shop/core/test',
      'shop/web/test',
    ]);
    expect(await made.gantry(['preview', '--all', '--exit-code'])).toMatchObject({code: 0});
    const log = await made.json<{releases: readonly JsonObject[]}>(['release', 'list', '-s', 'core']);
    expect(log.document.releases).toHaveLength(2);
    expect(await made.gantry(['drift', '-s', 'core', '--exit-code'])).toMatchObject({code: 0});
    expect(await made.gantry(['destroy', '--all', '--yes'])).toMatchObject({code: 0});
    expect(await objects()).toEqual([undefined, undefined, undefined]);
  });

  it('a checkout with the old name changes nothing, and the error names the cause', async () => {
    const {made, namespace, objects} = await project();
    const old = {
      'base/stack.yaml': {name: 'base', workspace: 'test', namespace, sources: [{manifests: 'manifests/*'}]},
    };
    await made.gantry(['stack', 'rename', 'base', 'core', '--yes']);
    const before = await objects();
    await made.write(old);
    const refused = await made.gantry(['apply', '-s', 'base', '--yes']);
    expect(refused).toMatchObject({code: 5, stderr: expect.stringContaining('If the stack was renamed')});
    expect(await objects()).toEqual(before);
  });

  it('a renamed project keeps its objects, and values of its stacks are still found', async () => {
    const {made, objects} = await project();
    const before = await objects();
    const {document, code} = await made.json(['project', 'rename', 'store', '--yes']);
    expect({code, document}).toMatchObject({
      code: 0,
      document: {project: 'shop', to: 'store', releases: [{stack: 'base'}, {stack: 'web'}]},
    });
    expect(await read(made.dir, 'web/manifests/web.yaml')).toContain('ref:stack:store/base#');
    await applied(made, ['--all']);
    expect((await objects()).map(identity)).toEqual(before.map(identity));
    expect(await made.gantry(['preview', '--all', '--exit-code'])).toMatchObject({code: 0});
  });

  it('rename shows its effects and asks, and changes nothing if the user answers no', async () => {
    const {made} = await project();
    const before = await read(made.dir, 'base/stack.yaml');
    for (const argv of [
      ['stack', 'rename', 'base', 'core'],
      ['project', 'rename', 'store'],
    ])
      expect(await made.gantry([...argv, '-w', 'test', '--yes'])).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('-w cannot limit a rename') as string,
      });
    const asked = await made.gantry(['stack', 'rename', 'base', 'core'], {typed: 'n\n'});
    expect(asked).toMatchObject({code: 1, stdout: 'Nothing was changed.\n'});
    expect(asked.stderr).toContain('releases of base in test get the new name');
    expect(asked.stderr).toContain('base/stack.yaml is changed');
    expect(await read(made.dir, 'base/stack.yaml')).toBe(before);
    const silent = await made.gantry(['stack', 'rename', 'base', 'core']);
    expect(silent).toMatchObject({code: 3, stderr: expect.stringContaining('Pass --yes')});
  });
});
