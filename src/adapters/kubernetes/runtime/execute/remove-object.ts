import type {JsonObject} from '../../../../core/json.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {judgeRemoval, type PlannedRemoval} from '../plan/plan-removal.ts';
import {awaitGone, type GoneWait} from './await-gone.ts';
import {deleteExactly} from './delete-exactly.ts';
import type {ExecuteSession} from './execute-session.ts';
import {catchLost} from './lost-response.ts';
import {orphanObject} from './orphan-object.ts';

/** Executes the decision for an object that left the spec. Only `delete` and a releasing `forget` send anything. */
export async function removeObject(
  session: ExecuteSession,
  removal: PlannedRemoval,
  run: StepRun,
): Promise<StepResult> {
  const {change, state, live, resource} = removal;
  if (live === undefined || resource === undefined) return DONE;
  if (change.action === 'forget') return removal.release ? release(session, removal, run) : DONE;
  if (change.action !== 'delete') return change.action === 'retain' ? {kind: 'done', state} : DONE;
  const place = {resource, namespace: state.namespace, name: state.name};
  // Somebody, or an interrupted run, has requested the deletion already.
  if (isEnding(live)) return endRemoval(session, {place, state, ending: live}, run);
  const deletion = {
    id: state.id,
    place,
    live,
    propagationPolicy: 'Background' as const,
    objection: (now: JsonObject) => objectionTo(removal, session.lineage, now),
  };
  const reply = await catchLost(run, (watched) => deleteExactly(session, deletion, watched));
  if (reply === 'gone') return DONE;
  if ('lost' in reply) return {kind: 'failed', failure: reply.lost, state, maybeWritten: true};
  if ('failure' in reply) return {kind: 'failed', failure: reply.failure, state};
  run.onApplied();
  // The server answers with a Status, or with the object, if nothing blocked its deletion.
  return isEnding(reply.object) ? endRemoval(session, {place, state, ending: reply.object}, run) : DONE;
}

type Ending = Pick<GoneWait, 'place' | 'ending'> & Pick<PlannedRemoval, 'state'>;

async function endRemoval(session: ExecuteSession, {place, state, ending}: Ending, run: StepRun): Promise<StepResult> {
  if (!run.wait) return DONE;
  const gone = await awaitGone(session, {place, id: state.id, ending, run});
  return 'failure' in gone ? {kind: 'failed', failure: gone.failure, state} : DONE;
}

async function release(session: ExecuteSession, removal: PlannedRemoval, run: StepRun): Promise<StepResult> {
  const done = await catchLost(run, (watched) => orphanObject(session, removal, watched));
  return 'lost' in done ? {kind: 'failed', failure: done.lost, state: removal.state, maybeWritten: true} : done;
}

/** Checks again whether an object that changed since the plan may be deleted. */
function objectionTo({state, unproven}: PlannedRemoval, lineage: string, now: JsonObject): string | undefined {
  const verdict = judgeRemoval({state, live: now, lineage});
  if (verdict.action !== 'delete') return verdict.reason;
  // A deletion that was permitted by its id stays permitted.
  return unproven === undefined ? verdict.unproven : undefined;
}

const DONE: StepResult = {kind: 'done'};
