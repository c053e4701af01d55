import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import type {KubernetesClient} from '../client/client.ts';
import {deferRefusal, pendingObjects, rootRefusals} from './defer-refusal.ts';
import {missesCleared} from './leave-out-cleared.ts';
import type {PendingSubjects} from './pending-subjects.ts';
import {type Forbidden, planReplace, type ReplaceRequest} from './plan-replace.ts';
import type {PlannedObject} from './planned-object.ts';
import {refusalDiagnostics} from './refusal-diagnostics.ts';
import {unreadable} from './unreadable.ts';

/** The objects of stacks that are applied first. */
type Others = {readonly pending?: Pick<PendingSubjects, 'defer'>};

/** The objects whose refusals were explained, deferred until apply, or reported. */
export type Settled = {readonly objects: readonly PlannedObject[]; readonly diagnostics: readonly Diagnostic[]};

/**
 * Decides which refusals are final, which are deferred until their subject exists, and which are about the change and not
 * the object (engine rules 7 and 8).
 */
export async function settleRefusals(
  client: Pick<KubernetesClient, 'create' | 'delete' | 'list' | 'server'>,
  planned: readonly PlannedObject[],
  {pending: others, ...request}: Omit<ReplaceRequest, 'client'> & Others,
): Promise<Settled> {
  const pending = pendingObjects(planned);
  const standing: PlannedObject[] = [];
  const objects = await Promise.all(
    planned.map(async (object) => {
      const {refusal, target} = object;
      if (refusal === undefined) return object;
      if (refusal.kind === 'unavailable')
        throw unreadable(client.server, target.kind.resource, refusal, target.resource.id);
      const subject = deferRefusal(object, refusal, pending) ?? others?.defer(object, refusal);
      if (subject !== undefined) return isDeferred(object, subject);
      const settled = isForbidden(object) ? await planReplace(object, {...request, client}) : object;
      if (settled.refusal !== undefined) standing.push(settled);
      return settled;
    }),
  );
  const roots = rootRefusals(standing);
  return {objects, diagnostics: refusalDiagnostics(roots)};
}

/** Reports whether the server may refuse the change, and not the object. */
const isForbidden = (object: PlannedObject): object is Forbidden =>
  object.refusal?.kind === 'invalid' && object.live !== undefined && !missesCleared(object.target, object.refusal);

function isDeferred({refusal: _, explain: _explain, ...object}: PlannedObject, subject: string): PlannedObject {
  const reason = `the server can verify it only when ${subject} exists`;
  return {...object, change: {...object.change, verified: false, reason}};
}
