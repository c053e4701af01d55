import {orphanPatch} from '../../../../kubernetes/plan/orphan-patch.ts';
import {isTakenOver} from '../../../../kubernetes/plan/ownership.ts';
import type {StepResult} from '../../../../ports/step-result.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {uidOf} from '../plan/live-objects.ts';
import type {PlannedRemoval} from '../plan/plan-removal.ts';
import type {ExecuteSession} from './execute-session.ts';
import {heldWhile} from './held-while.ts';
import {refusalFailure} from './refusal-failure.ts';
import {EXACT_TRIES} from './send-object.ts';

const DONE: StepResult = {kind: 'done'};

/** Orphans an object: removes our ownership label and annotations and our field ownership; the object stays. */
export async function orphanObject(
  session: ExecuteSession,
  removal: PlannedRemoval,
  run: StepRun,
): Promise<StepResult> {
  const {state, resource} = removal;
  if (resource === undefined || removal.live === undefined) return DONE;
  const {client, lineage} = session;
  const place = {resource, namespace: state.namespace, name: state.name};
  let live = removal.live;
  for (let tries = 1; ; tries++) {
    const reply = await client.patch({...place, operations: orphanPatch(live), ...heldWhile(run)});
    if (reply.ok) {
      run.onApplied();
      return DONE;
    }
    const {refusal} = reply;
    if (refusal.kind === 'not-found') return DONE;
    if (refusal.kind !== 'stale' || tries > EXACT_TRIES)
      return {kind: 'failed', failure: refusalFailure(session, {resource: {id: state.id}}, refusal), state};
    const now = await client.get({...place, signal: run.signal});
    // It is gone, or another object has its name, or it belongs to another stack: there is nothing to remove.
    if (!now.ok && now.refusal.kind === 'not-found') return DONE;
    if (!now.ok)
      return {kind: 'failed', failure: refusalFailure(session, {resource: {id: state.id}}, now.refusal, 'read'), state};
    if (uidOf(now.object) !== uidOf(live) || isTakenOver(now.object, lineage)) return DONE;
    live = now.object;
  }
}
