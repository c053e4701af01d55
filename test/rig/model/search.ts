import {encodeIndexEntry} from '../../../src/core/release/index-entry.ts';
import {HMAC_KEY, indexKey} from '../../../src/core/release/keys.ts';
import {acquireLock} from '../../../src/engine/release/acquire.ts';
import {openHistory} from '../../../src/engine/release/release-history.ts';
import type {Backend, Stored} from '../../../src/ports/backend.ts';
import {begun, ended, holderNamed, NAMES} from '../releases.ts';
import {type Cast, LINEAGE, RUNS, start, UNLOCKS} from './actors.ts';
import {digest} from './digest.ts';
import {type Laws, laws} from './laws.ts';
import type {Scenario} from './scenario.ts';
import {drawFor} from './tokens.ts';
import {World} from './world.ts';

export type Found = {
  readonly states: number;
  /** From the beginning to an end, or to a state that was seen before. */
  readonly schedules: number;
  readonly steps: number;
  readonly longest: number;
  /** Every state within the bounds of the scenario was reached. */
  readonly complete: boolean;
  readonly violation?: {readonly law: string; readonly schedule: readonly string[]};
};

/** Nobody needs that many steps: who does goes round in circles. */
const ENDLESS = 300;

/**
 * Goes every way there is: each state is reached by making its choices again from the beginning, because what runs is the real code,
 * of which no copy can be made. A way ends where a state was seen before.
 */
export async function search(scenario: Scenario, limit: number): Promise<Found> {
  const seen = new Set<string>();
  const open: (readonly number[])[] = [[]];
  let [schedules, steps, longest] = [0, 0, 0];
  // Of a search that may not go on to its end, the part that is done is spread over all of it.
  const next = spread(open);
  for (let way = next(); way !== undefined; way = next()) {
    const play = await begin(scenario);
    const schedule: string[] = [];
    const choose = async (index: number): Promise<void> => {
      const choice = play.world.choices()[index];
      if (choice === undefined) throw new Error('a way led elsewhere the second time');
      schedule.push(choice.label);
      choice.make();
      steps += 1;
      await settled();
    };
    const taken = [...way];
    for (const [at, index] of way.entries()) {
      await choose(index);
      if (at < way.length - 1) play.laws.afterStep();
    }
    schedules += 1;
    const stop = (law: string): Found => ({
      states: seen.size,
      schedules,
      steps,
      longest,
      complete: false,
      violation: {law, schedule},
    });
    for (;;) {
      const wrong = play.laws.afterStep();
      if (wrong !== undefined) return stop(wrong);
      const print = digest(play.world.print());
      if (seen.has(print)) break;
      seen.add(print);
      longest = Math.max(longest, schedule.length);
      const {length} = play.world.choices();
      if (length === 0) {
        const end = play.laws.atEnd(play.actors);
        if (end !== undefined) return stop(end);
        break;
      }
      if (schedule.length >= ENDLESS) return stop('it does not come to an end');
      for (let other = length - 1; other > 0; other--) open.push([...taken, other]);
      taken.push(0);
      await choose(0);
    }
    if (seen.size >= limit) return {states: seen.size, schedules, steps, longest, complete: false};
  }
  return {states: seen.size, schedules, steps, longest, complete: true};
}

/** Takes out one after the other, from anywhere, and each time the same. */
function spread<T>(open: T[]): () => T | undefined {
  let seed = 1;
  return () => {
    seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
    const at = seed % Math.max(1, open.length);
    const last = open.pop();
    if (at >= open.length || last === undefined) return last;
    const taken = open[at];
    open[at] = last;
    return taken;
  };
}

type Play = {readonly world: World; readonly cast: Cast; readonly laws: Laws; readonly actors: readonly string[]};

async function begin(scenario: Scenario): Promise<Play> {
  const runs = RUNS.slice(0, scenario.runs);
  const world = new World(scenario, runs);
  drawFor(world);
  world.store.put(HMAC_KEY, KEY, undefined);
  if (scenario.released) await prepare(world);
  const cast = start(world, scenario, runs);
  await settled();
  const actors = [...runs, ...UNLOCKS.slice(0, scenario.unlocks)];
  return {world, cast, laws: laws(world, cast, scenario), actors};
}

/** A backend that had releases before: a key by chance would make no two searches alike. */
const KEY = new TextEncoder().encode(JSON.stringify({formatVersion: 1, hmac: '7'.repeat(64)}));

/** What was there before anybody came. */
const past = new Map<string, Stored>();

async function prepare(world: World): Promise<void> {
  const {store} = world;
  if (past.size > 0) return store.restore(past);
  const backend: Backend = {
    name: 'model',
    get: async (key) => store.get(key),
    put: async (key, value, expected) => store.put(key, value, expected),
    delete: async () => 'conflict',
    list: async (prefix) => store.list(prefix),
  };
  store.put(indexKey(NAMES), encodeIndexEntry({formatVersion: 1, ...NAMES, lineage: LINEAGE}), undefined);
  const lock = await acquireLock({
    backend,
    history: await openHistory({backend, ...NAMES}),
    names: NAMES,
    holder: holderNamed('past'),
    clock: world.clock('past'),
    lockTimeoutMs: 0,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  const run = begun(lock);
  await lock.begin(run);
  await lock.finish(ended(run));
  await lock[Symbol.asyncDispose]();
  for (const key of store.list('')) past.set(key, store.get(key) as Stored);
}

/** Everything that follows from a choice has followed: promises only, nothing waits for a thread or a timer. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
