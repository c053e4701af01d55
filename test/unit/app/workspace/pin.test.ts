import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {admitServer} from '../../../../src/app/workspace/admit-server.ts';
import {type CheckPin, checkPin, pinCluster} from '../../../../src/app/workspace/pin.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import type {ClusterAccess} from '../../../../src/ports/cluster-access.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';
import {failureOf, wayTo} from './rig.ts';

const A: ClusterIdentity = {server: 'https://a', identity: 'u1', method: 'kube-system-uid', version: 'v1'};
const B: ClusterIdentity = {server: 'https://b', identity: 'u2', method: 'kube-system-uid', version: 'v1'};
const TEAM: ClusterIdentity = {
  server: 'https://a',
  identity: 'n1',
  method: 'namespace-uid',
  namespace: 'team',
  version: 'v1',
};

const chosen = {name: 'prod', place: 'backend', file: 'workspaces/prod.yaml'} as const;
const check = (backend: Backend, found: ClusterIdentity, more: Partial<CheckPin> = {}): CheckPin => ({
  chosen,
  found,
  access: wayTo(found.server),
  // Nobody else writes it, unless a test says so.
  backend: {...backend, isPrivate: true},
  home: '/not/used',
  clock: stoppedClock(),
  onEvent: () => undefined,
  ...more,
});
const stored = (backend: ReturnType<typeof memoryBackend>) =>
  JSON.parse(new TextDecoder().decode(backend.values.get('pins/prod.json')?.value)) as unknown;

