import {CO_OWNER, CREATED_ANNOTATION, CREATED_SHARED} from '../../../../kubernetes/resource/labels.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {placeOf} from '../plan/dry-run.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedObject} from '../plan/planned-object.ts';
import {emptyConfiguration} from './empty-configuration.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import {catchLost} from './lost-response.ts';
import {stateOf} from './object-state.ts';
import {refusalFailure} from './refusal-failure.ts';

/** Annotates the Namespace or CRD of another stack as shared, so that the other stack does not delete it. Nothing else changes. */
export async function coOwn(session: ExecuteSession, planned: PlannedObject, run: StepRun): Promise<StepResult> {
  const {target, live} = planned;
  const empty = emptyConfiguration(target.identity, uidOf(live));
  const annotations = {[CREATED_ANNOTATION]: CREATED_SHARED};
  const object = {...empty, metadata: {...empty.metadata, annotations}};
  const ask = {...placeOf(target), object, fieldManager: CO_OWNER, force: true};
  const reply = await catchLost(run, (watched) => session.client.apply({...ask, ...heldWhile(watched)}));
  if ('lost' in reply) return {kind: 'failed', failure: reply.lost, maybeWritten: true};
  if (!reply.ok) return {kind: 'failed', failure: refusalFailure(session, target, reply.refusal)};
  run.onApplied();
  return {kind: 'done', state: stateOf(session, target, reply.object), live: reply.object};
}
