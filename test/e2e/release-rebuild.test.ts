import {readFile, rm, writeFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {expect, it} from 'vitest';
import {ReleaseOutput} from '../../src/ui/output/release-output.ts';
import {ReleaseRebuildOutput} from '../../src/ui/output/release-rebuild-output.ts';
import {canary} from '../rig/canaries.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {expectNoLeak} from '../rig/leak-check.ts';
import {configMap, deployment} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';
import {expectRefused, filesBelow} from './support/refusal.ts';

onCluster('a lost backend', (cluster) => {
  const {kubeconfigPath} = cluster;
  const isThere = async (namespace: string, name: string): Promise<boolean> =>
    (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name})) !== undefined;
  const lose = ({home}: Stack): Promise<void> => rm(join(home, '.gantry'), {recursive: true});

  async function released(more: Readonly<Record<string, unknown>> = {}) {
    const namespace = cluster.freshNamespace();
    const files = {
      'manifests/a.yaml': configMap('a', {a: '1'}),
      'manifests/b.yaml': configMap('b', {b: '1'}),
      ...more,
    };
    const stack = await makeStack({kubeconfigPath, namespace, name: namespace, files});
    await applied(stack);
    return {stack, namespace};
  }

  it('a lost backend is rebuilt from the cluster: a preview shows no change, removed files are pruned, no secret is shown', async () => {
    const secrets = {file: canary('file'), env: canary('env')};
    const {stack, namespace} = await released({
      'manifests/secret.yaml': {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {name: 'keys'},
        stringData: {password: secrets.file},
      },
      'manifests/web.yaml': deployment('web', {env: [{name: 'PASSWORD', value: secrets.env}]}),
    });
    await lose(stack);
    await expectRefused(stack, ['apply', '--yes'], {
      exit: 5,
      code: 'plan/blocked',
      says: [`${namespace}/${namespace}/test`],
    });
    // Another image than what runs: of that one object nobody can say what was wanted.
    await stack.write({'manifests/web.yaml': deployment('web', {image: 'nginx:1.28'})});
    const looked = await stack.json(['release', 'rebuild', '--dry-run']);
    expect(ReleaseRebuildOutput.parse(looked.document)).toMatchObject({
      kind: 'dry-run',
      record: 'lost',
      unread: [],
      objects: [{id: `apps/v1:Deployment:${namespace}:web`}, {name: 'a'}, {name: 'b'}, {kind: 'Secret', name: 'keys'}],
    });
    expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toEqual([]);
    const asked = await stack.gantry(['release', 'rebuild']);
    expect(asked.code).toBe(3);
    expect(asked.stderr).toContain(`v1:ConfigMap:${namespace}:a`);
    const rebuilt = await stack.gantry(['release', 'rebuild', '--yes']);
    expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
    expect(rebuilt.stdout).toContain(`Created revision 1 of ${namespace}/${namespace} in test from 4 objects.`);
    expect(rebuilt.stdout).toContain(`  apps/v1:Deployment:${namespace}:web`);

    expect((await pendingChanges(stack)).map(({id, action}) => [id, action])).toEqual([
      [`apps/v1:Deployment:${namespace}:web`, 'update'],
    ]);
    const shown = await stack.json(['release', 'show']);
    const release = ReleaseOutput.parse(shown.document);
    expect(release).toMatchObject({rebuilt: {unknown: [`apps/v1:Deployment:${namespace}:web`], unread: []}});
    expect(release.state).toHaveLength(4);
    const unsure = {
      exit: 3,
      code: 'input/usage',
      says: [/[Rr]evision 1 was rebuilt .* does not hold the desired state of apps/],
    };
    await expectRefused(stack, ['release', 'rollback', '--to', '1'], unsure);
    await expectRefused(stack, ['release', 'rollback'], {exit: 3, code: 'release/not-found', says: ['are lost']});

    await stack.remove('manifests/b.yaml');
    expect((await pendingChanges(stack)).map(({id, action}) => `${action} ${id}`)).toContain(
      `delete v1:ConfigMap:${namespace}:b`,
    );
    await applied(stack);
    expect([await isThere(namespace, 'a'), await isThere(namespace, 'b')]).toEqual([true, false]);
    expect(await pendingChanges(stack)).toEqual([]);
    await expectNoLeak(stack, JSON.stringify([looked, asked, rebuilt, shown]), secrets);
  });

  it('a rebuilt release can be rolled back to if the files equal the live objects', async () => {
    const {stack, namespace} = await released();
    await lose(stack);
    expect(await stack.gantry(['release', 'rebuild', '--yes'])).toMatchObject({code: 0});
    const quiet = await stack.gantry(['preview', '--exit-code']);
    expect(quiet, quiet.stdout).toMatchObject({code: 0});
    await stack.write({'manifests/a.yaml': configMap('a', {a: '2'}), 'manifests/c.yaml': configMap('c', {c: '1'})});
    await applied(stack);
    const back = await stack.gantry(['release', 'rollback', '--yes']);
    expect(back, back.stderr).toMatchObject({code: 0});
    expect(back.stderr).toContain('no run has shown that it works');
    expect(await isThere(namespace, 'c')).toBe(false);
    expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'a'})).toMatchObject({
      data: {a: '1'},
    });
  });

  it('a stack without files is rebuilt by its names, and can be destroyed', async () => {
    const {stack, namespace} = await released();
    await lose(stack);
    const cwd = stack.home;
    const named = ['-s', `${namespace}/${namespace}`, '-w', join(stack.dir, 'workspaces/test.yaml')];
    const rebuilt = await stack.json(['release', 'rebuild', '--yes', ...named], {cwd});
    expect(rebuilt.document, rebuilt.stderr).toMatchObject({kind: 'rebuilt', revision: 1, unknown: {length: 2}});
    const gone = await stack.gantry(['destroy', '--yes', ...named], {cwd});
    expect(gone, gone.stderr).toMatchObject({code: 0});
    expect([await isThere(namespace, 'a'), await isThere(namespace, 'b')]).toEqual([false, false]);
  });

  it('two release histories with objects under one name are both reported, and one is selected', async () => {
    const {stack, namespace} = await released();
    await lose(stack);
    const other = cluster.freshNamespace();
    await stack.write({
      'stack.yaml': {name: namespace, workspace: 'test', namespace: other, sources: [{manifests: 'manifests/**/*'}]},
    });
    await applied(stack);
    const {document} = await stack.json<{lineage: string}>(['release', 'show']);
    await lose(stack);
    await expectRefused(stack, ['release', 'rebuild', '--yes'], {
      exit: 3,
      code: 'input/usage',
      says: [document.lineage, /several release histories .* \(2 objects/, '--lineage'],
    });
    await expectRefused(stack, ['release', 'rebuild', '--yes', '--lineage', 'nobody'], {
      exit: 3,
      code: 'input/usage',
      says: ['nobody', document.lineage],
    });
    const rebuilt = await stack.json(['release', 'rebuild', '--yes', '--lineage', document.lineage]);
    expect(rebuilt.document).toMatchObject({kind: 'rebuilt', lineage: document.lineage, unknown: []});
    expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 0});
    expect(await isThere(namespace, 'a')).toBe(true);
  });

  it('a rebuild is refused without --force if nothing was lost or nothing exists', async () => {
    const {stack} = await released();
    await expectRefused(stack, ['release', 'rebuild', '--yes'], {
      exit: 3,
      code: 'input/usage',
      says: ['nothing to rebuild'],
    });
    expect((await stack.json(['release', 'rebuild', '--yes', '--force'])).document).toMatchObject({revision: 2});
    expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 0});
    const empty = await makeStack({
      kubeconfigPath,
      namespace: cluster.freshNamespace(),
      name: cluster.freshNamespace(),
      files: {},
    });
    await expectRefused(empty, ['release', 'rebuild', '--yes'], {
      exit: 3,
      code: 'release/not-found',
      says: ['no object'],
    });
  });

  it.skipIf(!clusterHas('users'))(
    'a user of one namespace can rebuild a release, and learns what could not be read',
    async () => {
      const {stack, namespace} = await released();
      const some = [{apiGroups: [''], resources: ['configmaps'], verbs: ['*']}];
      await lose(stack);
      await stack.write({
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: await userOf(cluster, namespace, some)}},
      });
      const {document, stderr} = await stack.json(['release', 'rebuild', '--yes']);
      const rebuilt = ReleaseRebuildOutput.parse(document, {error: () => stderr});
      expect(rebuilt.objects.map(({name}) => name)).toEqual(['a', 'b']);
      expect(rebuilt.unread).toContain(`secrets in ${namespace}`);
      expect(rebuilt.unread).toContain(`configmaps outside of ${namespace}`);
      expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 0});
    },
  );
});

