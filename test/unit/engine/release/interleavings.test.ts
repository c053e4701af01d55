import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {GantryError} from '../../../../src/core/failure/failure.ts';
import {decodeHead, type Head} from '../../../../src/core/release/head.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import {LEASE} from '../../../../src/engine/release/lease.ts';
import {openHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {type HandClock, handClock} from '../../../rig/hand-clock.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES} from '../../../rig/releases.ts';

const RUNS = Number(process.env['GANTRY_MODEL_RUNS'] ?? 60);

type Fate = 'answer' | 'lose-answer' | 'lose-request' | 'arrive-late' | 'answer-late';

/** What may happen: to the operations of one run (the others stand still meanwhile), or to time. */
type Move =
  | {readonly kind: 'run'; readonly actor: number; readonly operations: number}
  | {readonly kind: 'one'; readonly pick: number; readonly fate: Fate}
  | {readonly kind: 'time'; readonly ms: number}
  | {readonly kind: 'kill'; readonly actor: number};

const ACTORS = [0, 1, 2];
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      actor: fc.constantFrom(...ACTORS),
      operations: fc.integer({min: 1, max: 14}),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('one' as const),
      pick: fc.nat({max: 1000}),
      fate: fc.constantFrom<Fate>('answer', 'lose-answer', 'lose-request', 'arrive-late', 'answer-late'),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.constantFrom(1_000, LEASE.renewMs, LEASE.durationMs / 2, LEASE.durationMs - 1_000, LEASE.durationMs),
    }),
  },
  {weight: 1, arbitrary: fc.record({kind: fc.constant('kill' as const), actor: fc.constantFrom(...ACTORS)})},
);

type Operation = {
  readonly actor: number;
  readonly land: () => Promise<unknown>;
  readonly answer: (how: 'ok' | 'io', landed?: Promise<unknown>) => void;
};

const ioError = (): GantryError => new GantryError({code: 'backend/io', detail: 'the network is down'});

/** Several runs on one backend, whose every operation waits for the test to let it go on. */
function world(store: MemoryBackend, clock: HandClock) {
  const waiting: Operation[] = [];
  const killed = new Set<number>();
  const heads: Head[] = [];
  const locks = new Map<number, HeldLock>();
  const recorded: {readonly revision: number; readonly epoch: number}[] = [];
  const bugs: unknown[] = [];

  const backendOf = (actor: number): Backend => {
    const later = <T>(work: () => Promise<T>): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        waiting.push({
          actor,
          land: work,
          answer: (how, landed) =>
            how === 'io' ? reject(ioError()) : void (landed as Promise<T>).then(resolve, reject),
        });
      });
    return {
      name: 'world',
      get: (key) => later(() => store.get(key)),
      list: (prefix) => later(() => store.list(prefix)),
      delete: (key, expected) => later(() => store.delete(key, expected)),
      put: (key, value, expected) =>
        later(async () => {
          const outcome = await store.put(key, value, expected);
          if (outcome !== 'conflict' && key.endsWith('/head.json'))
            heads.push(decodeHead(key.split('/')[1] ?? '', value));
          return outcome;
        }),
    };
  };

  const live = async (actor: number): Promise<void> => {
    const backend = backendOf(actor);
    for (let turn = 0; turn < 3; turn++) {
      try {
        const history = await openHistory({backend, ...NAMES});
        const lock = await acquireLock({
          backend,
          history,
          names: NAMES,
          holder: holderNamed(`actor-${actor}`),
          clock,
          lockTimeoutMs: 3 * LEASE.durationMs,
          signal: new AbortController().signal,
          onEvent: () => undefined,
          isDead: ({user}) => killed.has(Number(user.slice('actor-'.length))),
        });
        locks.set(actor, lock);
        try {
          const run = begun(lock);
          await lock.begin(run);
          await clock.sleep(LEASE.renewMs);
          await lock.finish(ended(run));
          recorded.push({revision: lock.revision, epoch: lock.epoch});
        } finally {
          locks.delete(actor);
          await lock[Symbol.asyncDispose]();
        }
      } catch (error) {
        if (!(error instanceof GantryError)) bugs.push(error);
      }
    }
  };

  const go = (operation: Operation, fate: Fate): void => {
    waiting.splice(waiting.indexOf(operation), 1);
    if (fate === 'arrive-late') {
      // The caller is told that it failed, but the request is still under way.
      waiting.push({actor: -1, land: operation.land, answer: () => undefined});
      return operation.answer('io');
    }
    const landed = fate === 'lose-request' ? undefined : operation.land();
    if (fate === 'answer-late') return void waiting.push({...operation, land: () => landed ?? Promise.resolve()});
    operation.answer(fate === 'answer' ? 'ok' : 'io', landed);
  };

  const make = async (step: Move): Promise<void> => {
    if (step.kind === 'time') return clock.advance(step.ms);
    if (step.kind === 'kill') return void (killed.size < 2 && killed.add(step.actor));
    if (step.kind === 'run') {
      for (let turn = 0; turn < step.operations && !killed.has(step.actor); turn++) {
        const operation = waiting.find(({actor}) => actor === step.actor);
        if (operation === undefined) return;
        go(operation, 'answer');
        await clock.advance(0);
      }
      return;
    }
    const operation = waiting[step.pick % Math.max(1, waiting.length)];
    if (operation === undefined) return;
    // What a dead process had sent may still arrive.
    go(operation, killed.has(operation.actor) ? 'arrive-late' : step.fate);
    await clock.advance(0);
  };

  return {killed, heads, locks, recorded, bugs, live, make};
}

function holders(locks: ReadonlyMap<number, HeldLock>, killed: ReadonlySet<number>): HeldLock[] {
  return [...locks].flatMap(([actor, lock]) => {
    if (killed.has(actor)) return [];
    try {
      lock.assertHeld();
      return [lock];
    } catch {
      return [];
    }
  });
}

describe.each(['counted', 'digest'] as const)('any interleaving of three runs, versions %s', (versions) => {
  it('no interleaving has two writers of the head or two holders of the lock', {timeout: 120_000}, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(move, {minLength: 30, maxLength: 120}), async (moves) => {
        const clock = handClock();
        const {heads, locks, killed, recorded, bugs, live, make} = world(memoryBackend(versions), clock);
        for (const actor of ACTORS) void live(actor);
        await clock.advance(0);
        for (const step of moves) {
          await make(step);
          const epochs = holders(locks, killed).map(({epoch}) => epoch);
          expect(epochs.length === 0 ? [] : [heads.at(-1)?.epoch]).toEqual(epochs);
        }
        expect(bugs).toEqual([]);
        heads.forEach((head, index) => {
          const before = heads[index - 1];
          if (before === undefined) return expect(head.epoch).toBe(1);
          // Within one epoch there is one writer; the next epoch is exactly one more.
          if (head.token === before.token) expect(head.epoch).toBe(before.epoch);
          else expect(head.epoch).toBe(before.epoch + 1);
          expect(head.revision).toBeGreaterThanOrEqual(before.revision);
        });
        for (const {revision, epoch} of recorded) {
          expect(heads.some((head) => head.epoch === epoch && head.revision === revision)).toBe(true);
        }
        expect(new Set(recorded.map(({revision}) => revision)).size).toBe(recorded.length);
      }),
      {numRuns: RUNS},
    );
  });
});
