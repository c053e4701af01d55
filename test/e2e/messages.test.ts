import {mkdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {applied} from '../rig/changes.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('messages with a cause and a solution', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function stackOf(files: Readonly<Record<string, unknown>>): Promise<{stack: Stack; namespace: string}> {
    const namespace = cluster.freshNamespace();
    const texts = Object.entries(files).map(([name, content]) => [
      name,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]);
    return {
      namespace,
      stack: await makeStack({kubeconfigPath, namespace, files: Object.fromEntries(texts) as Record<string, string>}),
    };
  }

  /** Runs a command that must be refused for its input. */
  async function refused(stack: Stack, args: readonly string[]): Promise<string> {
    const {code, stderr, stdout} = await stack.gantry(args);
    expect({code}, stderr + stdout).toEqual({code: 3});
    return stderr;
  }

  const SETTINGS = {'manifests/a.yaml': configMap('settings', {a: '1'})};

  it('a manifest without a kind is reported with the missing kind', async () => {
    const {stack} = await stackOf({'manifests/a.yaml': 'apiVersion: v1\nmetadata: {name: a}\ndata: {x: "1"}\n'});
    const said = await refused(stack, ['preview']);
    expect(said).toContain('`kind` is missing');
    expect(said).not.toContain('Chart.yaml');
  });

  it('a Chart.yaml is recognised as a Helm chart', async () => {
    const {stack} = await stackOf({'manifests/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n'});
    expect(await refused(stack, ['preview'])).toContain('this looks like a Chart.yaml');
  });

  it('values of a ConfigMap that are too large are reported with the object and the limit', async () => {
    const {stack, namespace} = await stackOf({
      'manifests/a.yaml': configMap('large', {a: 'x'.repeat(700_000), b: 'y'.repeat(700_000)}),
      'manifests/b.yaml': {apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'other'}},
    });
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const said = await refused(stack, ['preview']);
    expect(said).toContain('the values of a ConfigMap, taken together, are too large: at most 1048576 bytes');
    expect(said).toContain('Split the object');
    expect(said).not.toContain('[]');
  });

  it.each([
    {kind: 'Ingress', old: 'extensions/v1beta1', served: 'networking.k8s.io/v1'},
    {kind: 'Ingress', old: 'networking.k8s.io/v1beta1', served: 'networking.k8s.io/v1'},
    {kind: 'Deployment', old: 'extensions/v1beta1', served: 'apps/v1'},
    {kind: 'CronJob', old: 'batch/v1beta1', served: 'batch/v1'},
  ])('a $kind of the removed version $old is reported with the served version $served', async ({kind, old, served}) => {
    const {stack} = await stackOf({'manifests/a.yaml': {apiVersion: old, kind, metadata: {name: 'a'}, spec: {}}});
    const said = await refused(stack, ['preview']);
    expect(said).toContain(`the cluster has no kind ${kind} in ${old}`);
    expect(said).toContain(`the cluster serves it as ${served}: write \`apiVersion: ${served}\``);
  });

  it('an order after an unknown id is reported with the id and the most similar one', async () => {
    const {stack, namespace} = await stackOf({
      ...SETTINGS,
      'manifests/b.yaml': configMap('b', {}, {annotations: {'gantry.dev/order': 'after configmap/settings'}}),
      'manifests/c.yaml': configMap('c', {}, {annotations: {'gantry.dev/order': 'before nobody'}}),
    });
    const said = await refused(stack, ['preview']);
    expect(said).toContain(
      '`gantry.dev/order` says after configmap/settings, but no resource of this stack has that id',
    );
    expect(said).toContain(`Did you mean v1:ConfigMap:${namespace}:settings?`);
    expect(said).toContain('`gantry.dev/order` says before nobody');
    expect(said).toContain('An id is APIVERSION:KIND:NAMESPACE:NAME');
  });

  it('why explains stringData of a Secret as the data that it becomes', async () => {
    const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'db'}, stringData: {password: 'canary-x'}};
    const {stack, namespace} = await stackOf({'manifests/a.yaml': secret});
    await applied(stack);
    const id = `v1:Secret:${namespace}:db`;
    for (const path of ['stringData.password', 'stringData["password"]', 'stringData', 'data.password']) {
      const {document, code, stdout} = await stack.json<{field: Record<string, unknown>}>(['why', id, path]);
      expect(code, stdout).toBe(0);
      expect(document.field).toMatchObject({
        path: path.includes('password') ? 'data.password' : 'data',
        source: 'files',
        at: {line: 1},
      });
      expect(document.field).toHaveProperty('live');
      expect(document.field['owners']).toMatchObject([{manager: 'gantry'}]);
      expect(stdout).not.toContain('canary-x');
    }
  });

  it('a stack whose resources are all excluded has nothing to plan', async () => {
    const {stack} = await stackOf(SETTINGS);
    const {code, stdout, stderr} = await stack.gantry(['preview', '--exclude', '*']);
    expect({code}, stderr).toEqual({code: 0});
    expect(stdout + stderr).toContain(
      'warning: --exclude leaves out every resource of the stack (1): there is nothing to plan',
    );
  });

  it('logs, status and wait report unknown resources without naming a flag that the user did not pass', async () => {
    const {stack, namespace} = await stackOf(SETTINGS);
    await applied(stack);
    for (const command of ['logs', 'status', 'wait']) {
      const said = await refused(stack, [command, 'nosuch']);
      expect(said).toContain('nosuch: the stack has no such resource');
      expect(said).not.toContain('--target');
    }
    expect(await refused(stack, ['status', 'settings'])).toContain(`Did you mean v1:ConfigMap:${namespace}:settings?`);
  });

  it('-s . is the stack of the current directory', async () => {
    const {stack} = await stackOf(SETTINGS);
    const {code, stderr} = await stack.gantry(['validate', '-s', '.']);
    expect({code}, stderr).toEqual({code: 0});
    const below = await stack.gantry(['validate', '-s', '.', '-C', 'manifests']);
    expect({code: below.code}, below.stderr).toEqual({code: 0});
  });

  describe('files of --save and --report', () => {
    it('--save and --report never replace a source file', async () => {
      const {stack} = await stackOf({...SETTINGS, 'patches/x.json': '{"a": 1}', 'README.md': '# Shop\n'});
      const read = (file: string) => readFile(join(stack.dir, file), 'utf8');
      for (const file of ['stack.yaml', 'manifests/a.yaml', 'patches/x.json', 'README.md']) {
        const before = await read(file);
        expect(await refused(stack, ['preview', '--save', file])).toContain('the file exists and is not a saved plan');
        for (const format of ['json', 'markdown', 'human'])
          expect(await refused(stack, ['preview', '--report', `${format}=${file}`])).toContain(
            `is not a ${format} report of Gantry, and would be overwritten`,
          );
        expect(await read(file)).toBe(before);
      }
    });

    it('--save and --report replace their own earlier files', async () => {
      const {stack} = await stackOf(SETTINGS);
      await mkdir(join(stack.dir, 'out'));
      for (const _ of ['once', 'again']) {
        const ran = await stack.gantry([
          'preview',
          '--save=plan.json',
          '--report=json=out/a.json',
          '--report=yaml=out/a.yaml',
          '--report=markdown=out/a.md',
          '--report=junit=out/a.xml',
        ]);
        expect({code: ran.code}, ran.stderr).toEqual({code: 0});
      }
    });
  });

  it('the name of the sandbox is reserved for workspaces', async () => {
    const {stack} = await stackOf(SETTINGS);
    for (const args of [
      ['workspace', 'create', 'sandbox'],
      ['workspace', 'create', 'sandbox', '--kubeconfig', kubeconfigPath],
    ]) {
      const said = await refused(stack, args);
      expect(said).toContain('The name sandbox belongs to the built-in workspace');
      expect(said).toContain('-w sandbox');
    }
  });
});
