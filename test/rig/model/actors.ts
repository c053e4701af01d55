import {GantryError} from '../../../src/core/failure/failure.ts';
import {acquireLock, type HeldLock} from '../../../src/engine/release/acquire.ts';
import {openHistory, type ReleaseHistory} from '../../../src/engine/release/release-history.ts';
import {type Unlocked, unlock} from '../../../src/engine/release/unlock.ts';
import {begun, ended, holderNamed, NAMES} from '../releases.ts';
import {REQUEST_MS, type Scenario, TERMS} from './scenario.ts';
import type {World} from './world.ts';

export const LINEAGE = 'abc';

/** How a run, or an unlock, came to its end. */
export type End =
  | {readonly kind: 'done'; readonly revision: number; readonly epoch: number}
  | {readonly kind: 'failed'; readonly failure: GantryError['failure']}
  | {readonly kind: 'unlock'; readonly unlocked: Unlocked}
  | {readonly kind: 'bug'; readonly error: unknown};

/** A request to the cluster that was begun, and may be under way until then. */
export type ClusterWrite = {readonly actor: string; readonly from: number; readonly until: number};

export type Cast = {
  readonly ends: Map<string, End>;
  /** Who has the lock, as it believes itself. */
  readonly locks: Map<string, HeldLock>;
  readonly plans: Map<string, ReleaseHistory>;
  writes: readonly ClusterWrite[];
};

export const RUNS = ['a', 'b', 'c'];
export const UNLOCKS = ['u', 'v'];

/** Sends everybody off. They stand still at their first request. */
export function start(world: World, scenario: Scenario, runs: readonly string[]): Cast {
  const cast: Cast = {ends: new Map(), locks: new Map(), plans: new Map(), writes: []};
  const begin = (actor: string, live: () => Promise<End>): void => {
    world.current = actor;
    void live().then(
      (end) => cast.ends.set(actor, end),
      (error: unknown) =>
        cast.ends.set(
          actor,
          error instanceof GantryError ? {kind: 'failed', failure: error.failure} : {kind: 'bug', error},
        ),
    );
  };
  for (const run of runs) begin(run, () => apply({world, scenario, cast, actor: run}));
  for (const actor of UNLOCKS.slice(0, scenario.unlocks)) begin(actor, () => breakLock(world, actor));
  return cast;
}

type Actor = {readonly world: World; readonly scenario: Scenario; readonly cast: Cast; readonly actor: string};

/** What `gantry apply` does with the backend: plan, lock, begin, write, record. */
async function apply({world, scenario, cast, actor}: Actor): Promise<End> {
  const [backend, clock] = [world.backend(actor), world.clock(actor)];
  const history = await openHistory({backend, ...NAMES});
  cast.plans.set(actor, history);
  const lock = await acquireLock({
    backend,
    history,
    names: NAMES,
    ...(history.lineage === undefined ? {lineage: LINEAGE} : {}),
    holder: holderNamed(actor),
    clock,
    lockTimeoutMs: scenario.lockTimeoutMs,
    signal: new AbortController().signal,
    onEvent: () => undefined,
    terms: TERMS,
    isDead: ({user}) => scenario.provable && world.killed.has(user),
  });
  cast.locks.set(actor, lock);
  try {
    const run = begun(lock, {by: holderNamed(actor)});
    await lock.begin(run);
    await writeToCluster({world, cast, actor, lock});
    await clock.sleep(scenario.workMs, lock.lost).catch(() => undefined);
    await writeToCluster({world, cast, actor, lock});
    await lock.finish(ended(run));
    return {kind: 'done', revision: lock.revision, epoch: lock.epoch};
  } finally {
    cast.writes = cast.writes.filter((write) => write.actor !== actor);
    cast.locks.delete(actor);
    await lock[Symbol.asyncDispose]();
  }
}

type Writing = Omit<Actor, 'scenario'> & {readonly lock: HeldLock};

/** The check and the sending are one step; how long the request then takes is not ours to say, but for its timeout. */
async function writeToCluster({world, cast, actor, lock}: Writing): Promise<void> {
  try {
    await lock.ensureHeld(REQUEST_MS);
  } catch {
    return;
  }
  cast.writes = [...cast.writes, {actor, from: world.time, until: world.time + REQUEST_MS}];
}

async function breakLock(world: World, actor: string): Promise<End> {
  const unlocked = await unlock({
    backend: world.backend(actor),
    clock: world.clock(actor),
    lineage: LINEAGE,
    by: holderNamed(actor),
    force: true,
    signal: new AbortController().signal,
    onEvent: () => undefined,
  });
  return {kind: 'unlock', unlocked};
}
