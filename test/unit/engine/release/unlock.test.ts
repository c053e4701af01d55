import {describe, expect, it} from 'vitest';
import type {Event} from '../../../../src/core/event.ts';
import {type Failure, GantryError} from '../../../../src/core/failure/failure.ts';
import type {HeldState} from '../../../../src/core/release/held-state.ts';
import type {Holder} from '../../../../src/core/release/holder.ts';
import {lockKey, unlockKey} from '../../../../src/core/release/keys.ts';
import {decodeLock, encodeLock} from '../../../../src/core/release/lock.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import {currentHolder} from '../../../../src/engine/release/holder.ts';
import {LEASE} from '../../../../src/engine/release/lease.ts';
import {readBreaks} from '../../../../src/engine/release/record-break.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import {type Unlocked, type UnlockRequest, unlock} from '../../../../src/engine/release/unlock.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {memoryBackend} from '../../../rig/memory-backend.ts';
import {holderNamed, NAMES} from '../../../rig/releases.ts';

const HERE = currentHolder({env: {CI_JOB_URL: 'https://ci.example/8'}, command: 'gantry apply -w prod'});
const BY = {...holderNamed('bob'), command: 'gantry release unlock --force'};

function rig(backend: Backend = memoryBackend()) {
  const clock = handClock();
  const events: Event[] = [];
  const signal = new AbortController().signal;
  const onEvent = (event: Event): void => void events.push(event);
  const acquire = async (holder: Holder, lockTimeoutMs = 0): Promise<HeldLock> =>
    acquireLock({
      backend,
      history: await openHistory({backend, ...NAMES}),
      names: NAMES,
      holder,
      clock,
      lockTimeoutMs,
      signal,
      onEvent,
    });
  const free = (lineage: string, more: Partial<UnlockRequest> = {}): Promise<Unlocked> =>
    unlock({backend, clock, lineage, by: BY, force: false, signal, onEvent, ...more});
  return {backend, clock, events, acquire, free};
}

const failureOf = async (work: Promise<unknown>): Promise<Failure | undefined> => {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
};

describe('the facts of a lock', () => {
  it('the facts of a lock name user, start, host, command, CI run, last renewal and lease duration', async () => {
    const {acquire, clock} = rig();
    await using _lock = await acquire({...holderNamed('anna'), run: 'https://ci.example/run/8'});
    await clock.advance(LEASE.renewMs + 7_000);
    expect(await failureOf(acquire(holderNamed('bert')))).toEqual({
      code: 'release/locked',
      holder: 'anna@build-7, pid 4711, https://ci.example/run/8',
      since: '2026-01-01T00:00:00.000Z',
      command: 'gantry apply',
      user: 'anna',
      host: 'build-7',
      pid: 4711,
      run: 'https://ci.example/run/8',
      leaseSeconds: 60,
      renewedSecondsAgo: 7,
      alive: 'unknown',
    });
  });

  it.each([
    {name: 'whose process is there on this machine', holder: HERE, waitMs: 0, alive: 'runs'},
    {name: 'of which nothing was seen', holder: holderNamed('anna'), waitMs: 5_000, alive: 'unknown'},
    {name: 'on a machine of the same snapshot', holder: {...HERE, host: 'its-clone'}, waitMs: 0, alive: 'unknown'},
    {name: 'that renewed while we waited', holder: holderNamed('anna'), waitMs: LEASE.renewMs + 5_000, alive: 'renews'},
  ])('the liveness of a holder is reported $name', async ({holder, waitMs, alive}) => {
    const {acquire, clock} = rig();
    await using _lock = await acquire(holder);
    const refused = failureOf(acquire(holderNamed('bert'), waitMs));
    await clock.advance(waitMs);
    expect(await refused).toMatchObject({code: 'release/locked', alive});
  });

  it('a waiting run reports the lock as an event', async () => {
    const {acquire, clock, events} = rig();
    await using _lock = await acquire(HERE);
    const refused = failureOf(acquire(holderNamed('bert'), 3_000));
    await clock.advance(3_000);
    await refused;
    const {command, run} = HERE;
    expect(events).toMatchObject([{type: 'lock-waiting', command, run, renewedSecondsAgo: 0, alive: 'runs'}]);
  });

  it.each([
    {name: 'ahead of ours', skew: 3_600_000, said: 4},
    {name: 'behind ours', skew: -3_600_000, said: 3604},
  ])("the age of a renewal is never in the future with a holder's clock $name", async ({skew, said}) => {
    const {acquire, clock, backend} = rig();
    const lock = await acquire(holderNamed('anna'));
    const stored = await backend.get(lockKey(lock.lineage));
    const held = decodeLock('', stored?.value ?? new Uint8Array()) as HeldState;
    await lock[Symbol.asyncDispose]();
    const free = await backend.get(lockKey(lock.lineage));
    const renewedAt = new Date(Date.parse(held.since) + skew).toISOString();
    await backend.put(lockKey(lock.lineage), encodeLock({...held, renewedAt}), free?.version);
    const refused = failureOf(acquire(holderNamed('bert'), 4_000));
    await clock.advance(4_000);
    expect(await refused).toMatchObject({renewedSecondsAgo: said});
  });
});

