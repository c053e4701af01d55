import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {checkPin, pinCluster} from '../../../../src/app/workspace/pin.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {ClusterIdentity} from '../../../../src/core/workspace/cluster-identity.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {stoppedClock} from '../../../rig/stopped-clock.ts';
import {failureOf} from './rig.ts';

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
const check = (backend: Backend, found: ClusterIdentity) => ({
  chosen,
  found,
  backend,
  clock: stoppedClock(),
  onEvent: () => undefined,
});
const stored = (backend: ReturnType<typeof memoryBackend>) =>
  JSON.parse(new TextDecoder().decode(backend.values.get('pins/prod.json')?.value)) as unknown;

describe('the cluster of a workspace', () => {
  it('is judged, and a warning given, where nothing can be kept', async () => {
    const put = () => Promise.reject(new GantryError({code: 'backend/io', detail: 'the file system is read-only'}));
    const events: unknown[] = [];
    const backend = {...memoryBackend(), put};
    await checkPin({...check(backend, A), onEvent: (event) => void events.push(event)});
    expect(events).toMatchObject([
      {diagnostic: {severity: 'warning', code: 'cluster/not-bound', message: expect.stringContaining('read-only')}},
    ]);
  });

  it('is pinned at first contact', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    expect(stored(backend)).toEqual({
      formatVersion: 1,
      workspace: 'prod',
      pinnedAt: '2026-01-01T00:00:00.000Z',
      identities: [A],
    });
  });

  it('is not written again when it is the same', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    const before = backend.values.get('pins/prod.json')?.version;
    await checkPin(check(backend, A));
    expect(backend.values.get('pins/prod.json')?.version).toBe(before);
  });

  it('is refused when it is another: expected and found are named, and the pin stays', async () => {
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

  it('is recognised with other rights, and told apart by what each of them saw', async () => {
    const backend = memoryBackend();
    await checkPin(check(backend, A));
    await checkPin(check(backend, TEAM));
    await checkPin(check(backend, A));
    expect(stored(backend)).toMatchObject({identities: [A, TEAM]});
    expect(await failureOf(checkPin(check(backend, {...TEAM, identity: 'n2'})))).toMatchObject({code: 'cluster/other'});
  });

  it('is judged by what another run pinned at the same moment', async () => {
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

  it('is one for every checkout of a repository, wherever that lies', async () => {
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

  it('can be pinned anew, which forgets all that was known', async () => {
    const backend = memoryBackend();
    expect(await pinCluster(check(backend, A))).toBeUndefined();
    await checkPin(check(backend, TEAM));
    expect(await pinCluster(check(backend, B))).toEqual(A);
    expect(stored(backend)).toMatchObject({identities: [B]});
    await checkPin(check(backend, B));
  });

  it.each([
    {text: 'not json', code: 'release/damaged'},
    {text: '{"formatVersion":1}', code: 'release/damaged'},
    {text: '{"formatVersion":9}', code: 'release/newer-format'},
  ])('is never guessed from a record that cannot be read: $text', async ({text, code}) => {
    const backend = memoryBackend();
    backend.write('pins/prod.json', text);
    expect(await failureOf(checkPin(check(backend, A)))).toMatchObject({code, key: 'pins/prod.json'});
    await pinCluster(check(backend, A));
    await checkPin(check(backend, A));
  });
});
