import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isHook} from '../../../../kubernetes/hook/read-hook.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {isOurs, isTakenOver} from '../../../../kubernetes/plan/ownership.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {awaitGone} from '../execute/await-gone.ts';
import {deleteExactly} from '../execute/delete-exactly.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import {refusalFailure} from '../execute/refusal-failure.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {Target} from '../plan/target.ts';
import type {PlannedHook} from './planned-hook.ts';

/** The place of a hook's object: free, or with the object of an earlier run that is kept and updated. */
type Place = {readonly kind: 'free' | 'kept'} | {readonly failure: Failure};

/**
 * Deletes the object of an earlier run, if the delete policy says so, and waits until it is gone. Gantry also deletes its own Job or Pod
 * without that policy, because it would not run again. A CRD is never deleted.
 */
export async function clearPlace(
  session: ExecuteSession,
  {due}: PlannedHook,
  target: Target,
  run: StepRun,
): Promise<Place> {
  const place = placeOf(target);
  const reply = await session.client.get({...place, signal: run.signal});
  if (!reply.ok) {
    if (reply.refusal.kind === 'not-found') return {kind: 'free'};
    return {failure: refusalFailure(session, {resource: {id: due.id}}, reply.refusal, 'read')};
  }
  const live = reply.object;
  const foreign = foreignTo(live, session.lineage);
  if (foreign !== undefined) return {failure: {code: 'object/failed', resource: due.id, detail: foreign}};
  if (isEnding(live)) return gone(session, {due, target, live}, run);
  const isOwn = isOurs({live, ownId: target.ownId, lineage: session.lineage});
  const isDeleted = due.hook.deletePolicies.includes('before-hook-creation') || (due.hook.runsToEnd && isOwn);
  if (target.identity.kind !== 'CustomResourceDefinition' && isDeleted)
    return deleteOld(session, {due, target, live}, run);
  if (!due.hook.runsToEnd) return {kind: 'kept'};
  const detail = `${target.identity.kind} ${target.identity.name} exists already, and the delete policy of the hook keeps it`;
  return {failure: {code: 'object/failed', resource: due.id, detail}};
}

type Old = {readonly due: PlannedHook['due']; readonly target: Target; readonly live: JsonObject};

async function deleteOld(session: ExecuteSession, old: Old, run: StepRun): Promise<Place> {
  const {due, target, live} = old;
  const deletion = {
    id: due.id,
    place: placeOf(target),
    live,
    propagationPolicy: 'Background' as const,
    objection: (now: JsonObject) => foreignTo(now, session.lineage),
  };
  const reply = await deleteExactly(session, deletion, run);
  if (reply === 'gone') return {kind: 'free'};
  if ('failure' in reply) return reply;
  return isEnding(reply.object) ? gone(session, {...old, live: reply.object}, run) : {kind: 'free'};
}

async function gone(session: ExecuteSession, {due, target, live}: Old, run: StepRun): Promise<Place> {
  const waited = await awaitGone(session, {place: placeOf(target), id: due.id, ending: live, run});
  return 'failure' in waited ? waited : {kind: 'free'};
}

/** Returns why an object with the name of a hook is not touched: it belongs to another stack, or is not a hook. */
function foreignTo(live: JsonObject, lineage: string): string | undefined {
  if (isTakenOver(live, lineage)) return 'another stack owns the object with the name of this hook';
  return isHook(live)
    ? undefined
    : 'an object with the name of this hook exists, and it is not a hook: Gantry does not replace it';
}