describe('a lock timeout of one lease', () => {
  it('a timeout of one lease outwaits a dead holder although each read takes time', async () => {
    const store = memoryBackend();
    const {acquire, clock} = rig();
    const slow = rig({
      ...store,
      get: async (key) => {
        await slow.clock.sleep(300);
        return store.get(key);
      },
    });
    await (await acquire(holderNamed('anna')))[Symbol.asyncDispose]();
    const first = slow.acquire(holderNamed('anna'));
    await slow.clock.advance(2_000);
    const {lineage} = await first;
    await store.put(
      lockKey(lineage),
      encodeLock({
        formatVersion: 1,
        state: 'held',
        token: 'gone',
        renewal: 3,
        durationMs: LEASE.durationMs,
        holder: holderNamed('far-away'),
        since: clock.now().toISOString(),
      }),
      store.values.get(lockKey(lineage))?.version,
    );
    const next = slow.acquire(holderNamed('bert'), LEASE.durationMs);
    await slow.clock.advance(LEASE.durationMs + 4_000);
    await expect(next).resolves.toMatchObject({epoch: 2});
  });
});

describe('a broken lock', () => {
  it('a broken lock is recorded with both users, the time, the reason and the command', async () => {
    const {acquire, free, backend, clock} = rig();
    const {lineage} = await acquire(holderNamed('anna'));
    await clock.advance(5_000);
    const unlocked = await free(lineage, {force: true});
    expect(unlocked).toMatchObject({kind: 'unlocked', found: {because: 'forced', user: 'anna'}});
    expect(await readBreaks(backend, lineage)).toEqual([
      {
        formatVersion: 1,
        at: '2026-01-01T00:00:05.000Z',
        by: BY,
        because: 'forced',
        from: {token: expect.any(String), since: '2026-01-01T00:00:00.000Z', holder: holderNamed('anna')},
      },
    ]);
  });

  it('earlier breaks stay recorded, oldest first', async () => {
    const {acquire, free, backend, clock} = rig();
    for (const user of ['anna', 'bert', 'carl']) {
      const {lineage} = await acquire(holderNamed(user));
      await clock.advance(1_000);
      await free(lineage, {force: true});
    }
    const {lineage} = await acquire(holderNamed('dora'));
    expect((await readBreaks(backend, lineage)).map(({from}) => from.holder.user)).toEqual(['anna', 'bert', 'carl']);
  });

  it('the next run records a break whose process died before it could record it', async () => {
    const store = memoryBackend();
    const {acquire, free} = rig({
      ...store,
      put: (key, ...rest) => (key.startsWith('unlocks/') ? Promise.reject(ioError()) : store.put(key, ...rest)),
    });
    const {lineage} = await acquire(holderNamed('anna'));
    expect(await failureOf(free(lineage, {force: true}))).toMatchObject({code: 'backend/io'});
    const known = [{by: BY, from: {holder: {user: 'anna'}}}];
    expect(await readBreaks(store, lineage)).toMatchObject(known);
    const healthy = rig(store);
    await healthy.acquire(holderNamed('bert'));
    expect(await store.list('unlocks/')).toHaveLength(1);
    expect(await readBreaks(store, lineage)).toMatchObject(known);
  });

  it('the holder of a broken lock learns who broke it', async () => {
    const {acquire, free, clock} = rig();
    const lock = await acquire(holderNamed('anna'));
    await free(lock.lineage, {force: true});
    await clock.advance(2 * (LEASE.lookMs ?? 0));
    expect(lock.lost.reason).toMatchObject({
      failure: {detail: expect.stringContaining('bob@build-7, pid 4711 (gantry release unlock --force)')},
    });
  });

  it('a damaged record of a break is refused with its key', async () => {
    const store = memoryBackend();
    store.write(unlockKey('abc', 't'), '{"formatVersion":1}');
    await expect(readBreaks(store, 'abc')).rejects.toMatchObject({failure: {key: 'unlocks/abc/t.json'}});
  });
});

