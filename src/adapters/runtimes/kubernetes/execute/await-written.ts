import type {JsonObject} from '../../../../core/json.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {Target} from '../plan/target.ts';
import {awaitReady} from './await-ready.ts';
import type {ExecuteSession} from './execute-session.ts';
import {namePodTrouble} from './name-pod-trouble.ts';
import {stateOf} from './object-state.ts';

export type Written = {readonly target: Target; readonly written: JsonObject; readonly run: StepRun};

/** Waits until it is ready; a workload that does not get there is asked why. */
export async function awaitWritten(session: ExecuteSession, {target, written, run}: Written) {
  const {client, hub, clock, readiness} = session;
  const ready = await awaitReady({hub, clock, readiness, place: placeOf(target), id: target.resource.id, written, run});
  if (!('failure' in ready)) return ready;
  return {failure: await namePodTrouble(client, {failure: ready.failure, workload: written, signal: run.signal})};
}

/** Sees a write through: what the server answered is kept in the release, whatever comes of the object then. */
export async function endWrite(session: ExecuteSession, {target, written, run}: Written): Promise<StepResult> {
  run.onApplied();
  const state = stateOf(session, target, written);
  if (!run.wait) return {kind: 'done', state, live: written};
  const ready = await awaitWritten(session, {target, written, run});
  return 'failure' in ready ? {kind: 'failed', failure: ready.failure, state} : {kind: 'done', state, live: ready.end};
}
