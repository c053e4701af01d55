import {describe, expect, it} from 'vitest';
import type {Event} from '../../../../src/core/event.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import {encodeHead} from '../../../../src/core/release/head.ts';
import {headKey, indexKey, lockKey} from '../../../../src/core/release/keys.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import type {AcquireRequest} from '../../../../src/engine/release/acquire-request.ts';
import {hmacKey} from '../../../../src/engine/release/hmac-key.ts';
import {LEASE} from '../../../../src/engine/release/lease.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {unlock} from '../../../../src/engine/release/unlock.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource, stateOf} from '../../../rig/releases.ts';

function rig(backend: Backend = memoryBackend()) {
  const clock = handClock();
  const events: Event[] = [];
  const acquire = async (user: string, more: Partial<AcquireRequest> = {}): Promise<HeldLock> => {
    // There from the first plan on, so that no test counts the write of it.
    await hmacKey(backend);
    return acquireLock({
      backend,
      history: await openHistory({backend, ...NAMES}),
      names: NAMES,
      holder: holderNamed(user),
      clock,
      lockTimeoutMs: 0,
      signal: new AbortController().signal,
      onEvent: (event) => void events.push(event),
      isDead: () => false,
      ...more,
    });
  };
  const open = () => openHistory({backend, ...NAMES});
  return {backend, clock, events, acquire, open};
}

type Rig = ReturnType<typeof rig>;

