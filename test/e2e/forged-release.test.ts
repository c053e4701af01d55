import {chmod, readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {localBackend} from '../../src/adapters/local/backend/local-backend.ts';
import {encodeIndexEntry, type IndexEntry} from '../../src/core/release/index-entry.ts';
import {HMAC_KEY, headKey, indexKey, pendingKey} from '../../src/core/release/keys.ts';
import type {Release} from '../../src/core/release/release.ts';
import {idOf} from '../../src/core/resource/id.ts';
import {openHistory} from '../../src/engine/release/release-history.ts';
import type {Backend} from '../../src/ports/backend.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster, Ref} from '../rig/cluster.ts';
import {forge, put, remove, text, withoutMac} from '../rig/forge.ts';
import {accessBy, secretsBackend} from '../rig/kubernetes-backends.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {expectRefused} from './support/refusal.ts';

const NAMES = {project: 'shop', stack: 'shop', workspace: 'test'};
const NOT_TRUSTED = {exit: 5, code: 'release/untrusted', says: ['head.json is not trusted']};

type Place = {readonly env: Readonly<Record<string, string>>; readonly backendOf: (stack: Stack) => Promise<Backend>};

const IN_A_DIRECTORY: Place = {
  env: {},
  backendOf: async ({home}) => localBackend({directory: join(home, '.gantry')}),
};

const PLACES: readonly {readonly where: string; readonly open: (cluster: Cluster) => Promise<Place>}[] = [
  {where: 'a directory', open: async () => IN_A_DIRECTORY},
  {
    where: 'the Secrets of a namespace',
    open: async (cluster: Cluster): Promise<Place> => {
      const namespace = cluster.freshNamespace('state');
      await cluster.create(namespaceObject(namespace));
      return {
        env: {GANTRY_BACKEND: `kubernetes://${namespace}`},
        backendOf: async () => secretsBackend(await accessBy(cluster.kubeconfigPath), namespace),
      };
    },
  },
];

onCluster('a forged release', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A stack that was applied, and an object that was never of it. */
  async function attacked({env, backendOf}: Place) {
    const namespace = cluster.freshNamespace();
    const plain = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('a', {a: '1'}))});
    const stack: Stack = {
      ...plain,
      gantry: (args, options) => plain.gantry(args, {...options, env: {...env, ...options?.env}}),
      json: (args, options) => plain.json(args, {...options, env: {...env, ...options?.env}}),
    };
    await applied(stack);
    const victim: Ref = {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'theirs'};
    const live = await cluster.create(configMap('theirs', {b: '1'}, {namespace}));
    const {uid} = ((await cluster.get(victim)) ?? live)?.['metadata'] as {uid: string};
    const backend = await backendOf(stack);
    const {lineage = '', last} = await openHistory({backend, ...NAMES});
    return {stack, namespace, victim, backend, lineage, last: last as Release, more: forgeryOf(victim, uid)};
  }

  const isThere = async (ref: Ref): Promise<boolean> => (await cluster.get(ref)) !== undefined;

  it.each(PLACES)('no command accepts a forged release in $where', async ({open}) => {
    const {stack, namespace, victim, backend, lineage, more} = await attacked(await open(cluster));
    await forge(backend, lineage, more);
    for (const args of [
      ['preview'],
      ['apply', '--yes'],
      ['apply', '--revision', 'current', '--yes'],
      ['destroy', '--yes', '--allow-delete', 'all'],
      ['drift'],
      ['release', 'list'],
      ['release', 'show'],
      ['release', 'rollback', '--to', '1', '--yes'],
      ['status'],
      ['release', 'prune', '--keep', '1', '--yes'],
      ['backend', 'migrate', 'local', `local:${join(stack.home, 'other')}`, '--yes'],
    ]) {
      const isElsewhere = args[0] === 'backend' && open !== PLACES[0]?.open;
      if (!isElsewhere) await expectRefused(stack, args, NOT_TRUSTED);
    }
    expect(await isThere(victim)).toBe(true);
    expect(await isThere({...victim, name: 'created'})).toBe(false);
    // A runner that has seen nothing of it.
    const env = {GANTRY_HOME: join(stack.home, 'fresh')};
    if (open === PLACES[1]?.open) await expectRefused(stack, ['destroy', '--yes'], NOT_TRUSTED, {env});

    expect(await stack.gantry(['release', 'rebuild', '--yes'])).toMatchObject({code: 0});
    expect(await pendingChanges(stack)).toEqual([]);
    const ids = (await stack.gantry(['resource', 'list'])).stdout;
    expect(ids).toContain(`v1:ConfigMap:${namespace}:a`);
    expect(ids).not.toContain('theirs');
  });

  it('a release without MACs of an earlier Gantry is accepted with a warning, and deletes only owned objects', async () => {
    const {stack, victim, backend, lineage, more} = await attacked(IN_A_DIRECTORY);
    await forge(backend, lineage, more, withoutMac);
    await put(backend, indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage}));
    await remove(backend, pendingKey(lineage, 1, 1));
    await put(backend, HMAC_KEY, (await text(backend, HMAC_KEY)).replace(',"macs":"required"', ''));
    // On this machine a MAC was seen; on another one it was not.
    await expectRefused(stack, ['preview'], {...NOT_TRUSTED, says: ['it has no MAC, and this machine has seen']});
    const file = await seenFileOf(stack);
    await rm(file);
    const shown = await stack.gantry(['preview']);
    expect(shown).toMatchObject({code: 0, stderr: expect.stringContaining('have no MAC')});
    const destroy = ['destroy', '--yes', '--allow-delete', 'all'];
    await expectRefused(stack, destroy, {exit: 5, code: 'plan/blocked', says: [idOf(victim), 'ownership label']});
    expect(await isThere(victim)).toBe(true);

    expect(await stack.gantry(['resource', 'forget', idOf(victim), '--yes'])).toMatchObject({code: 0});
    expect((await stack.gantry(['preview'])).stderr).not.toContain('have no MAC');
    expect(await isThere(victim)).toBe(true);
  });

  it.each([
    {name: 'another backend', movedTo: () => 's3://theirs'},
    {name: 'the very backend that it is moved to', movedTo: (other: string) => `local:${other}`},
    {name: 'no MAC, and another backend', movedTo: () => 's3://theirs', isStripped: true},
  ])(
    'a migration rejects a release history that claims to have moved to $name',
    async ({movedTo, isStripped = false}) => {
      const {stack, backend} = await attacked(IN_A_DIRECTORY);
      const other = join(stack.home, 'other');
      const {mac, ...entry} = JSON.parse(await text(backend, indexKey(NAMES))) as IndexEntry;
      const forged = {...entry, movedTo: movedTo(other), ...(isStripped || mac === undefined ? {} : {mac})};
      await put(backend, indexKey(NAMES), encodeIndexEntry(forged));
      for (const args of [
        ['backend', 'migrate', 'local', `local:${other}`, '--yes'],
        ['workspace', 'rename', 'test', 'next', '--yes'],
        ['release', 'list'],
      ]) {
        const ran = await stack.gantry(args);
        expect(ran, args.join(' ')).not.toMatchObject({code: 0});
        expect(ran.stdout + ran.stderr).not.toContain('s3://theirs');
      }
      await expectRefused(stack, ['backend', 'migrate', 'local', `local:${other}`, '--yes'], {
        exit: 5,
        code: 'release/untrusted',
        says: ['test.json is not trusted'],
      });
      expect(await localBackend({directory: other}).list('')).toEqual([]);
    },
  );

  it('an old release is refused in the backend that it was moved to as well', async () => {
    const {stack, lineage} = await attacked(IN_A_DIRECTORY);
    const other = join(stack.home, 'other');
    const moved = await stack.gantry(['backend', 'migrate', 'local', `local:${other}`, '--yes']);
    expect(moved, moved.stderr).toMatchObject({code: 0});
    const backend = localBackend({directory: other});
    await remove(backend, headKey(lineage));
    await expectRefused(stack, ['preview'], {
      exit: 5,
      code: 'release/untrusted',
      says: ['head.json is not trusted', 'has seen revision 1'],
    });
  });

  it('an old release that was put back is refused where a newer one was seen, until the user confirms it', async () => {
    const {stack, backend, lineage} = await attacked(IN_A_DIRECTORY);
    const old = await text(backend, headKey(lineage));
    await stack.write(manifests(configMap('a', {a: '2'})));
    await applied(stack);
    const newer = await text(backend, headKey(lineage));
    await put(backend, headKey(lineage), old);
    const file = await seenFileOf(stack);
    const says = ['points to revision 1', 'has seen revision 2', 'gantry release rebuild', file];
    for (const args of [['preview'], ['apply', '--yes'], ['release', 'list']])
      await expectRefused(stack, args, {exit: 5, code: 'release/untrusted', says});
    await put(backend, headKey(lineage), newer);
    expect(await pendingChanges(stack)).toEqual([]);
    await put(backend, headKey(lineage), old);
    expect(await stack.gantry(['release', 'rebuild', '--yes'])).toMatchObject({code: 0});
    const {document} = await stack.json<{releases: readonly {revision: number}[]}>(['release', 'list']);
    expect(document.releases[0]?.revision).toBe(3);
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a lost key is reported, and each stack is rebuilt under a new one', async () => {
    const {stack, backend, lineage} = await attacked(IN_A_DIRECTORY);
    await remove(backend, HMAC_KEY);
    await expectRefused(stack, ['apply', '--yes'], {
      exit: 5,
      code: 'release/untrusted',
      says: ['the key is missing from the backend', 'gantry release rebuild'],
    });
    expect(await backend.get(HMAC_KEY)).toBeUndefined();
    // The pin was signed with the lost key as well.
    expect(await stack.gantry(['workspace', 'trust'])).toMatchObject({code: 0});
    await expectRefused(stack, ['apply', '--yes'], {...NOT_TRUSTED, says: ['gantry release rebuild']});
    const rebuilt = await stack.gantry(['release', 'rebuild', '--lineage', lineage, '--yes']);
    expect(rebuilt, rebuilt.stderr).toMatchObject({code: 0});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('a key that everybody can read causes a warning, and stops nothing', async () => {
    const {stack} = await attacked(IN_A_DIRECTORY);
    const directory = join(stack.home, '.gantry', 'keys');
    await chmod(join(directory, 'hmac'), 0o644);
    await chmod(directory, 0o755);
    const root = join(stack.home, '..');
    for (const one of [root, stack.home, join(stack.home, '.gantry')]) await chmod(one, 0o755);
    const shown = await stack.gantry(['preview']);
    expect(shown.code).toBe(0);
    expect(shown.stderr).toContain(`all users of this machine can read ${join(directory, 'hmac')}`);
  });
});

/** An entry of the release as good as one of an apply, and a resource that a run from the release would create. */
function forgeryOf(victim: Ref, uid: string): Partial<Pick<Release, 'spec' | 'state'>> {
  const {apiVersion, kind, namespace = '', name} = victim;
  const id = idOf({...victim, name: 'created'});
  return {
    spec: [
      {id, type: 'Kubernetes', attributes: configMap('created', {c: '1'}, {namespace}), dependsOn: [], extensions: {}},
    ],
    state: [
      {
        id: idOf(victim),
        type: 'Kubernetes',
        apiVersion,
        kind,
        namespace,
        name,
        uid,
        desiredDigest: 'd',
        applied: {},
        dependsOn: [],
      },
    ],
  };
}

async function seenFileOf({home}: Stack): Promise<string> {
  const directory = join(home, '.gantry', 'seen');
  const files = await readdir(directory, {recursive: true});
  const found = files.filter((file) => file.endsWith('.json'));
  expect(found).toHaveLength(1);
  return join(directory, found[0] ?? '');
}
