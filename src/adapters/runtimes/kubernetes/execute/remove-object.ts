import {isEnding} from '../../../../core/plan/ending.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedRemoval} from '../plan/plan-removal.ts';
import {awaitGone} from './await-gone.ts';
import type {ExecuteSession} from './execute-session.ts';
import {emptyConfiguration, refusalFailure} from './write-object.ts';

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
  const uid = uidOf(live);
  run.beforeWrite();
  const reply = await session.client.delete({...place, uid, propagationPolicy: 'Background'});
  if (!reply.ok) {
    // Gone already, or another object has its name now: either way ours is no more.
    if (reply.refusal.kind === 'not-found' || reply.refusal.kind === 'stale') return DONE;
    return {kind: 'failed', failure: refusalFailure(session, {resource: asResource(removal)}, reply.refusal), state};
  }
  run.onApplied();
  // The server answers with a Status, or with the object as it was, when nothing held it.
  if (!run.wait || !isEnding(reply.object)) return DONE;
  const gone = await awaitGone(session, {place, id: state.id, ending: reply.object, run});
  return 'failure' in gone ? {kind: 'failed', failure: gone.failure, state} : DONE;
}

const DONE: StepResult = {kind: 'done'};

/** Takes away the fields that only we own: label, annotations, and what the stack had set. */
async function letGo(session: ExecuteSession, removal: PlannedRemoval, run: StepRun): Promise<StepResult> {
  const {state, resource, live} = removal;
  if (resource === undefined || live === undefined) return DONE;
  run.beforeWrite();
  const object = emptyConfiguration(identityOf({...live, apiVersion: state.apiVersion, kind: state.kind}));
  const reply = await session.client.apply({
    resource,
    namespace: state.namespace,
    name: state.name,
    object,
    force: false,
  });
  if (reply.ok) {
    run.onApplied();
    return DONE;
  }
  return {kind: 'failed', failure: refusalFailure(session, {resource: asResource(removal)}, reply.refusal), state};
}

const asResource = ({state}: PlannedRemoval) => ({
  id: state.id,
  type: state.type,
  attributes: {},
  dependsOn: [],
  extensions: {},
});
