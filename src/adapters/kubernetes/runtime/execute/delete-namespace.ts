import type {JsonObject} from '../../../../core/json.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import type {PlannedChange} from '../../../../ports/planned-change.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {contentOfNamespace} from '../plan/container-content.ts';
import {type CreatedNamespace, whatIsLeft, whyNotOurs} from '../plan/created-namespace.ts';
import {awaitGone} from './await-gone.ts';
import {deleteExactly} from './delete-exactly.ts';
import type {ExecuteSession} from './execute-session.ts';
import {catchLost} from './lost-response.ts';
import {seenLive} from './seen-object.ts';

/** Plans the deletion of the namespace that this stack created, after all its objects (`after`). */
export const deleteNamespace = (
  session: ExecuteSession,
  planned: CreatedNamespace,
  after: readonly string[],
): PlannedChange => ({
  change: {
    id: planned.id,
    type: 'Kubernetes',
    action: 'delete',
    reason: 'the namespace of the stack: a release of this stack created it, and nothing else is left in it',
    verified: true,
    fields: [],
  },
  after,
  seen: () => seenLive(session.digestKey, planned.live),
  execute: (run) => remove(session, planned, run),
});

async function remove(session: ExecuteSession, planned: CreatedNamespace, run: StepRun): Promise<StepResult> {
  const {id, name, live, resource} = planned;
  const left = await leftIn(session, planned, run);
  if (left !== undefined) return {kind: 'failed', failure: {code: 'plan/stale', resource: id, detail: left}};
  const place = {resource, namespace: undefined, name};
  const objection = (now: JsonObject): string | undefined => whyNotOurs(now, session.lineage);
  const deletion = {id, place, live, propagationPolicy: 'Background' as const, objection};
  const reply = await catchLost(run, (watched) => deleteExactly(session, deletion, watched));
  if (reply === 'gone') return {kind: 'done'};
  if ('lost' in reply) return {kind: 'failed', failure: reply.lost, maybeWritten: true};
  if ('failure' in reply) return {kind: 'failed', failure: reply.failure};
  run.onApplied();
  if (!run.wait || !isEnding(reply.object)) return {kind: 'done'};
  const gone = await awaitGone(session, {place, id, ending: reply.object, run});
  return 'failure' in gone ? {kind: 'failed', failure: gone.failure} : {kind: 'done'};
}

/** Looks again right before the deletion: somebody may have put an object into the namespace since the plan. */
async function leftIn(
  {client}: ExecuteSession,
  {name, going}: CreatedNamespace,
  {signal}: StepRun,
): Promise<string | undefined> {
  const served = await client.discovery.served();
  return whatIsLeft(await contentOfNamespace(client, {name, served, signal}), going);
}
