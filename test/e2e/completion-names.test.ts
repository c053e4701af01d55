import {mkdir, readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {applied} from '../rig/changes.ts';
import {configMap, manifests, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

onCluster('the completion of names', (cluster) => {
  const {kubeconfigPath} = cluster;
  const VALUE = 'canary-of-the-completion-5b20';

  async function stackOf(): Promise<{readonly stack: Stack; readonly ids: readonly string[]}> {
    const namespace = cluster.freshNamespace();
    const login = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, stringData: {password: VALUE}};
    const files = manifests(configMap('settings', {a: '1'}), service('web'), login);
    const stack = await makeStack({kubeconfigPath, namespace, files});
    const ids = ['ConfigMap', 'Service', 'Secret'].map((kind, i) => `v1:${kind}:${namespace}:${NAMES[i] ?? ''}`);
    return {stack, ids: ids.toSorted()};
  }
  const NAMES = ['settings', 'web', 'login'];

  /** The words at the cursor, sorted. `env`: of the terminal. */
  async function words(stack: Stack, line: readonly string[], env = {}): Promise<readonly string[]> {
    const {stdout, stderr, code} = await stack.gantry(['__complete', 'zsh', '--', ...line], {env});
    expect({code, stderr}).toEqual({code: 0, stderr: ''});
    return stdout
      .split('\n')
      .filter((word) => word !== '')
      .toSorted();
  }

  it('ids and kinds can be completed after the first preview, and revisions after each apply', async () => {
    const {stack, ids} = await stackOf();
    expect(await words(stack, ['why', ''])).toEqual([]);
    expect((await stack.gantry(['preview'])).code).toBe(0);
    expect(await words(stack, ['why', ''])).toEqual(ids);
    expect(await words(stack, ['release', 'show', ''])).toEqual([]);
    await applied(stack);
    expect(await words(stack, ['resource', 'show', ''])).toEqual(ids);
    expect(await words(stack, ['logs', 'v1:Sec'])).toEqual(ids.filter((id) => id.includes('Secret')));
    expect(await words(stack, ['preview', '--target', ''])).toEqual(
      [...ids, 'ConfigMap', 'Secret', 'Service'].toSorted(),
    );
    expect(await words(stack, ['apply', '--allow-delete', ''])).toEqual(['all', ...ids].toSorted());
    expect(await words(stack, ['apply', '--allow-delete=a'])).toEqual(['--allow-delete=all']);
    await stack.write(manifests(configMap('settings', {a: '2'})));
    await applied(stack, ['--allow-delete', 'all']);
    expect(await words(stack, ['release', 'rollback', '--to', ''])).toEqual(['1', '2']);
    expect(await words(stack, ['release', 'diff', '1', ''])).toEqual(['1', '2']);
    expect(await words(stack, ['preview', '--revision', ''])).toEqual(['1', '2', 'current']);
    expect(await words(stack, ['resource', 'show', ''])).toEqual(ids.filter((id) => id.includes('ConfigMap')));
    const cached = await cachedTexts(stack);
    expect(cached.length).toBeGreaterThan(0);
    expect(cached.join()).not.toContain(VALUE);
  });

  it('the names are those of the stack, the workspace and the backend of the command line', async () => {
    const {stack, ids} = await stackOf();
    await applied(stack);
    await mkdir(join(stack.dir, 'elsewhere'));
    const line = ['resource', 'show', ''];
    expect(await words(stack, ['-s', 'shop', ...line])).toEqual(ids);
    expect(await words(stack, ['-C', 'elsewhere', ...line])).toEqual(ids);
    expect(await words(stack, ['-w', 'test', ...line])).toEqual(ids);
    expect(await words(stack, ['-w', 'other', ...line])).toEqual([]);
    expect(await words(stack, line, {GANTRY_WORKSPACE: 'other'})).toEqual([]);
    expect(await words(stack, ['--backend', 'local:elsewhere', ...line])).toEqual([]);
    expect(await words(stack, ['-s', 'nonsense', ...line])).toEqual([]);
    // No server listens on this address.
    const remote = {GANTRY_BACKEND: 's3://team?endpoint=https://127.0.0.1:1&region=x'};
    expect(await words(stack, line, remote)).toEqual([]);
    expect(await words(stack, ['release', 'show', ''], remote)).toEqual([]);
  });

  it('the commands for shared resources complete the ids of the shared stack from a stack of another project', async () => {
    const {stack, ids} = await stackOf();
    await applied(stack);
    await stack.write({
      '../shared/project.yaml': {name: 'shared', workspaces: '../shop/workspaces'},
      '../shared/stack.yaml': {
        name: 'shared',
        workspace: 'test',
        namespace: cluster.freshNamespace(),
        sources: [{manifests: 'all.yaml'}],
      },
      '../shared/all.yaml': configMap('limits', {connections: '20'}),
    });
    await applied(stack, ['-C', '../shared']);
    expect(await words(stack, ['resource', 'show', ''])).toEqual(ids);
    const shared = [expect.stringMatching(/^v1:ConfigMap:.*:limits$/)];
    expect(await words(stack, ['-C', '..', '-w', 'test', 'shared', 'show', ''])).toEqual(shared);
    expect(await words(stack, ['-C', '..', 'shared', 'show', ''])).toEqual(shared);
  });

  it('a flag that takes a release completes workspaces, and after a colon the revisions of that workspace', async () => {
    const {stack} = await stackOf();
    await applied(stack);
    await stack.write({'workspaces/other.yaml': {name: 'other', context: {}}});
    for (const line of [
      ['promote', 'shop', '--from'],
      ['-w', 'other', 'preview', '--images-from'],
    ]) {
      expect(await words(stack, [...line, ''])).toEqual(expect.arrayContaining(['other', 'test']));
      expect(await words(stack, [...line, 'test:'])).toEqual(['test:1']);
      expect(await words(stack, [...line, 'other:'])).toEqual([]);
    }
  });

  it.each(['local', 'kubernetes'])(
    'without files, the stacks are those with releases in the %s backend',
    async (kind) => {
      const {stack} = await stackOf();
      const state = cluster.freshNamespace();
      await cluster.create(namespaceObject(state));
      const backend = kind === 'local' ? `local:${join(stack.home, 'state')}` : `kubernetes://${state}`;
      const env = {GANTRY_BACKEND: backend, KUBECONFIG: kubeconfigPath};
      const ran = await stack.gantry(['apply', '--yes'], {env});
      expect(ran.code, ran.stderr).toBe(0);
      await mkdir(join(stack.home, 'elsewhere'));
      const line = ['-C', join(stack.home, 'elsewhere'), 'release', 'list', '-s'];
      expect(await words(stack, [...line, ''], env)).toEqual(['shop/shop']);
      expect(await words(stack, [...line, 'x'], env)).toEqual([]);
      expect(await words(stack, [...line, ''], {GANTRY_BACKEND: 'kubernetes://another'})).toEqual([]);
      expect(
        await words(
          stack,
          ['-C', join(stack.home, 'elsewhere'), '-s', 'shop/shop', '-w', 'test', 'release', 'show', ''],
          env,
        ),
      ).toEqual(['1']);
    },
  );

  it('a user who only reads a release can complete its ids', async () => {
    const {stack, ids} = await stackOf();
    await applied(stack);
    const home = join(stack.home, 'of-another');
    const env = {GANTRY_HOME: home, GANTRY_BACKEND: `local:${join(stack.home, '.gantry')}`};
    expect(await words(stack, ['resource', 'show', ''], env)).toEqual([]);
    expect(await words(stack, ['release', 'show', ''], env)).toEqual(['1']);
    expect((await stack.gantry(['resource', 'list', '-w', 'test'], {env})).code).toBe(0);
    expect(await words(stack, ['resource', 'show', ''], env)).toEqual(ids);
  });
});

async function cachedTexts({home}: Stack): Promise<readonly string[]> {
  const directory = join(home, '.gantry', 'cache', 'completion');
  return Promise.all((await readdir(directory)).map((file) => readFile(join(directory, file), 'utf8')));
}
