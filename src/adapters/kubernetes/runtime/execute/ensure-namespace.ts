import type {JsonObject} from '../../../../core/json.ts';
import {idOf} from '../../../../core/resource/id.ts';
import {endingText} from '../../../../kubernetes/plan/ending.ts';
import {CREATED_FOR_ANNOTATION} from '../../../../kubernetes/resource/labels.ts';
import type {PlannedChange} from '../../../../ports/planned-change.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import type {MissingNamespace} from '../plan/missing-namespace.ts';
import {awaitGone} from './await-gone.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import {catchLost} from './lost-response.ts';
import {refusalFailure} from './refusal-failure.ts';

/**
 * Plans the creation of the stack's own namespace. It gets no ownership label, so that no stack counts it as its own. The annotation says who
 * created it, for a destroy with `createdNamespace: delete`.
 */
export function ensureNamespace(
  session: ExecuteSession,
  {name, ending}: MissingNamespace,
  isDeleted: boolean,
): PlannedChange {
  const id = idOf({apiVersion: 'v1', kind: 'Namespace', name});
  const first =
    ending === undefined
      ? ''
      : `the live one ${endingText(ending)}; it is created again when that deletion is complete; `;
  const reason = `${first}the namespace of the stack: Gantry creates it, ${isDeleted ? 'and a destroy deletes it if nothing else is left in it' : 'but never owns or deletes it'}`;
  return {
    change: {id, type: 'Kubernetes', action: 'create', reason, verified: true, fields: []},
    after: [],
    execute: (run) => create(session, {id, name, ending}, run),
  };
}

async function create(
  session: ExecuteSession,
  {id, name, ending}: {id: string; name: string; ending: JsonObject | undefined},
  run: StepRun,
): Promise<StepResult> {
  const resource = await session.client.discovery.resourceFor({apiVersion: 'v1', kind: 'Namespace'});
  if (resource === undefined) throw new Error('the server has no namespaces');
  if (ending !== undefined) {
    const gone = await awaitGone(session, {place: {resource, namespace: undefined, name}, id, ending, run});
    if ('failure' in gone) return {kind: 'failed', failure: gone.failure};
  }
  const object = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {name, annotations: {[CREATED_FOR_ANNOTATION]: session.lineage}},
  };
  const reply = await catchLost(run, (watched) =>
    session.client.create({resource, object, repeatable: true, ...heldWhile(watched)}),
  );
  if ('lost' in reply) return {kind: 'failed', failure: reply.lost, maybeWritten: true};
  if (reply.ok || reply.refusal.kind === 'already-exists') {
    run.onApplied();
    return {kind: 'done'};
  }
  return {kind: 'failed', failure: refusalFailure(session, {resource: {id}}, reply.refusal)};
}