describe('a damaged lock', () => {
  it('a damaged lock is refused with its key until it is broken by force, which is recorded', async () => {
    const store = memoryBackend();
    const {acquire, free} = rig(store);
    const lock = await acquire(holderNamed('anna'));
    const {lineage} = lock;
    await lock[Symbol.asyncDispose]();
    store.write(lockKey(lineage), '{"formatVersion":1,"state":"he');
    const damage = {code: 'release/damaged', key: lockKey(lineage)};
    expect(await failureOf(acquire(holderNamed('bert')))).toMatchObject(damage);
    expect(await failureOf(free(lineage))).toMatchObject(damage);
    expect(await free(lineage, {force: true})).toMatchObject({kind: 'unlocked', found: {user: 'unknown'}});
    await expect(acquire(holderNamed('bert'))).resolves.toMatchObject({epoch: 2});
    expect(await readBreaks(store, lineage)).toMatchObject([{by: BY, because: 'forced'}]);
  });
});

describe('a lock that is damaged in the same way again', () => {
  it('a lock that is damaged in the same way again is broken again and does not block later runs', async () => {
    const store = memoryBackend();
    const {acquire, free, clock} = rig(store);
    const lock = await acquire(holderNamed('anna'));
    const {lineage} = lock;
    await lock[Symbol.asyncDispose]();
    for (const _ of [1, 2]) {
      store.write(lockKey(lineage), '');
      await clock.advance(1_000);
      expect(await free(lineage, {force: true})).toMatchObject({kind: 'unlocked'});
    }
    await expect(acquire(holderNamed('bert'))).resolves.toMatchObject({epoch: 2});
    expect(await readBreaks(store, lineage)).toHaveLength(2);
  });
});

describe('a holder on another machine that was started from the same snapshot', () => {
  it('a holder on another machine does not count as dead because its process does not exist here', async () => {
    const {acquire, free, clock} = rig();
    const lock = await acquire({...HERE, host: 'its-clone', processStart: '1'});
    expect(await failureOf(acquire(holderNamed('bert')))).toMatchObject({code: 'release/locked', host: 'its-clone'});
    const refused = failureOf(free(lock.lineage));
    await clock.advance(LEASE.durationMs);
    expect(await refused).toMatchObject({code: 'release/locked', alive: 'renews'});
  });
});

describe('the confirmation of an unlock', () => {
  it('the confirmation shows the holder and the reason, and "no" changes nothing', async () => {
    const {acquire, free, backend} = rig();
    const {lineage} = await acquire({...HERE, processStart: '1'});
    const asked: unknown[] = [];
    const no = await free(lineage, {confirm: async (found) => (asked.push(found), false)});
    expect(no).toEqual({kind: 'declined'});
    expect(asked).toMatchObject([{because: 'dead', command: HERE.command, run: 'https://ci.example/8'}]);
    expect(await readBreaks(backend, lineage)).toEqual([]);
    expect(decodeLock('', (await backend.get(lockKey(lineage)))?.value ?? new Uint8Array()).state).toBe('held');
  });

  it('a confirmation covers only its holder, not one that took the lock meanwhile', async () => {
    const {acquire, free, backend} = rig();
    const first = await acquire(holderNamed('anna'));
    const asked: string[] = [];
    const confirm = async ({user}: {readonly user: string}): Promise<boolean> => {
      asked.push(user);
      if (asked.length > 1) return false;
      await first[Symbol.asyncDispose]();
      await acquire(holderNamed('bert'));
      return true;
    };
    expect(await free(first.lineage, {force: true, confirm})).toEqual({kind: 'declined'});
    expect(asked).toEqual(['anna', 'bert']);
    expect(await readBreaks(backend, first.lineage)).toEqual([]);
  });

  it('the confirmation is not repeated for a holder that renews during the question', async () => {
    const {acquire, free, clock} = rig();
    const {lineage} = await acquire(holderNamed('anna'));
    let asked = 0;
    const confirm = async (): Promise<boolean> => {
      asked += 1;
      await clock.advance(LEASE.renewMs);
      return true;
    };
    expect(await free(lineage, {force: true, confirm})).toMatchObject({kind: 'unlocked'});
    expect(asked).toBe(1);
  });

  it('without force, a holder that renews during the question counts as alive', async () => {
    const {acquire, free, clock, backend} = rig();
    const lock = await acquire(holderNamed('anna'));
    const {lineage} = lock;
    const frozen = (await backend.get(lockKey(lineage)))?.value ?? new Uint8Array();
    await lock[Symbol.asyncDispose]();
    const renew = async (renewal: number): Promise<void> => {
      const held = decodeLock('', frozen) as HeldState;
      await backend.put(
        lockKey(lineage),
        encodeLock({...held, renewal}),
        (await backend.get(lockKey(lineage)))?.version,
      );
    };
    await renew(1);
    const confirm = async (): Promise<boolean> => (await renew(2), true);
    const refused = failureOf(free(lineage, {confirm}));
    await clock.advance(LEASE.durationMs);
    expect(await refused).toMatchObject({code: 'release/locked', alive: 'renews'});
  });
});

const ioError = (): GantryError => new GantryError({code: 'backend/io', detail: 'the disk is full'});
