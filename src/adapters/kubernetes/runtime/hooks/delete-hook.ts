import type {Failure} from '../../../../core/failure/failure.ts';
import {GantryError} from '../../../../core/failure/failure.ts';
import type {DeletePolicy} from '../../../../core/hook/hook.ts';
import {isOfRemoval} from '../../../../core/hook/hook.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import type {StepRun} from '../../../../ports/step-run.ts';
import {awaitGone} from '../execute/await-gone.ts';
import {deleteExactly} from '../execute/delete-exactly.ts';
import type {ExecuteSession} from '../execute/execute-session.ts';
import {placeOf} from '../plan/dry-run.ts';
import type {Target} from '../plan/target.ts';
import type {PlannedHook} from './planned-hook.ts';

/** A hook that has run, and its object. */
export type RunHook = {readonly planned: PlannedHook; readonly target: Target; readonly live: JsonObject};

/**
 * Reports whether the object of a hook is deleted after this outcome. Objects of a removal are deleted after a success in any case: nobody
 * would delete them later. A CRD is never deleted.
 */
export function isDeletedAfter(
  {planned: {due}, target}: RunHook,
  outcome: Exclude<DeletePolicy, 'before-hook-creation'>,
): boolean {
  if (target.identity.kind === 'CustomResourceDefinition') return false;
  return due.hook.deletePolicies.includes(outcome) || (outcome === 'hook-succeeded' && isOfRemoval(due.event));
}

/** Deletes the object of a hook that has run, and waits until it is gone. */
export async function deleteHook(
  session: ExecuteSession,
  {planned, target, live}: RunHook,
  run: StepRun,
): Promise<Failure | undefined> {
  const place = placeOf(target);
  const {id} = planned.due;
  const deletion = {
    id,
    place,
    live,
    propagationPolicy: 'Background' as const,
    objection: (now: JsonObject) =>
      lineageOf(now) === session.lineage ? undefined : 'it no longer has the ownership label of this stack',
  };
  try {
    const reply = await deleteExactly(session, deletion, run);
    if (reply === 'gone') return undefined;
    if ('failure' in reply) return reply.failure;
    if (!isEnding(reply.object)) return undefined;
    const gone = await awaitGone(session, {place, id, ending: reply.object, run});
    return 'failure' in gone ? gone.failure : undefined;
  } catch (error) {
    if (error instanceof GantryError) return error.failure;
    throw error;
  }
}
