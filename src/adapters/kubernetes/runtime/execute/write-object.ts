import type {Failure} from '../../../../core/failure/failure.ts';
import type {KubernetesState} from '../../../../core/release/kubernetes-state.ts';
import {isFinishedTtlJob} from '../../../../kubernetes/readiness/ttl-job.ts';
import {defined} from '../../../../lib/defined.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {applySettled} from './apply-settled.ts';
import {awaitGone} from './await-gone.ts';
import {awaitWritten, endWrite} from './await-written.ts';
import type {ExecuteSession} from './execute-session.ts';
import {catchLost} from './lost-response.ts';
import {stateBefore, stateOf} from './object-state.ts';
import {appeared, refusalFailure} from './refusal-failure.ts';
import {retarget} from './retarget.ts';
import {sendObject} from './send-object.ts';

/** Sends one planned create, update or adoption, guarded by what the plan saw, and waits until the object is ready. */
export async function writeObject(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<StepResult> {
  const place = placeOf(planned.target);
  if (planned.ending !== undefined) {
    const {ending, target} = planned;
    const gone = await awaitGone(session, {place, id: target.resource.id, ending, run});
    if ('failure' in gone) return failed(gone.failure);
  }
  const retargeted = planned.waits ? retarget(session, planned, run) : {target: planned.target};
  if ('failure' in retargeted) return failed(retargeted.failure);
  const {target} = retargeted;
  const early = await verifyLate(session, {...planned, target}, run);
  if (early !== undefined) return failed(early);
  const sent = await catchLost(run, (watched) => sendObject(session, {...planned, target}, watched));
  if ('failure' in sent) return {...failed(sent.failure), ...defined({maybeWritten: sent.written ? true : undefined})};
  if ('lost' in sent) return {...failed(sent.lost), ...unsureState(session, {...planned, target}), maybeWritten: true};
  return endWrite(session, {target, written: sent.object, run});
}

/** Waits until an unchanged object is ready, because the last run did not succeed. */
export async function confirmObject(
  session: ExecuteSession,
  planned: PlannedObject,
  run: StepRun,
): Promise<StepResult> {
  const {target, live} = planned;
  const state = stateBefore(session, planned);
  const kept = state === undefined ? {} : {state};
  if (live === undefined || !run.wait) return {kind: 'done', ...kept};
  run.letNext?.();
  const ready = await awaitWritten(session, {target, written: live, run});
  if ('failure' in ready) return {kind: 'failed', failure: ready.failure, ...kept};
  const passed = state !== undefined && isFinishedTtlJob(ready.end);
  return {kind: 'done', ...(passed ? {state: {...state, done: true}} : kept), live: ready.end};
}

/** Returns the state of an object that may exist: without a uid, only its label and annotations show that it is ours. */
function unsureState(session: ExecuteSession, planned: PlannedObject): {readonly state?: KubernetesState} {
  return stateBefore(session, planned) === undefined ? {state: stateOf(session, planned.target, {})} : {};
}

/** Verifies an object that the preview could not, now that its subject exists: a create must still be a create. */
async function verifyLate(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<Failure | undefined> {
  const {change, surelyAbsent, live, target} = planned;
  if (change.verified || surelyAbsent || live !== undefined) return undefined;
  const beforeAttempt = async () => run.letNext?.();
  const ask = {
    ...placeOf(target),
    object: target.desired,
    force: false,
    dryRun: true,
    beforeAttempt,
    signal: run.signal,
  };
  const reply = await applySettled(session, planned, ask, run.signal);
  if (reply.ok) return reply.status === 200 ? appeared(target) : undefined;
  return refusalFailure(session, target, reply.refusal);
}

/** Returns a failure without a state: nothing was written, so the state of the plan stays. */
const failed = (failure: Failure): StepResult & {kind: 'failed'} => ({kind: 'failed', failure});