onCluster('a damaged backend', (cluster) => {
  const {kubeconfigPath} = cluster;

  async function twice(): Promise<Stack> {
    const files = {'manifests/a.yaml': configMap('a', {a: '1'}), 'manifests/b.yaml': configMap('b', {b: '1'})};
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, name: namespace, files});
    await applied(stack);
    await stack.write({'manifests/a.yaml': configMap('a', {a: '2'}), 'manifests/c.yaml': configMap('c', {c: '1'})});
    await applied(stack);
    return stack;
  }

  const DAMAGES: Readonly<Record<string, (whole: string) => string>> = {
    'a byte is flipped in': (whole) => whole.replace(/.(?=.{30}$)/s, (byte) => (byte === 'A' ? 'B' : 'A')),
    'is cut': (whole) => whole.slice(0, whole.length / 2),
    'is empty': () => '',
    'is another document': () => '{"formatVersion":1,"some":"other"}',
  };

  it.each(
    [
      {what: 'the head', key: /^releases\/\w+\/head\.json$/, how: ['is cut', 'is empty', 'is another document']},
      {what: 'the current release', key: /^releases\/\w+\/2-2\.json$/, how: Object.keys(DAMAGES)},
      {what: 'the index', key: /^index\/.*\.json$/, how: ['is cut', 'is another document']},
    ].flatMap(({how, ...rest}) => how.map((one) => ({...rest, how: one}))),
  )(
    'a damaged document ($what $how) is named with a hint, and the hint restores the release before',
    async ({key, how, what}) => {
      const stack = await twice();
      const root = join(stack.home, '.gantry');
      const [file = ''] = (await filesBelow(root)).filter((one) => key.test(relative(root, one)));
      await writeFile(file, (DAMAGES[how] ?? String)(await readFile(file, 'utf8')));
      const says = ['gantry release rebuild', ...(what === 'the current release' ? ['rollback --to 1'] : [])];
      await expectRefused(stack, ['preview'], {
        exit: 1,
        code: 'release/damaged',
        says: [relative(root, file), ...says],
      });
      const rebuilt = await stack.json(['release', 'rebuild', '--yes']);
      const want = what === 'the index' ? {kind: 'reconnected'} : {kind: 'rebuilt', revision: 3, unknown: []};
      expect(rebuilt.document, rebuilt.stderr).toMatchObject({record: 'damaged', ...want});
      const quiet = await stack.gantry(['preview', '--exit-code']);
      expect(quiet, quiet.stdout + quiet.stderr).toMatchObject({code: 0});
      const back = await stack.gantry(['release', 'rollback', '--to', '1', '--yes']);
      expect(back, back.stderr).toMatchObject({code: 0});
      expect(back.stdout).toMatch(/1 updated.*1 deleted|1 deleted.*1 updated/);
    },
  );

  it('a damaged lock is freed by a forced unlock, and the next run takes it', async () => {
    const stack = await twice();
    const root = join(stack.home, '.gantry');
    const [file = ''] = (await filesBelow(root)).filter((one) => relative(root, one).startsWith('locks/'));
    await writeFile(file, '{"formatVersion":1,"state":"hel');
    await stack.write({'manifests/a.yaml': configMap('a', {a: '3'})});
    await expectRefused(stack, ['apply', '--yes'], {
      exit: 1,
      code: 'release/damaged',
      says: ['release unlock --force'],
    });
    await expectRefused(stack, ['release', 'unlock'], {exit: 1, code: 'release/damaged', says: ['--force']});
    expect(await stack.gantry(['release', 'unlock', '--force', '--yes'])).toMatchObject({code: 0});
    await applied(stack);
  });
});
