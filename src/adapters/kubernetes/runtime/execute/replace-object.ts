import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {keepsPods} from '../../../../kubernetes/plan/effects.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {DeleteRequest} from '../client/objects.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {awaitGone} from './await-gone.ts';
import {endWrite} from './await-written.ts';
import {deleteExactly} from './delete-exactly.ts';
import type {ExecuteSession} from './execute-session.ts';
import {catchLost} from './lost-response.ts';
import {stateBefore, stateOf} from './object-state.ts';
import {isSameObject} from './same-object.ts';
import {sendObject} from './send-object.ts';

/**
 * Deletes the object that the plan saw and creates it again. If it is interrupted, the release records what the cluster
 * has: the old object, or none; in that case the next run creates the new one.
 */
export async function replaceObject(
  session: ExecuteSession,
  planned: PlannedObject,
  run: StepRun,
): Promise<StepResult> {
  const {live, target} = planned;
  if (live === undefined) throw new Error(`${target.resource.id} cannot be replaced: it does not exist`);
  const before = stateBefore(session, planned);
  const old = before === undefined ? {} : {state: before};
  const deletion = {
    id: target.resource.id,
    place: placeOf(target),
    live,
    propagationPolicy: propagationOf(planned, live),
    objection: (now: JsonObject) =>
      isSameObject(live, now) ? undefined : 'the live object changed after it was previewed',
  };
  const reply = await catchLost(run, (watched) => deleteExactly(session, deletion, watched));
  if (reply !== 'gone') {
    if ('lost' in reply) return {kind: 'failed', failure: reply.lost, ...old, maybeWritten: true};
    if ('failure' in reply) return {kind: 'failed', failure: reply.failure, ...old};
    if (isEnding(reply.object)) {
      const gone = await awaitGone(session, {...deletion, ending: reply.object, run});
      if ('failure' in gone) return {kind: 'failed', failure: gone.failure, ...old, maybeWritten: true};
    }
  }
  return makeAgain(session, planned, run);
}

/** Creates the new object after the old one is gone. An interrupt does not stop the creation, only the wait for readiness. */
async function makeAgain(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<StepResult> {
  const {target, change} = planned;
  // Not verified: the server may refuse the object now and accept it a moment later, when it has removed the old one
  // from its caches.
  const fresh = {...planned, live: undefined, force: false, change: {...change, verified: false}};
  const going = {...run, stop: NEVER};
  const sent = await catchLost(going, (watched) => sendObject(session, fresh, watched)).catch(asFailure);
  if ('failure' in sent) return {kind: 'failed', failure: sent.failure, absent: true};
  if ('lost' in sent)
    return {kind: 'failed', failure: sent.lost, state: stateOf(session, target, {}), maybeWritten: true};
  return endWrite(session, {target, written: sent.object, run});
}

/** A signal that never aborts. The check of the lock before each write still applies. */
const NEVER = new AbortController().signal;

function asFailure(error: unknown): {readonly failure: Failure} {
  if (error instanceof GantryError) return {failure: error.failure};
  throw error;
}

/**
 * Returns how the dependents of the old object are deleted. They are deleted before the new object is created:
 * otherwise pods of both would run at once, and controllers would adopt the dependents of the old object. The pods of a
 * StatefulSet stay for the new one. The dependents of other built-in kinds do no harm, and deleting them in the
 * background shortens the downtime.
 */
function propagationOf({target}: PlannedObject, live: JsonObject): NonNullable<DeleteRequest['propagationPolicy']> {
  if (keepsPods({...target, live})) return 'Orphan';
  const {group} = target.identity;
  const builtIn = !group.includes('.') || group.endsWith('.k8s.io');
  return builtIn && !['apps', 'batch'].includes(group) ? 'Background' : 'Foreground';
}
