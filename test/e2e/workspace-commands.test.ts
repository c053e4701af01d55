import {cp} from 'node:fs/promises';
import {syncBuiltinESMExports} from 'node:module';
import os from 'node:os';
import {join} from 'node:path';
import {expect, it, vi} from 'vitest';
import {configMap, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

/** Runs something as another user of this machine. */
async function asUser<T>(name: string, run: () => Promise<T>): Promise<T> {
  const spy = vi.spyOn(os, 'userInfo').mockReturnValue({...os.userInfo(), username: name});
  syncBuiltinESMExports();
  try {
    return await run();
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
}

onCluster('workspace commands', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a workspace of the backend is created, listed, shown, used, protected while in use, destroyed and deleted', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      namespace,
      files: {'manifests/a.yaml': configMap('a', {a: '1'}), 'stack.yaml': {name: 'shop', namespace}},
    });
    const workspace = (...args: readonly string[]) => stack.gantry(['workspace', ...args]);
    await expectRefused(stack, ['workspace', 'show', 'dev'], {
      exit: 3,
      code: 'workspace/not-found',
      says: ['dev', 'create dev'],
    });
    expect(await workspace('create', 'dev', '--kubeconfig', kubeconfigPath)).toMatchObject({code: 0});
    await expectRefused(stack, ['workspace', 'create', 'dev', '--kubeconfig', kubeconfigPath], {
      exit: 5,
      code: 'workspace/exists',
      says: ['dev'],
    });
    expect((await workspace('list')).stdout).toMatch(/dev +backend: workspaces\/dev\.yaml/);
    expect((await workspace('show', 'dev')).stdout).toContain(kubeconfigPath);
    expect((await workspace('current', '-w', 'dev')).stdout).toBe('dev\n');
    expect(await stack.gantry(['apply', '--yes', '-w', 'dev'])).toMatchObject({code: 0});
    await expectRefused(stack, ['workspace', 'delete', 'dev', '--yes'], {
      exit: 5,
      code: 'workspace/in-use',
      says: ['shop/shop/dev', 'gantry destroy'],
    });
    expect(await stack.gantry(['destroy', '--yes', '-w', 'dev'])).toMatchObject({code: 0});
    expect(await workspace('delete', 'dev', '--yes')).toMatchObject({code: 0});
    expect((await workspace('list')).stdout).not.toContain('dev');
  });

  it.each([
    {name: 'a kubeconfig that does not exist', args: ['--kubeconfig', 'gone'], says: ['gone', 'does not exist']},
    {
      name: 'a context that the kubeconfig has not',
      args: ['--kubeconfig', 'KUBECONFIG', '--kube-context', 'nope'],
      says: ['nope'],
    },
  ])('a workspace is not created with $name', async ({args, says}) => {
    const stack = await makeStack({});
    const words = args.map((word) => (word === 'KUBECONFIG' ? kubeconfigPath : word));
    const refusal = {exit: 3, code: 'context/kubeconfig', says};
    await expectRefused(stack, ['workspace', 'create', 'dev', ...words], refusal);
    expect((await stack.gantry(['workspace', 'list'])).stdout).not.toContain('dev');
  });

  it('a file of the project hides the workspace of the same name in the backend, and both say so', async () => {
    const stack = await makeStack({kubeconfigPath});
    const shared = {env: {GANTRY_BACKEND: `local:${join(stack.home, 'team')}`}};
    const create = ['workspace', 'create', 'test', '--kubeconfig', kubeconfigPath, '--shared'];
    const created = await stack.gantry(create, shared);
    expect(created).toMatchObject({code: 0, stdout: expect.stringContaining('is used in its place')});
    expect((await stack.gantry(['workspace', 'list'], shared)).stdout).toContain(
      'hidden by the workspace of the project',
    );
    expect((await stack.json<{place: string}>(['workspace', 'current'], shared)).document.place).toBe('file');
  });

  it('a workspace of the user is used with the backend of a team, and a name of both is refused', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      namespace,
      files: {'manifests/a.yaml': configMap('a', {a: '1'}), 'stack.yaml': {name: 'shop', namespace}},
    });
    const shared = {env: {GANTRY_BACKEND: `local:${join(stack.home, 'team')}`}};
    const create = ['workspace', 'create', 'dev', '--kubeconfig', kubeconfigPath];
    const created = await stack.gantry(create, shared);
    expect(created, created.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('every project finds it')});
    const applied = await stack.gantry(['apply', '--yes', '-w', 'dev'], shared);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const releases = await stack.json<{releases: readonly unknown[]}>(['release', 'list', '-w', 'dev'], shared);
    expect(releases.document.releases).toHaveLength(1);

    expect(await stack.gantry([...create, '--shared', '--kube-context', 'other'], shared)).toMatchObject({code: 3});
    await stack.write({
      '../team.yaml': {name: 'dev', labels: {of: 'team'}, context: {kubeconfig_path: kubeconfigPath}},
    });
    expect(await stack.gantry(['workspace', 'create', '-f', '../team.yaml', '--shared'], shared)).toMatchObject({
      code: 0,
    });
    await expectRefused(
      stack,
      ['preview', '-w', 'dev'],
      {exit: 5, code: 'workspace/ambiguous', says: ['mine/dev', 'shared/dev']},
      shared,
    );
    expect((await stack.gantry(['workspace', 'list'], shared)).stdout).toMatch(/shared\/dev[^]*mine\/dev/);
    expect(
      await stack.gantry(['exec', '-w', 'mine/dev', '--', 'sh', '-c', 'test "$GANTRY_WORKSPACE" = mine/dev'], shared),
    ).toMatchObject({
      code: 0,
    });
    // Their releases would be one history: each would delete the objects of the other.
    for (const args of [['apply', '--yes'], ['release', 'list'], ['status'], ['destroy', '--yes']])
      for (const name of ['mine/dev', 'shared/dev'])
        await expectRefused(
          stack,
          [...args, '-w', name],
          {
            exit: 5,
            code: 'workspace/ambiguous',
            says: ['Releases are stored by the name', 'workspace rename mine/dev'],
          },
          shared,
        );
    expect(await stack.gantry(['workspace', 'rename', 'mine/dev', 'own', '--yes'], shared)).toMatchObject({code: 0});
    expect(await stack.gantry(['preview', '-w', 'own'], shared)).toMatchObject({code: 0});
    expect(await stack.gantry(['apply', '-w', 'shared/dev', '--yes'], shared)).toMatchObject({code: 0});
  });

  it('create asks where to store a workspace, and a shared one contains no path of a home directory', async () => {
    const [namespace, state] = [cluster.freshNamespace(), cluster.freshNamespace('state')];
    await cluster.create(namespaceObject(state));
    const stack = await makeStack({
      files: {
        'manifests/a.yaml': configMap('a', {a: '1'}),
        'stack.yaml': {name: 'shop', namespace},
        'workspaces/management.yaml': {context: {kubeconfig_path: kubeconfigPath}},
      },
    });
    await cp(kubeconfigPath, join(stack.home, '.kube', 'team'));
    const shared = {env: {GANTRY_BACKEND: `kubernetes://${state}?workspace=management`}, typed: 'shared\n'};
    const create = ['workspace', 'create', 'dev', '--color', 'never'];
    const created = await stack.gantry([...create, '--kubeconfig', join(stack.home, '.kube', 'team')], shared);
    expect(created, created.stderr).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('mine or shared [mine]: '),
    });
    const stored = await stack.gantry(['workspace', 'export', 'shared/dev'], shared);
    expect(stored).toMatchObject({code: 0, stdout: expect.stringContaining('kubeconfig_path: "~/.kube/team"\n')});
    expect(stored.stdout).not.toContain(stack.home);
    const applied = await stack.gantry(['apply', '--yes', '-w', 'dev'], shared);
    expect(applied, applied.stderr).toMatchObject({code: 0});

    await stack.write({'../own.yaml': {name: 'own', context: {kubeconfig_path: join(stack.home, '.kube', 'team')}}});
    await expectRefused(
      stack,
      ['workspace', 'create', '-f', '../own.yaml', '--shared'],
      {exit: 3, code: 'input/invalid', says: ['home directory', '~/.kube/team']},
      shared,
    );
    expect(await stack.gantry(['workspace', 'create', '-f', '../own.yaml', '--mine'], shared)).toMatchObject({code: 0});
  });

  it('own workspaces are listed and used with a backend in a cluster before a workspace is selected', async () => {
    const [namespace, state] = [cluster.freshNamespace(), cluster.freshNamespace('state')];
    await cluster.create(namespaceObject(state));
    const files = {'manifests/a.yaml': configMap('a', {a: '1'}), 'stack.yaml': {name: 'shop', namespace}};
    const stack = await makeStack({namespace, files});
    const inCluster = {env: {GANTRY_BACKEND: `kubernetes://${state}`}};
    const create = ['workspace', 'create', 'dev', '--mine', '--kubeconfig', kubeconfigPath];
    expect(await stack.gantry(create, inCluster)).toMatchObject({code: 0});
    const list = await stack.gantry(['workspace', 'list'], inCluster);
    expect(list).toMatchObject({code: 0, stdout: expect.stringMatching(/^ +dev +\S+\.gantry\/workspaces\/dev\.yaml/m)});
    expect(list.stderr).toContain('note: ');
    expect(await stack.gantry(['workspace', 'switch', 'dev'], inCluster)).toMatchObject({code: 0});
    const applied = await stack.gantry(['apply'], {...inCluster, typed: 'y\n'});
    expect(applied, applied.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('shop/shop in dev')});
  });

  it('own workspaces of two users with one name do not delete each other’s objects', async () => {
    const [state, anna, ben] = [
      cluster.freshNamespace('state'),
      cluster.freshNamespace('anna'),
      cluster.freshNamespace('ben'),
    ];
    await cluster.create(namespaceObject(state));
    const stack = await makeStack({
      files: {
        'manifests/a.yaml': configMap('a', {a: '1'}),
        'stack.yaml': {name: 'shop', namespace: '${context:namespace}'},
        'workspaces/management.yaml': {context: {kubeconfig_path: kubeconfigPath}},
      },
    });
    const workspace = (namespace: string) => ({name: 'dev', context: {kubeconfig_path: kubeconfigPath, namespace}});
    await stack.write({'../anna.yaml': workspace(anna), '../ben.yaml': workspace(ben)});
    const userOf = async (name: 'anna' | 'ben') => {
      const env = {
        GANTRY_BACKEND: `kubernetes://${state}?workspace=management`,
        GANTRY_HOME: join(stack.home, name),
      };
      const gantry = (...args: readonly string[]) => asUser(name, () => stack.gantry([...args], {env}));
      const create = await gantry('workspace', 'create', '-f', `../${name}.yaml`, '--mine');
      expect(create, create.stderr).toMatchObject({code: 0});
      return gantry;
    };
    const [asAnna, asBen] = [await userOf('anna'), await userOf('ben')];
    const ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace: anna, name: 'a'};
    expect(await asAnna('apply', '--yes', '-w', 'dev')).toMatchObject({code: 0});
    for (const command of ['preview', 'apply --yes', 'destroy --yes']) {
      const refused = await asBen(...command.split(' '), '-w', 'dev');
      expect(refused, command).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('Create yours under another name'),
      });
      expect(refused.stderr).toMatch(
        new RegExp(`shop/shop/dev was made by .*anna@.* namespace ${anna}, but your own workspace dev uses .*${ben};`),
      );
    }
    expect(await cluster.get(ref)).toBeDefined();
    expect(await asAnna('preview', '-w', 'dev', '--exit-code')).toMatchObject({code: 0});

    // Both apply the same objects in the same namespace, as a team does where each user has the credentials.
    await asBen('workspace', 'update', 'dev', '--set', `context.namespace=${anna}`, '--yes');
    expect(await asBen('preview', '-w', 'dev', '--exit-code')).toMatchObject({code: 0});
    await asBen('workspace', 'update', 'dev', '--set', `context.namespace=${ben}`, '--yes');
    expect(await asAnna('destroy', '-w', 'dev', '--yes')).toMatchObject({code: 0});
    // Nothing of the other user is left to delete.
    expect(await asBen('apply', '-w', 'dev', '--yes')).toMatchObject({code: 0});
  });

  it('workspace list works before the cluster of the backend is known', async () => {
    const stack = await makeStack({kubeconfigPath});
    const list = await stack.gantry(['workspace', 'list'], {
      env: {GANTRY_BACKEND: 'kubernetes://state?workspace=none'},
    });
    expect(list).toMatchObject({code: 0, stdout: expect.stringContaining('workspaces/test.yaml')});
    expect(list.stderr).toContain('the workspace none, which no file defines');
  });
});
