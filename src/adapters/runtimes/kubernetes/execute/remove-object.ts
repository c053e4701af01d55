import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isEnding} from '../../../../core/plan/ending.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import {resourceVersionOf, uidOf} from '../plan/live-objects.ts';
import {judgeRemoval, type PlannedRemoval} from '../plan/plan-removal.ts';
import {awaitGone} from './await-gone.ts';
import {emptyConfiguration} from './empty-configuration.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import {tellLost} from './lost-answer.ts';
import {refusalFailure} from './refusal-failure.ts';
import {EXACT_TRIES} from './send-object.ts';
import type {Place} from './watch-hub.ts';

/** Does what was decided for an object that left the spec. Only `delete` and a releasing `forget` send anything. */
export async function removeObject(
  session: ExecuteSession,
  removal: PlannedRemoval,
  run: StepRun,
): Promise<StepResult> {
  const {change, state, live, resource} = removal;
  if (live === undefined || resource === undefined) return DONE;
  if (change.action === 'forget') return removal.release ? letGo(session, removal, run) : DONE;
  if (change.action !== 'delete') return change.action === 'retain' ? {kind: 'done', state} : DONE;
  const place = {resource, namespace: state.namespace, name: state.name};
  const reply = await tellLost(run, (watched) => deleteAsPlanned(session, {removal, place, live}, watched));
  if (reply === 'gone') return DONE;
  if ('lost' in reply) return {kind: 'failed', failure: reply.lost, state, maybeWritten: true};
  if ('failure' in reply) return {kind: 'failed', failure: reply.failure, state};
  run.onApplied();
  // The server answers with a Status, or with the object as it was, when nothing held it.
  if (!run.wait || !isEnding(reply.object)) return DONE;
  const gone = await awaitGone(session, {place, id: state.id, ending: reply.object, run});
  return 'failure' in gone ? {kind: 'failed', failure: gone.failure, state} : DONE;
}

type Deletion = {
  readonly removal: PlannedRemoval;
  readonly place: Omit<Place, 'unmarked'>;
  readonly live: JsonObject;
};

/** Deletes what the plan saw. Of an object that moved since it is asked again whether it may be deleted. */
async function deleteAsPlanned(
  session: ExecuteSession,
  {removal: {state}, place, live}: Deletion,
  run: StepRun,
): Promise<'gone' | {readonly object: JsonObject} | {readonly failure: Failure}> {
  const {client, lineage} = session;
  const uid = uidOf(live);
  let resourceVersion = resourceVersionOf(live);
  for (let tries = 1; ; tries++) {
    const exact = {uid, resourceVersion, propagationPolicy: 'Background' as const};
    const reply = await client.delete({...place, ...exact, ...heldWhile(run)});
    if (reply.ok) return {object: reply.object};
    if (reply.refusal.kind === 'not-found') return 'gone';
    if (reply.refusal.kind !== 'stale' || tries > EXACT_TRIES + 1)
      return {failure: refusalFailure(session, {resource: {id: state.id}}, reply.refusal)};
    const now = await client.get({...place, signal: run.signal});
    // Gone already, or another object has its name now: either way ours is no more.
    if (now.ok ? uidOf(now.object) !== uid : now.refusal.kind === 'not-found') return 'gone';
    if (!now.ok) return {failure: refusalFailure(session, {resource: {id: state.id}}, now.refusal)};
    const verdict = judgeRemoval({state, live: now.object, lineage});
    if (verdict.action !== 'delete') return {failure: {code: 'plan/stale', resource: state.id, detail: verdict.reason}};
    // Judged a moment ago; a status that is written all the time shall not keep it for ever.
    resourceVersion = tries < EXACT_TRIES ? resourceVersionOf(now.object) : undefined;
  }
}

const DONE: StepResult = {kind: 'done'};

/** Takes away the fields that only we own: label, annotations, and what the stack had set. */
async function letGo(session: ExecuteSession, removal: PlannedRemoval, run: StepRun): Promise<StepResult> {
  const {state, resource, live} = removal;
  if (resource === undefined || live === undefined) return DONE;
  const object = emptyConfiguration(identityOf({...live, apiVersion: state.apiVersion, kind: state.kind}), uidOf(live));
  const reply = await session.client.apply({
    resource,
    namespace: state.namespace,
    name: state.name,
    object,
    force: false,
    ...heldWhile(run),
  });
  if (reply.ok) {
    run.onApplied();
    return DONE;
  }
  // Gone, or another object has its name: there is nothing of ours to let go.
  if (reply.refusal.kind === 'stale' || reply.refusal.kind === 'not-found') return DONE;
  return {kind: 'failed', failure: refusalFailure(session, {resource: {id: state.id}}, reply.refusal), state};
}
