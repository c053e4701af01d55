import {describe, expect, it} from 'vitest';
import {knownState} from '../../../../src/core/release/known-state.ts';
import {acquireLock, type HeldLock} from '../../../../src/engine/release/acquire.ts';
import {openHistory, type ReleaseHistory} from '../../../../src/engine/release/release-history.ts';
import type {Backend} from '../../../../src/ports/backend.ts';
import {handClock} from '../../../rig/hand-clock.ts';
import {type MemoryBackend, memoryBackend} from '../../../rig/memory-backend.ts';
import {begun, ended, holderNamed, NAMES, resource, stateOf} from '../../../rig/releases.ts';

class Died extends Error {}

/** A backend as a process sees it that dies at its nth operation: just before it, or just after it was done. */
function mortal(backend: Backend, at: number, when: 'before' | 'after'): Backend {
  let operations = 0;
  const step = async <T>(work: () => Promise<T>): Promise<T> => {
    const number = ++operations;
    if (number > at || (number === at && when === 'before')) throw new Died();
    const answer = await work();
    if (number === at) throw new Died();
    return answer;
  };
  return {
    name: backend.name,
    get: (key) => step(() => backend.get(key)),
    put: (key, value, expected) => step(() => backend.put(key, value, expected)),
    delete: (key, expected) => step(() => backend.delete(key, expected)),
    list: (prefix) => step(() => backend.list(prefix)),
  };
}

const lockFor = async (backend: Backend, id: string, history?: ReleaseHistory): Promise<HeldLock> =>
  acquireLock({
    backend,
    history: history ?? (await openHistory({backend, ...NAMES})),
    names: NAMES,
    holder: holderNamed(id),
    clock: handClock(),
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
    isDead: () => true,
  });

/** One run that creates one object, and says so to the cluster before it says so to the release. */
async function run(backend: Backend, id: string, cluster: Set<string>): Promise<'died' | 'done'> {
  try {
    const history = await openHistory({backend, ...NAMES});
    const before = knownState(history.last, history.interrupted);
    const known = [...before.state, ...before.unsure.map((unsure) => stateOf(unsure.id))];
    await using lock = await lockFor(backend, id, history);
    const release = begun(lock, {spec: [resource(id)], state: history.last?.state ?? []});
    await lock.begin(release);
    cluster.add(id);
    await lock.finish(ended(release, {state: [...known, stateOf(id)]}));
    return 'done';
  } catch (error) {
    // Giving the lock back dies too: then the one error comes wrapped with the other.
    if (error instanceof Died || (error instanceof SuppressedError && error.suppressed instanceof Died)) return 'died';
    throw error;
  }
}

async function recovered(backend: MemoryBackend, cluster: ReadonlySet<string>): Promise<void> {
  const {last, interrupted} = await openHistory({backend, ...NAMES});
  const {state, unsure} = knownState(last, interrupted);
  const known = new Set([...state, ...unsure].map(({id}) => id));
  expect([...cluster].filter((id) => !known.has(id))).toEqual([]);
}

const POINTS = Array.from({length: 24}, (_, index) => index + 1);
const deaths = POINTS.flatMap((at) => (['before', 'after'] as const).map((when) => ({at, when})));
/** Before one operation is after the one before it, as far as the next run can see. */
const afterEach = deaths.filter(({when}) => when === 'after');

describe('a run that dies', () => {
  it.each(deaths)('$when operation $at loses no object, and the next run needs nobody', async ({at, when}) => {
    const backend = memoryBackend();
    const cluster = new Set<string>();
    await run(backend, 'zero', cluster);
    await run(mortal(backend, at, when), 'one', cluster);
    await recovered(backend, cluster);
    expect(await run(backend, 'two', cluster)).toBe('done');
    await recovered(backend, cluster);
    const {last, interrupted, head} = await openHistory({backend, ...NAMES});
    expect(interrupted).toEqual([]);
    expect(last?.state.map(({id}) => id)).toEqual(expect.arrayContaining([...cluster]));
    expect(head?.revision).toBe(last?.revision);
  });

  it('a run survives a crash at the last point that the search covers', async () => {
    const {at, when} = deaths.at(-1) ?? {at: 0, when: 'before'};
    const backend = memoryBackend();
    await run(backend, 'zero', new Set());
    expect(await run(mortal(backend, at, when), 'one', new Set())).toBe('done');
  });

  it('no object is lost when the recovering run dies as well, at any point', async () => {
    for (const first of afterEach) {
      for (const second of afterEach) {
        const backend = memoryBackend();
        const cluster = new Set<string>();
        await run(mortal(backend, first.at, first.when), 'one', cluster);
        await run(mortal(backend, second.at, second.when), 'two', cluster);
        await recovered(backend, cluster);
        expect(await run(backend, 'three', cluster)).toBe('done');
        await recovered(backend, cluster);
      }
    }
  });

  it('no object is lost after several runs that die in a row', async () => {
    const backend = memoryBackend();
    const cluster = new Set<string>();
    for (const id of ['a', 'b', 'c', 'd']) {
      const lock = await lockFor(backend, id);
      await lock.begin(begun(lock, {spec: [resource(id)]}));
      cluster.add(id); // And no more is heard of it.
    }
    expect([...cluster]).toEqual(['a', 'b', 'c', 'd']);
    await recovered(backend, cluster);
    expect(await run(backend, 'last', cluster)).toBe('done');
    await recovered(backend, cluster);
  });

  it('a run that began never gives its revision to another run', async () => {
    const backend = memoryBackend();
    const numbers: number[] = [];
    for (const {at, when} of deaths) {
      await run(mortal(backend, at, when), 'one', new Set());
      const {pending, last} = await openHistory({backend, ...NAMES});
      numbers.push((pending ?? last)?.revision ?? 0);
    }
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it('a run that dies between its record and the head is known by its record', async () => {
    const found: unknown[] = [];
    for (const {at, when} of deaths) {
      const backend = memoryBackend();
      await run(mortal(backend, at, when), 'one', new Set());
      const {pending, last} = await openHistory({backend, ...NAMES});
      if (last === undefined && pending?.phase === 'succeeded') found.push(pending.state.map(({id}) => id));
    }
    expect(found).not.toEqual([]);
    expect(new Set(found.map(String))).toEqual(new Set(['one']));
  });
});