describe('the pin of a workspace', () => {
  it('a read-only backend still checks the pin, with a warning', async () => {
    const put = () => Promise.reject(new GantryError({code: 'backend/io', detail: 'the file system is read-only'}));
    const events: unknown[] = [];
    const backend = {...memoryBackend(), put};
    await checkPin({...check(backend, A), onEvent: (event) => void events.push(event)});
    expect(events).toMatchObject([
      {diagnostic: {severity: 'warning', code: 'cluster/not-bound', message: expect.stringContaining('read-only')}},
    ]);
  });

  it('the first contact pins the cluster', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    expect(stored(backend)).toEqual({
      formatVersion: 1,
      workspace: 'prod',
      pinnedAt: '2026-01-01T00:00:00.000Z',
      identities: [A],
      servers: [{server: 'https://a'}],
      mac: {key: expect.any(String), hmac: expect.any(String)},
    });
  });

  it('an unchanged pin is not written again', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    const before = backend.values.get('pins/prod.json')?.version;
    await checkPin(check(backend, A));
    expect(backend.values.get('pins/prod.json')?.version).toBe(before);
  });

  it('another cluster is refused with the expected and the found one, and the pin stays', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    expect(await failureOf(checkPin(check(backend, B)))).toEqual({
      code: 'cluster/other',
      workspace: 'prod',
      expected: 'https://a (kube-system-uid u1)',
      found: 'https://b (kube-system-uid u2)',
    });
    expect(stored(backend)).toMatchObject({identities: [A]});
  });

  it('a cluster is recognised with other permissions, and distinguished by the evidence of each', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    await checkPin(check(backend, TEAM));
    await checkPin(check(backend, A));
    expect(stored(backend)).toMatchObject({identities: [A, TEAM]});
    expect(await failureOf(checkPin(check(backend, {...TEAM, identity: 'n2'})))).toMatchObject({code: 'cluster/other'});
  });

  it('a concurrent pin of another run is used for the comparison', async () => {
    const backend = memoryBackend();
    const raced: Backend = {
      ...backend,
      put: async (key, value, expected) => {
        if (expected === undefined && !backend.values.has(key)) await checkPin(check(backend, A));
        return backend.put(key, value, expected);
      },
    };
    expect(await failureOf(checkPin(check(raced, B)))).toMatchObject({code: 'cluster/other'});
    await checkPin(check(raced, A));
  });

  it('all checkouts of a repository share one pin', async () => {
    const backend = memoryBackend();
    const checkout = async (remote: string): Promise<string> => {
      const root = await scratchDirectory();
      await mkdir(join(root, '.git'));
      await writeFile(join(root, '.git/config'), `[remote "origin"]\n  url = ${remote}\n`);
      return join(root, 'workspaces/prod.yaml');
    };
    const found = async (remote: string, cluster: ClusterIdentity) =>
      checkPin({...check(backend, cluster), chosen: {name: 'prod', place: 'file', file: await checkout(remote)}});
    await found('https://github.com/acme/shop', A);
    await found('git@github.com:acme/shop.git', A);
    expect(await failureOf(found('https://github.com/acme/shop', B))).toMatchObject({code: 'cluster/other'});
    await found('https://github.com/acme/other', B);
  });

  it('pinning again forgets everything that was known', async () => {
    const backend = memoryBackend();
    expect(await pinCluster(check(backend, A))).toBeUndefined();
    await checkPin(check(backend, TEAM));
    expect(await pinCluster(check(backend, B))).toEqual(A);
    expect(stored(backend)).toMatchObject({identities: [B]});
    await checkPin(check(backend, B));
  });

  it('the last pin on this machine counts when others replaced the pin in the backend', async () => {
    const [backend, home] = [memoryBackend(), await scratchDirectory()];
    const shared = (found: ClusterIdentity) =>
      check(backend, found, {backend, home, access: wayTo(found.server, found.server)});
    await checkPin(shared(A));
    const honest = backend.values.get('pins/prod.json');
    await pinCluster({...shared(B), home: await scratchDirectory()});
    expect(await failureOf(checkPin(shared(B)))).toMatchObject({
      code: 'cluster/other',
      expected: expect.stringContaining('u1'),
    });
    const way = {chosen, backend, access: wayTo('https://b', 'https://b')};
    expect(await failureOf(admitServer(way, {home}))).toMatchObject({code: 'cluster/other', unsent: true});
    expect(await admitServer(way, {home: await scratchDirectory()})).toBe(way.access);
    await pinCluster(shared(B));
    await checkPin(shared(B));
    expect(backend.values.get('pins/prod.json')).not.toEqual(honest);
  });

  it('the key of a server without a CA is pinned, and required at another address', async () => {
    const backend = memoryBackend();
    const way = (server: string, key: string): ClusterAccess => ({...wayTo(server), serverKey: async () => key});
    await checkPin(check(backend, A, {access: way('https://a', 'k1')}));
    expect(stored(backend)).toMatchObject({servers: [{server: 'https://a', keys: ['k1']}]});
    const asked = {chosen, backend: {...backend, isPrivate: true as const}};
    const admitted = await admitServer({...asked, access: way('https://b', 'k1')}, {home: '/not/used'});
    expect(admitted.tls.publicKeys).toEqual(['k1']);
    const other = admitServer({...asked, access: way('https://b', 'k2')}, {home: '/not/used'});
    expect(await failureOf(other)).toMatchObject({code: 'cluster/other', unsent: true});
  });

  it('a sandbox is identified by its identity only, because its address and CA change with each run', async () => {
    const backend = memoryBackend();
    const way = (server: string): ClusterAccess => ({...wayTo(server, server), isTemporary: true});
    await checkPin(check(backend, A, {access: way('https://a')}));
    await checkPin(check(backend, {...A, server: 'https://b'}, {access: way('https://b')}));
    expect(stored(backend)).not.toHaveProperty('servers');
    expect(await failureOf(checkPin(check(backend, B, {access: way('https://a')})))).toMatchObject({
      code: 'cluster/other',
    });
  });

  it.each([
    {text: 'not json', code: 'release/damaged'},
    {text: '{"formatVersion":1}', code: 'release/damaged'},
    {text: '{"formatVersion":9}', code: 'release/newer-format'},
  ])('an unreadable pin is never guessed: $text', async ({text, code}) => {
    const backend = memoryBackend();
    backend.write('pins/prod.json', text);
    expect(await failureOf(checkPin(check(backend, A)))).toMatchObject({code, key: 'pins/prod.json'});
    await pinCluster(check(backend, A));
    await checkPin(check(backend, A));
  });
});
