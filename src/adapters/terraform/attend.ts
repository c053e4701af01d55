import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import type {Failure} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {writePrivate} from '../../lib/write-private.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {encodeObjects, newProgress, note, type Progress, unconfirmed} from './begun.ts';
import {endGroup} from './end-group.ts';
import {readJson, STATE, STORED} from './run-files.ts';
import {startTerraform} from './start-terraform.ts';
import {storeStates} from './store-states.ts';
import type {Stored} from './stored.ts';
import {parseLine} from './stream.ts';
import type {Watched, WatchOrder} from './watch-order.ts';

/** The parts of a process that watches an apply. */
export type Attending = {
  readonly states: TerraformStates;
  /** Aborts when a user interrupts the run. */
  readonly interrupt: AbortSignal;
  /** Aborts when another run has the lock. */
  readonly lost: AbortSignal;
  /** Aborts when a failed attempt to store the state is the last one. */
  readonly given: AbortSignal;
  /** Called after each failed attempt to store the last state, after the end of Terraform. */
  readonly onWaiting: (failure: Failure) => void;
};

const LOOK_MS = 50;

/**
 * Runs Terraform in a session of its own, with its output in a file. Stores the state each time that it has changed, and interrupts Terraform when
 * the run is interrupted, the lock is lost, another run has stored, or the directory is full. Returns when the last state is stored.
 * @throws GantryError terraform/unusable if Terraform could not be started
 */
export async function attend(order: WatchOrder, {states, ...about}: Attending): Promise<Watched> {
  const {directory, apply, stored} = order;
  const progress = newProgress(apply);
  const now: Attended = {state: stored.state};
  const {child, exit, reserve, lines} = await startTerraform(order, (line) => noteLine(progress, line));
  const exited = exit.then((code) => void (now.code = code));
  const interrupt = (): void => {
    progress.isInterrupted = true;
    child.kill('SIGINT');
  };
  const stop = (why: string): void => {
    if (now.stopped === undefined) interrupt();
    now.stopped ??= why;
  };
  const store = storeStates({
    states,
    lineage: order.lineage,
    version: order.version,
    given: about.given,
    current: async (): Promise<Stored> => {
      // A file that is not whole was cut off by the end of Terraform, or is being written: the state before it counts.
      now.state = (await readJson(directory, STATE)) ?? now.state;
      const begun = unconfirmed(stored.begun ?? [], now.state, now.code === undefined ? undefined : progress);
      return {...stored, state: now.state, begun};
    },
    // If it cannot be written, the next run names more objects than it must.
    onStored: (one) => writePrivate(join(directory, STORED), encodeObjects(one.state)).catch(() => undefined),
    onConflict: () => stop('another run has stored a state'),
    onFailure: (failure) => {
      if (now.code !== undefined) about.onWaiting(failure);
    },
  });
  const release = listen([
    [about.interrupt, interrupt],
    [about.lost, () => stop('the lock was lost')],
  ]);
  const changed = changesOf(join(directory, STATE));
  while (now.code === undefined) {
    await Promise.race([exited, delay(LOOK_MS)]);
    if (await changed()) store.note();
    if (now.stopped === undefined && (await reserve.isNeeded())) stop(`${directory} is full`);
  }
  release();
  // A provider that outlives Terraform would continue unnoticed.
  if (now.code !== 0 && now.code !== 1) endGroup(child.pid);
  await reserve.free();
  await lines.read();
  await lines.close();
  await store.settle();
  const begun = unconfirmed(stored.begun ?? [], now.state, progress);
  return {code: now.code, version: store.version(), begun, unstored: store.failure(), stopped: now.stopped};
}

/** The state of an apply while it runs. */
type Attended = {state: JsonObject | undefined; code?: number | string; stopped?: string};

/** Calls the functions when their signals abort. Returns the function that ends it. */
function listen(ways: readonly (readonly [AbortSignal, () => void])[]): () => void {
  for (const [signal, act] of ways) {
    signal.addEventListener('abort', act, {once: true});
    if (signal.aborted) act();
  }
  return () => {
    for (const [signal, act] of ways) signal.removeEventListener('abort', act);
  };
}

function noteLine(progress: Progress, line: string): void {
  const event = parseLine(line);
  if (event !== undefined) note(progress, event);
}

/** Returns a function that reports whether a file has changed since its last call. */
function changesOf(path: string): () => Promise<boolean> {
  let last: string | undefined;
  return async () => {
    const now = await stat(path, {bigint: true}).then(
      ({mtimeNs, size}) => `${mtimeNs} ${size}`,
      () => undefined,
    );
    const isChanged = last !== undefined && now !== last;
    last = now ?? '';
    return isChanged;
  };
}
