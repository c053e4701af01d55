import type {JsonObject} from '../../../../core/json.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {Target} from '../plan/target.ts';
import {awaitReady, type ReadyWait} from './await-ready.ts';
import {awaitServed} from './await-served.ts';
import type {ExecuteSession} from './execute-session.ts';
import {namePodTrouble} from './name-pod-trouble.ts';
import {stateOf} from './object-state.ts';

export type Written = {readonly target: Target; readonly written: JsonObject; readonly run: StepRun};

/** Waits until it is ready; a workload that does not get there is asked why. */
export const awaitWritten = (session: Waiting, {target, written, run}: Written) =>
  awaitHealthy(session, {place: placeOf(target), id: target.resource.id, written, run});

/** What waiting for an object needs, whoever wrote it. */
export type Waiting = Pick<ExecuteSession, 'client' | 'hub' | 'clock' | 'readiness'>;

export type HealthyWait = Pick<Written, 'written'> & Pick<ReadyWait, 'place' | 'id' | 'run'>;

/** The same for an object of an earlier run. */
export async function awaitHealthy({client, hub, clock, readiness}: Waiting, wait: HealthyWait) {
  const ready = await awaitReady({hub, clock, readiness, ...wait});
  if (!('failure' in ready)) return ready;
  const {written, run} = wait;
  return {failure: await namePodTrouble(client, {failure: ready.failure, workload: written, signal: run.signal})};
}

/** Sees a write through: what the server answered is kept in the release, whatever comes of the object then. */
export async function endWrite(session: ExecuteSession, {target, written, run}: Written): Promise<StepResult> {
  run.onApplied();
  const state = stateOf(session, target, written);
  if (!run.wait) return {kind: 'done', state, live: written};
  const ready = await awaitWritten(session, {target, written, run});
  if ('failure' in ready) return {kind: 'failed', failure: ready.failure, state};
  const unserved = await awaitServed(session, {target, written: ready.end, run});
  return unserved === undefined ? {kind: 'done', state, live: ready.end} : {kind: 'failed', failure: unserved, state};
}
