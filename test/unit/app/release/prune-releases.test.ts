import {expect, it} from 'vitest';
import {listReleases} from '../../../../src/app/release/list-releases.ts';
import {type PruneReleases, pruneReleases} from '../../../../src/app/release/prune-releases.ts';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import type {Release} from '../../../../src/core/release/release.ts';
import {acquireLock} from '../../../../src/engine/release/acquire.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {begun, ended, holderNamed, NAMES} from '../../../rig/releases.ts';
import {failureOf, rig} from '../workspace/rig.ts';

async function history(count: number, more: (revision: number) => Partial<Release> = () => ({})) {
  const {deps: rigDeps, backend} = await rig();
  const clock = handClock();
  const deps = {...rigDeps, clock};
  const run = async (record: boolean): Promise<void> => {
    await using lock = await acquireLock({
      backend,
      history: await openHistory({backend, ...NAMES}),
      names: NAMES,
      holder: holderNamed('anna'),
      clock: deps.clock,
      lockTimeoutMs: 0,
      signal: deps.signal,
      onEvent: () => undefined,
    });
    const release = begun(lock);
    await lock.begin(release);
    if (record) await lock.finish(ended(release, more(lock.revision)));
  };
  for (let n = 0; n < count; n++) await run(true);
  const prune = (request: Partial<PruneReleases> = {}, over: Backend = backend) =>
    pruneReleases(
      {...NAMES, keep: 2, dryRun: false, lockTimeoutSeconds: 0, confirm: async () => true, ...request},
      {...deps, backend: async () => over},
    );
  const revisions = async () => (await listReleases(NAMES, deps)).releases.map(({revision}) => revision);
  return {backend, clock, deps, prune, revisions, run};
}

it('a prune deletes old releases with the intents of recorded runs, and the next run continues', async () => {
  const {backend, prune, revisions, run} = await history(6);
  expect(await prune()).toMatchObject({
    kind: 'pruned',
    leftovers: 2,
    going: [{revision: 4}, {revision: 3}, {revision: 2}, {revision: 1}],
  });
  expect(await revisions()).toEqual([6, 5]);
  const left = (await backend.list('releases/')).map((key) => key.split('/').at(-1));
  expect(left.toSorted()).toEqual(['5-5.json', '6-6.json', 'head.json', 'pruned.json']);
  expect((await openHistory({backend, ...NAMES})).last?.revision).toBe(6);
  await run(true);
  expect(await revisions()).toEqual([7, 6, 5]);
  expect(await prune({keep: 9})).toMatchObject({kind: 'pruned', going: [], leftovers: 1});
  expect(await prune({keep: 9})).toMatchObject({kind: 'nothing'});
});

it.each([
  {name: 'a dry run', request: {dryRun: true}, kind: 'dry-run'},
  {name: 'a no', request: {confirm: async () => false}, kind: 'declined'},
])('a prune deletes nothing after $name', async ({request, kind}) => {
  const {backend, prune} = await history(4);
  const before = new Map(backend.values);
  expect((await prune(request)).kind).toBe(kind);
  expect(backend.values).toEqual(before);
});

it('a prune that stops at any request leaves a readable release history, and the next prune completes it', async () => {
  for (let stop = 1; ; stop++) {
    const {backend, prune, revisions} = await history(5, (revision) => (revision === 2 ? {phase: 'failed'} : {}));
    let left = stop;
    const dying = <T>(work: () => Promise<T>): Promise<T> =>
      --left < 0 ? Promise.reject(new GantryError({code: 'backend/io', detail: 'the power is out'})) : work();
    const mortal: Backend = {
      ...backend,
      get: (key) => dying(() => backend.get(key)),
      put: (key, value, expected) => dying(() => backend.put(key, value, expected)),
      delete: (key, expected) => dying(() => backend.delete(key, expected)),
    };
    const outcome = await prune({}, mortal).catch((error: unknown) => error);
    const {last, interrupted} = await openHistory({backend, ...NAMES});
    expect({revision: last?.revision, interrupted}).toEqual({revision: 5, interrupted: []});
    expect((await revisions()).slice(0, 2)).toEqual([5, 4]);
    if (left >= 0) {
      expect(outcome).toMatchObject({kind: 'pruned'});
      break;
    }
    const [lock] = await backend.list('locks/');
    const stored = await backend.get(lock ?? '');
    if (lock !== undefined && stored !== undefined) await backend.delete(lock, stored.version);
    await prune();
    expect(await revisions()).toEqual([5, 4]);
  }
});

it('a prune keeps what a run that died may have created', async () => {
  const {prune, revisions, run, backend} = await history(4);
  await run(false);
  await prune();
  expect(await revisions()).toEqual([5, 4, 3]);
  expect((await openHistory({backend, ...NAMES})).interrupted).toHaveLength(1);
});

it('a prune deletes nothing when another run came in between', async () => {
  const {prune, revisions, run} = await history(4);
  const failure = await failureOf(prune({confirm: async () => (await run(true), true)}));
  expect(failure.code).toBe('plan/stale');
  expect(await revisions()).toEqual([5, 4, 3, 2, 1]);
});

it('a prune stops when its lease may be over: after a suspend of the machine, another run may hold the lock', async () => {
  const {backend, clock, prune, revisions} = await history(12);
  let deleted = 0;
  const sleepy: Backend = {
    ...backend,
    delete: async (key, expected) => {
      if (deleted++ === 0) clock.wallOnly(120_000);
      return backend.delete(key, expected);
    },
  };
  const failure = await failureOf(prune({}, sleepy));
  expect(failure.code).toBe('release/lease-lost');
  expect(deleted).toBeLessThan(10);
  expect((await openHistory({backend, ...NAMES})).last?.revision).toBe(12);
  await prune();
  expect(await revisions()).toEqual([12, 11]);
});
