import {isList, isObject, type JsonObject} from '../../../../core/json.ts';
import type {StepResult, StepRun} from '../../../../ports/runtime.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedRemoval} from '../plan/plan-removal.ts';
import {awaitObject} from './await-object.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Observed, Place} from './watch-hub.ts';
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
  const place: Place = {resource, namespace: state.namespace, name: state.name};
  const uid = uidOf(live);
  run.beforeWrite();
  const reply = await session.client.delete({...place, uid, propagationPolicy: 'Background'});
  if (!reply.ok) {
    // Gone already, or another object has its name now: either way ours is no more.
    if (reply.refusal.kind === 'not-found' || reply.refusal.kind === 'stale') return DONE;
    return {kind: 'failed', failure: refusalFailure(session, {resource: asResource(removal)}, reply.refusal), state};
  }
  run.onApplied();
  if (!run.wait || reply.object['kind'] === 'Status') return DONE;
  return awaitGone(session, removal, {place, uid, ending: reply.object}, run);
}

const DONE: StepResult = {kind: 'done'};

type Ending = {readonly place: Place; readonly uid: string | undefined; readonly ending: JsonObject};

async function awaitGone(
  session: ExecuteSession,
  removal: PlannedRemoval,
  {place, uid, ending}: Ending,
  run: StepRun,
): Promise<StepResult> {
  const {hub, clock, client} = session;
  const {state} = removal;
  const first = await client.get({...place, signal: run.signal}).catch(() => undefined);
  if (first !== undefined && (first.ok ? uidOf(first.object) !== uid : first.refusal.kind === 'not-found')) return DONE;
  const outcome = await awaitObject<'gone'>({
    hub,
    clock,
    place,
    id: state.id,
    timeoutMs: run.timeoutMs,
    signal: run.signal,
    onWaiting: run.onWaiting,
    first: holdText(ending),
    judge: ({object, deleted}: Observed) =>
      deleted || uidOf(object) !== uid ? {end: 'gone'} : {waiting: holdText(object)},
  });
  return 'failure' in outcome ? {kind: 'failed', failure: outcome.failure, state} : DONE;
}

function holdText(object: JsonObject): string {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const spec = isObject(object['spec']) ? object['spec'] : {};
  const held = [metadata['finalizers'], spec['finalizers']].flatMap((list) => (isList(list) ? list : []));
  return held.length === 0 ? 'is being deleted' : `is being deleted; held by the finalizers ${held.join(', ')}`;
}

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