const failureOf = async (work: Promise<unknown> | (() => unknown)): Promise<Failure | undefined> => {
  try {
    await (typeof work === 'function' ? work() : work);
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
};

const release = (lock: HeldLock): Promise<void> => Promise.resolve(lock[Symbol.asyncDispose]());

describe('one run after another', () => {
  it('a run keeps the lock for one more release without a gap for other runs', async () => {
    const {acquire, open} = rig();
    await using lock = await acquire('anna');
    const failed = begun(lock);
    await lock.begin(failed);
    await lock.finish(ended(failed, {phase: 'failed'}));
    expect(await failureOf(acquire('bob'))).toMatchObject({code: 'release/locked'});
    const next = lock.next();
    expect([next.revision, next.epoch]).toEqual([2, lock.epoch]);
    const rollback = begun(next, {from: {revision: 0, failed: 1}});
    await next.begin(rollback);
    expect((await open()).pending).toMatchObject({revision: 2});
    await next.finish(ended(rollback));
    expect(await open()).toMatchObject({last: {revision: 2, from: {failed: 1}}, interrupted: []});
  });

  it('a run cannot begin one more release after it lost the lock', async () => {
    const {acquire, open, backend, clock, events} = rig();
    const lock = await acquire('anna');
    const failed = begun(lock);
    await lock.begin(failed);
    await lock.finish(ended(failed, {phase: 'failed'}));
    const {signal} = new AbortController();
    await unlock({
      backend,
      clock,
      lineage: lock.lineage,
      by: holderNamed('bob'),
      force: true,
      signal,
      onEvent: (event) => void events.push(event),
    });
    await using other = await acquire('bob');
    expect(other.revision).toBe(2);
    const next = lock.next();
    expect(await failureOf(next.begin(begun(next)))).toMatchObject({code: 'release/lease-lost'});
    expect((await open()).last).toMatchObject({revision: 1});
    await release(lock);
  });

  it('two runs in a row record two releases, each under the next epoch', async () => {
    const {acquire, open} = rig();
    for (const revision of [1, 2, 3]) {
      await using lock = await acquire('anna');
      expect([lock.revision, lock.epoch]).toEqual([revision, revision]);
      const run = begun(lock, {spec: [resource('a')]});
      await lock.begin(run);
      await lock.finish(ended(run, {state: [stateOf('a')]}));
    }
    const {last, pending, head, interrupted} = await open();
    expect(last).toMatchObject({revision: 3, phase: 'succeeded', state: [{id: 'a'}]});
    expect(head).toMatchObject({revision: 3, epoch: 3, cluster: {identity: 'uid-1'}});
    expect([pending, interrupted]).toEqual([undefined, []]);
  });

  it('a first apply uses the lineage that its plan assigned', async () => {
    const {acquire, open} = rig();
    await using lock = await acquire('anna', {lineage: 'abcdef0123456789'});
    expect(lock.lineage).toBe('abcdef0123456789');
    expect((await open()).lineage).toBe('abcdef0123456789');
  });

  it('a lock that is left to another process stays held at the end of the run, and that process learns of it', async () => {
    const {acquire, backend} = rig();
    const lock = await acquire('anna');
    const seen: string[] = [];
    lock.leaveTo(() => void seen.push('left'));
    await lock.ensureHeld(0);
    expect(seen).toEqual([]);
    expect(() => lock.next()).toThrow(
      expect.objectContaining({failure: expect.objectContaining({code: 'backend/io'})}),
    );
    await release(lock);
    expect(seen).toEqual(['left']);
    expect(await failureOf(acquire('bob'))).toMatchObject({code: 'release/locked', user: 'anna'});
    const key = lockKey(lock.lineage);
    const found = await backend.get(key);
    expect(new TextDecoder().decode(found?.value)).toContain(lock.token);
  });

  it('a run leaves the lock free, so that the next run does not wait', async () => {
    const {acquire, backend} = rig();
    const lock = await acquire('anna');
    await release(lock);
    const stored = await backend.get(lockKey(lock.lineage));
    expect(JSON.parse(new TextDecoder().decode(stored?.value))).toMatchObject({state: 'free'});
  });
});

describe('two runs at once', () => {
  it('a second run is refused at once, with the holder, its start and its command', async () => {
    const {acquire, events} = rig();
    await using _lock = await acquire('anna');
    expect(await failureOf(acquire('bert'))).toMatchObject({
      code: 'release/locked',
      holder: 'anna@build-7, pid 4711',
      since: '2026-01-01T00:00:00.000Z',
      command: 'gantry apply',
    });
    expect(events).toEqual([]);
  });

  it('a second run waits for its timeout and reports the holder once', async () => {
    const {acquire, clock, events} = rig();
    await using _lock = await acquire('anna');
    const second = failureOf(acquire('bert', {lockTimeoutMs: 10_000}));
    await clock.advance(9_999);
    expect(events).toMatchObject([
      {type: 'lock-waiting', holder: 'anna@build-7, pid 4711', since: '2026-01-01T00:00:00.000Z'},
    ]);
    await clock.advance(1);
    expect(await second).toMatchObject({code: 'release/locked'});
  });

  it('a second run continues as soon as the first one ends without changes', async () => {
    const {acquire, clock} = rig();
    const first = await acquire('anna');
    const second = acquire('bert', {lockTimeoutMs: 60_000});
    await clock.advance(5_000);
    await release(first);
    await clock.advance(1_000);
    await using lock = await second;
    expect(lock.epoch).toBe(2);
  });

  it('the plan of a second run is stale after the first one recorded a release', async () => {
    const {acquire, clock, open} = rig();
    const first = await acquire('anna');
    const second = failureOf(acquire('bert', {lockTimeoutMs: 60_000}));
    const run = begun(first);
    await first.begin(run);
    await first.finish(ended(run));
    await release(first);
    await clock.advance(1_000);
    expect(await second).toMatchObject({code: 'plan/stale', detail: expect.stringContaining('revision 1')});
    expect((await open()).last?.revision).toBe(1);
    await using _free = await acquire('carl');
  });

  it('a cancelled run stops waiting for the lock', async () => {
    const {acquire, clock} = rig();
    await using _lock = await acquire('anna');
    const cancel = new AbortController();
    const second = acquire('bert', {lockTimeoutMs: 60_000, signal: cancel.signal});
    const ended = expect(second).rejects.toBe('SIGINT');
    await clock.advance(2_000);
    cancel.abort('SIGINT');
    await ended;
  });

  it('two racing first applies get one lineage', async () => {
    const {acquire, backend} = rig();
    const history = {interrupted: []};
    const outcomes = await Promise.allSettled([acquire('anna', {history}), acquire('bert', {history})]);
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect(await backend.list('index/')).toHaveLength(1);
    expect(await backend.list('releases/')).toHaveLength(1);
    expect(await backend.list('locks/')).toHaveLength(1);
    await release((won[0] as PromiseFulfilledResult<HeldLock>).value);
  });

  it('the plan of the slower first apply is stale if its objects would have another lineage', async () => {
    const {acquire} = rig();
    await release(await acquire('anna', {lineage: 'aaaaaaaaaaaaaaaa'}));
    const slow = acquire('bert', {history: {interrupted: []}, lineage: 'bbbbbbbbbbbbbbbb'});
    expect(await failureOf(slow)).toMatchObject({code: 'plan/stale'});
  });
});

describe('a takeover of the lock', () => {
  it('a run takes over from a provably dead holder at once, even without a timeout', async () => {
    const {acquire} = rig();
    const dead = await acquire('anna');
    await using lock = await acquire('bert', {isDead: ({user}) => user === 'anna'});
    expect(lock.epoch).toBe(2);
    await release(dead);
  });

  it('a run takes over a lock after it stayed unchanged for its whole lease, and not earlier', async () => {
    const {acquire, clock, backend} = rig();
    const dead = await acquire('anna', {backend: dying(backend)});
    const second = acquire('bert', {lockTimeoutMs: 10 * LEASE.durationMs});
    let taken = false;
    void (async () => {
      await second;
      taken = true;
    })();
    await clock.advance(LEASE.durationMs - 1_000);
    expect(taken).toBe(false);
    await clock.advance(1_000);
    expect(taken).toBe(true);
    expect(await failureOf(() => dead.assertHeld())).toMatchObject({code: 'release/lease-lost'});
    await release(await second);
  });

  it('a run never takes over from a holder that renews', async () => {
    const {acquire, clock} = rig();
    await using lock = await acquire('anna');
    const second = failureOf(acquire('bert', {lockTimeoutMs: 20 * LEASE.durationMs}));
    await clock.advance(20 * LEASE.durationMs);
    expect(await second).toMatchObject({code: 'release/locked'});
    expect(lock.lost.aborted).toBe(false);
    lock.assertHeld(30_000);
  });

  it('a takeover fences the old holder: its next write of the head fails with a lost lease', async () => {
    const {acquire, open} = rig();
    const old = await acquire('anna');
    const run = begun(old);
    await old.begin(run);
    await using lock = await acquire('bert', {isDead: () => true});
    expect(await failureOf(old.finish(ended(run)))).toMatchObject({code: 'release/lease-lost'});
    expect(old.lost.aborted).toBe(true);
    expect(await failureOf(() => old.assertHeld())).toMatchObject({code: 'release/lease-lost'});
    expect((await open()).head).toMatchObject({epoch: 2, revision: 0});
    expect(lock.revision).toBe(2);
    await release(old);
    lock.assertHeld();
  });

  it('the next renewal of the old holder reports who took over', async () => {
    const {acquire, clock} = rig();
    const old = await acquire('anna');
    await using _lock = await acquire('bert', {isDead: () => true});
    await clock.advance(LEASE.renewMs);
    expect(old.lost.reason).toMatchObject({failure: {detail: expect.stringContaining('bert@build-7')}});
  });
});

describe('the lease', () => {
  it('a lease has no time for a request that would outlast it', async () => {
    const {acquire, clock, backend} = rig();
    const lock = await acquire('anna', {backend: dying(backend)});
    await clock.advance(LEASE.durationMs - 10_000);
    lock.assertHeld(9_000);
    expect(await failureOf(() => lock.assertHeld(10_000))).toMatchObject({code: 'release/lease-lost'});
  });

  it('a lease is lost when no renewal succeeds in time', async () => {
    const {acquire, clock, backend} = rig();
    const lock = await acquire('anna', {backend: dying(backend)});
    await clock.advance(LEASE.durationMs - 1);
    expect(lock.lost.aborted).toBe(false);
    await clock.advance(LEASE.retryMs);
    expect(lock.lost.reason).toMatchObject({failure: {code: 'release/lease-lost'}});
  });

  it('a lease survives a backend that fails for a while', async () => {
    const backend = memoryBackend();
    let down = false;
    const {acquire, clock} = rig({
      ...backend,
      put: (...put) => (down ? Promise.reject(ioError()) : backend.put(...put)),
    });
    await using lock = await acquire('anna');
    down = true;
    await clock.advance(LEASE.durationMs - 1_000);
    down = false;
    await clock.advance(LEASE.retryMs);
    lock.assertHeld(LEASE.durationMs - LEASE.retryMs - 1_000);
    expect(lock.lost.aborted).toBe(false);
  });

  it('a write waits for a late renewal, but not longer than the lease', async () => {
    const backend = memoryBackend();
    let down = false;
    const {acquire, clock} = rig({
      ...backend,
      put: (...put) => (down ? Promise.reject(ioError()) : backend.put(...put)),
    });
    await using lock = await acquire('anna');
    const {signal} = new AbortController();
    let written = 0;
    const write = async (): Promise<void> => {
      await lock.untilHeld(32_000, signal);
      if (!lock.lost.aborted) written += 1;
    };
    down = true;
    await clock.advance(LEASE.durationMs - 32_000);
    void write();
    await clock.advance(10_000);
    expect(written).toBe(0);
    down = false;
    await clock.advance(LEASE.retryMs + 500);
    expect(written).toBe(1);
    down = true;
    await clock.advance(LEASE.durationMs - 32_000);
    void write();
    await clock.advance(LEASE.durationMs);
    expect([written, lock.lost.aborted]).toEqual([1, true]);
    expect(clock.sleepers()).toBe(0);
  });

  it('a lease counts the time that the machine slept, and continues if no run took over', async () => {
    const {acquire, clock} = rig();
    await using lock = await acquire('anna');
    clock.wallOnly(10 * 60_000);
    expect(await failureOf(() => lock.assertHeld())).toMatchObject({code: 'release/lease-lost'});
    await clock.advance(LEASE.renewMs);
    lock.assertHeld();
  });

  it.each([
    {name: 'the process was busy', jump: (ms: number, {clock}: Rig) => clock.jump(ms)},
    {name: 'the machine slept', jump: (ms: number, {clock}: Rig) => clock.wallOnly(ms)},
  ])('a lease that expired because $name is renewed before a write, and the run continues', async ({jump}) => {
    const run = rig();
    await using lock = await run.acquire('anna');
    jump(10 * LEASE.durationMs, run);
    await Promise.all(Array.from({length: 100}, () => lock.ensureHeld(32_000)));
    lock.assertHeld(32_000);
    // One renewal was for all of them.
    const stored = await run.backend.get(lockKey(lock.lineage));
    expect(JSON.parse(new TextDecoder().decode(stored?.value))).toMatchObject({renewal: 1});
    expect(await failureOf(run.acquire('bert'))).toMatchObject({code: 'release/locked'});
  });

  it('an expired lease is lost if another run took the lock, and nothing more is written', async () => {
    const {acquire, clock} = rig();
    const old = await acquire('anna');
    clock.jump(10 * LEASE.durationMs);
    await using lock = await acquire('bert', {isDead: () => true});
    expect(await failureOf(old.ensureHeld(32_000))).toMatchObject({
      code: 'release/lease-lost',
      detail: expect.stringContaining('bert@build-7'),
    });
    expect(old.lost.aborted).toBe(true);
    lock.assertHeld();
    await release(old);
  });

  it('an expired lease is not lost by one failed renewal', async () => {
    const backend = memoryBackend();
    let down = false;
    const {acquire, clock} = rig({
      ...backend,
      put: (...put) => (down ? Promise.reject(ioError()) : backend.put(...put)),
    });
    await using lock = await acquire('anna');
    down = true;
    clock.jump(10 * LEASE.durationMs);
    const held = lock.ensureHeld(32_000);
    await clock.advance(5_000);
    expect(lock.lost.aborted).toBe(false);
    down = false;
    await clock.advance(1_000);
    await held;
    lock.assertHeld(32_000);
  });

  it('a stopped run stops waiting for a renewal', async () => {
    const {acquire, clock, backend} = rig();
    const lock = await acquire('anna', {backend: {...backend, put: silentPut(backend)}});
    clock.jump(2 * LEASE.durationMs);
    const stop = new AbortController();
    const held = lock.ensureHeld(32_000, stop.signal);
    stop.abort(new Error('stop'));
    await expect(held).rejects.toThrow('stop');
  });

  it('a lease is renewed in time by a backend that takes seconds for each response', async () => {
    const {backend, acquire, clock} = rig();
    const slow: Backend = {
      ...backend,
      get: async (key) => {
        await clock.sleep(4_000);
        return backend.get(key);
      },
    };
    const acquiring = acquire('anna', {backend: slow});
    await clock.advance(60_000);
    await using lock = await acquiring;
    for (let minute = 0; minute < 60; minute++) {
      await clock.advance(5_000);
      // A write may take half a minute: the lock has always that much left.
      lock.assertHeld(30_000);
    }
  });

  it('a lock that is broken by force is noticed long before its renewal', async () => {
    const {acquire, clock, backend} = rig();
    const lock = await acquire('anna');
    const {signal} = new AbortController();
    const by = holderNamed('bob');
    await unlock({backend, clock, lineage: lock.lineage, by, force: true, signal, onEvent: () => undefined});
    await clock.advance(2 * (LEASE.lookMs ?? 0));
    expect(lock.lost.reason).toMatchObject({failure: {code: 'release/lease-lost'}});
    expect(2 * (LEASE.lookMs ?? 0)).toBeLessThan(LEASE.renewMs);
  });

  it('a released lease is not renewed any more', async () => {
    const {acquire, clock} = rig();
    await release(await acquire('anna'));
    expect(clock.sleepers()).toBe(0);
  });
});

describe('lost responses', () => {
  it.each(['put succeeds but its response is lost', 'put is lost'] as const)(
    'a run keeps its lock and records its release if the first %s',
    async (how) => {
      const backend = memoryBackend();
      const failed = new Set<string>();
      const flaky: Backend = {
        ...backend,
        put: async (key, value, expected) => {
          const again = `${key}@${expected}`;
          const lose = !failed.has(again);
          failed.add(again);
          if (lose && how === 'put is lost') throw ioError();
          const outcome = await backend.put(key, value, expected);
          if (lose) throw ioError();
          return outcome;
        },
      };
      const {acquire, open, clock} = rig(flaky);
      await using lock = await acquire('anna');
      const run = begun(lock);
      await lock.begin(run);
      await clock.advance(3 * LEASE.renewMs);
      await lock.finish(ended(run));
      expect(lock.lost.aborted).toBe(false);
      expect((await open()).last?.revision).toBe(1);
    },
  );

  it('a run with a lost response is not confused by another run with the same epoch', async () => {
    const backend = memoryBackend();
    const {acquire} = rig(backend);
    const first = await acquire('anna');
    await release(first);
    const [a, b] = await Promise.allSettled([acquire('bert'), acquire('carl')]);
    expect([a.status, b.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a refused acquisition', () => {
  it('the files of another project are refused before and after the lock', async () => {
    const {acquire, open} = rig();
    await release(await acquire('anna', {origin: {origin: 'github.com/acme/shop//web', directory: '/a'}}));
    const other = acquire('bert', {origin: {origin: 'github.com/other/shop//web', directory: '/a'}});
    expect(await failureOf(other)).toEqual({
      code: 'release/foreign-origin',
      expected: 'github.com/acme/shop//web',
      found: 'github.com/other/shop//web',
    });
    await release(await acquire('carl'));
    expect((await open()).head?.origin).toBe('github.com/acme/shop//web');
  });

  it.each([
    {name: 'empty', value: '', code: 'release/damaged'},
    {name: 'truncated', value: '{"formatVersion":1,"line', code: 'release/damaged'},
    {name: 'garbage', value: '\u0000\u0001garbage', code: 'release/damaged'},
    {name: 'not an object', value: '[]', code: 'release/damaged'},
    {name: 'without a version', value: '{}', code: 'release/damaged'},
    {name: 'without its fields', value: '{"formatVersion":1}', code: 'release/damaged'},
    {name: 'newer', value: '{"formatVersion":2,"everything":"else"}', code: 'release/newer-format'},
  ])('a head, lock or index that is $name is not overwritten', async ({value, code}) => {
    for (const keyOf of [headKey, lockKey, () => indexKey(NAMES)]) {
      const backend = memoryBackend();
      const {acquire} = rig(backend);
      const lock = await acquire('anna');
      await release(lock);
      const history = await openHistory({backend, ...NAMES});
      const key = keyOf(lock.lineage);
      backend.write(key, value);
      const {version} = backend.values.get(key) ?? {};
      expect(
        await failureOf(acquire('bert', {history: key.startsWith('index/') ? {interrupted: []} : history})),
      ).toMatchObject({
        code,
        key,
      });
      expect(backend.values.get(key)?.version).toBe(version);
    }
  });

  it('a head of another lineage is refused', async () => {
    const backend = memoryBackend();
    const {acquire, open} = rig(backend);
    const lock = await acquire('anna');
    await release(lock);
    backend.write(headKey(lock.lineage), encodeHead({...lock.head, lineage: 'other'}));
    expect(await failureOf(open())).toMatchObject({code: 'release/damaged'});
  });
});

/** A holder whose process is gone: after the acquisition nothing it writes arrives any more. */
function dying(backend: Backend): Backend {
  let writes = 0;
  return {
    ...backend,
    put: async (key, value, expected) => {
      if (++writes > 3) throw ioError(); // index, lock, head
      return backend.put(key, value, expected);
    },
  };
}

/** After the acquisition no write is answered. */
function silentPut(backend: Backend): Backend['put'] {
  let writes = 0;
  return async (...put) => (++writes > 3 ? new Promise<never>(() => undefined) : backend.put(...put));
}

const ioError = (): GantryError => new GantryError({code: 'backend/io', detail: 'the network is down'});
