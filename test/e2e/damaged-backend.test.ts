import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {expect, it} from 'vitest';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused, filesBelow} from './support/refusal.ts';

const files = {'manifests/a.yaml': configMap('a', {a: '1'})};

/** The stored file whose key fits, by its path. */
async function storedFile({home}: Stack, key: RegExp): Promise<string> {
  const root = join(home, '.gantry');
  const found = (await filesBelow(root)).filter((file) => key.test(relative(root, file)));
  expect(found, String(key)).toHaveLength(1);
  return found[0] ?? '';
}

onCluster('stored documents that cannot be read', (cluster) => {
  const {kubeconfigPath} = cluster;
  const appliedOnce = async (): Promise<Stack> => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    return stack;
  };

  it.each([
    {what: 'the head', key: /^releases\/\w+\/head\.json$/},
    {what: 'the last release', key: /^releases\/\w+\/1-1\.json$/},
    {what: 'the index', key: /^index\/.*\.json$/},
    {what: 'the pin', key: /^pins\/.*\.json$/},
    {what: 'the key of the digests', key: /^keys\/hmac$/},
  ])(
    '$what that is cut or has a newer format is named, and no new release history begins in its place',
    async ({key}) => {
      const stack = await appliedOnce();
      const file = await storedFile(stack, key);
      const stored = relative(join(stack.home, '.gantry'), file);
      const whole = await readFile(file, 'utf8');
      const before = (await filesBelow(join(stack.home, '.gantry', 'releases'))).toSorted();
      await writeFile(file, whole.slice(0, 20));
      for (const args of [['preview'], ['apply', '--yes'], ['destroy', '--yes']])
        await expectRefused(stack, args, {exit: 1, code: 'release/damaged', says: [stored]});
      await writeFile(file, whole.replace(/"formatVersion": ?[12]/, '"formatVersion":99'));
      await expectRefused(stack, ['apply', '--yes'], {exit: 1, code: 'release/newer-format', says: [stored, '99']});
      expect((await filesBelow(join(stack.home, '.gantry', 'releases'))).toSorted()).toEqual(before);
      await writeFile(file, whole);
      expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    },
  );

  it('apply and unlock name a damaged lock, and do not treat it as free', async () => {
    const stack = await appliedOnce();
    await writeFile(await storedFile(stack, /^locks\/.*\.json$/), '{');
    await stack.write({'manifests/a.yaml': configMap('a', {a: '2'})});
    for (const args of [
      ['apply', '--yes'],
      ['release', 'unlock'],
    ])
      await expectRefused(stack, args, {exit: 1, code: 'release/damaged', says: [/locks\/\w+\.json/]});
  });

  it('the list names a damaged old release, and shows the others', async () => {
    const stack = await appliedOnce();
    await stack.write({'manifests/a.yaml': configMap('a', {a: '2'})});
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    await writeFile(await storedFile(stack, /^releases\/\w+\/1-1\.json$/), '{"formatVersion":1}');
    const {document} = await stack.json(['release', 'list']);
    expect(document).toMatchObject({
      releases: [{revision: 2, current: true}],
      unreadable: [{revision: 1, error: {code: 'release/damaged'}}],
    });
    expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(0);
  });

  it('a damaged cache is created again without a message', async () => {
    const stack = await appliedOnce();
    const cache = join(stack.home, '.gantry', 'cache');
    for (const file of await filesBelow(cache)) await writeFile(file, '{"half');
    expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 0, stderr: ''});
    await rm(cache, {recursive: true});
    expect((await stack.gantry(['preview', '--exit-code'])).code).toBe(0);
    expect(await readdir(cache)).not.toEqual([]);
  });

  it('a GANTRY_HOME that cannot be a directory is named before anything is written to the cluster', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: {...files, 'a-file': ''}});
    const env = {GANTRY_HOME: join(stack.dir, 'a-file')};
    await expectRefused(stack, ['apply', '--yes'], {exit: 1, code: 'backend/io', says: ['a-file']}, {env});
    expect(await cluster.get({apiVersion: 'v1', kind: 'Namespace', name: namespace})).toBeUndefined();
  });
});
