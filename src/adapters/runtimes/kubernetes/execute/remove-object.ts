import type {JsonObject} from '../../../../core/json.ts';
import {isEnding} from '../../../../core/plan/ending.ts';
import type {ResourceState} from '../../../../core/release/release.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import {uidOf} from '../plan/live-objects.ts';
import {judgeRemoval, type PlannedRemoval} from '../plan/plan-removal.ts';
import {awaitGone} from './await-gone.ts';
import {deleteExactly} from './delete-exactly.ts';
import {emptyConfiguration} from './empty-configuration.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import {tellLost} from './lost-answer.ts';
import {refusalFailure} from './refusal-failure.ts';

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
  const deletion = {
    id: state.id,
    place,
    live,
    propagationPolicy: 'Background' as const,
    objection: (now: JsonObject) => objectionTo(state, session.lineage, now),
  };
  const reply = await tellLost(run, (watched) => deleteExactly(session, deletion, watched));
  if (reply === 'gone') return DONE;
  if ('lost' in reply) return {kind: 'failed', failure: reply.lost, state, maybeWritten: true};
  if ('failure' in reply) return {kind: 'failed', failure: reply.failure, state};
  run.onApplied();
  // The server answers with a Status, or with the object as it was, when nothing held it.
  if (!run.wait || !isEnding(reply.object)) return DONE;
  const gone = await awaitGone(session, {place, id: state.id, ending: reply.object, run});
  return 'failure' in gone ? {kind: 'failed', failure: gone.failure, state} : DONE;
}

/** Of an object that moved since the plan it is asked again whether it may be deleted. */
function objectionTo(state: ResourceState, lineage: string, now: JsonObject): string | undefined {
  const verdict = judgeRemoval({state, live: now, lineage});
  return verdict.action === 'delete' ? undefined : verdict.reason;
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
