import {isFinishedTtlJob} from '../../../../kubernetes/readiness/ttl-job.ts';
import {defined} from '../../../../lib/defined.ts';

import type {StepResult} from '../../../../ports/step-result.ts';
import {placeOf} from '../plan/dry-run.ts';
import {awaitReady, type ReadyWait} from './await-ready.ts';
import {awaitServed} from './await-served.ts';
import {diagnoseFailure} from './diagnose-failure.ts';
import type {ExecuteSession} from './execute-session.ts';
import {type LookRequest, lookAtPods} from './look-at-pods.ts';
import {stateOf} from './object-state.ts';
import type {Written} from './written.ts';

/** Waits until a written object is ready or has certainly failed, and reads the cause of a failure. */
export async function awaitWritten(session: Waiting, {target, written, run}: Written) {
  const {id} = target.resource;
  const report = await session.firstReports?.about({kind: target.kind, id, written, readiness: session.readiness});
  // Nothing more is written for this object, so another step may use the slot.
  if (report !== undefined) run.freeSlot?.();
  return awaitHealthy(session, {place: placeOf(target), id, written, run, report});
}

/** The session of a wait for an object. */
export type Waiting = Pick<
  ExecuteSession,
  'client' | 'hub' | 'clock' | 'readiness' | 'judgesFailure' | 'firstReports' | 'mayDiagnose'
>;

/** A wait after a write, with the server's answer. */
export type HealthyWait = Pick<Written, 'written'> & Pick<ReadyWait, 'place' | 'id' | 'run' | 'report'>;

/** Waits in the same way for an object of an earlier run. */
export async function awaitHealthy(
  {client, hub, clock, readiness, judgesFailure, mayDiagnose}: Waiting,
  wait: HealthyWait,
) {
  const {signal} = wait.run;
  const run = {...wait.run, onWaiting: (message: string) => wait.run.onWaiting(client.clean(message))};
  const isTheirs = judgesFailure?.(wait.id, wait.written) === true;
  const look = ({onDoomed, ...request}: LookRequest) =>
    lookAtPods(
      {client, hub, clock},
      {...request, ...defined({onDoomed: isTheirs || onDoomed === undefined ? undefined : onDoomed})},
    );
  const ready = await awaitReady({hub, clock, readiness, look, ...wait, run});
  return 'failure' in ready ? {failure: await diagnoseFailure(client, {...ready, signal, mayDiagnose})} : ready;
}

/** Completes a write: the release records the server's answer, whatever happens to the object afterwards. */
export async function endWrite(session: ExecuteSession, {target, written, run}: Written): Promise<StepResult> {
  run.onApplied();
  const state = stateOf(session, target, written);
  if (!run.wait) return {kind: 'done', state, live: written};
  const ready = await awaitWritten(session, {target, written, run});
  if ('failure' in ready) return {kind: 'failed', failure: ready.failure, state};
  const unserved = await awaitServed(session, {target, written: ready.end, run});
  if (unserved !== undefined) return {kind: 'failed', failure: unserved, state};
  return {kind: 'done', state: isFinishedTtlJob(ready.end) ? {...state, done: true} : state, live: ready.end};
}
