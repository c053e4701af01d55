import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {probeObject, saysImmutable} from '../../../../core/plan/probe-object.ts';
import type {KubernetesClient} from '../client/client.ts';
import {comingObjects, excuseRefusal} from './excuse-refusal.ts';
import {unreadable} from './live-objects.ts';
import type {PlannedObject} from './planned-object.ts';
import {refusalDiagnostics} from './refusal-diagnostics.ts';

export type Settled = {readonly objects: readonly PlannedObject[]; readonly diagnostics: readonly Diagnostic[]};

/** Which refusals stand, which wait for their subject, and which forbid the change but not the object (engine rules 7 and 8). */
export async function settleRefusals(
  client: Pick<KubernetesClient, 'create' | 'server'>,
  planned: readonly PlannedObject[],
  signal: AbortSignal,
): Promise<Settled> {
  const coming = comingObjects(planned);
  const diagnostics: Diagnostic[] = [];
  const objects = await Promise.all(
    planned.map(async (object) => {
      const {refusal, target} = object;
      if (refusal === undefined) return object;
      if (refusal.kind === 'unavailable')
        throw unreadable(client.server, target.kind.resource, refusal, target.resource.id);
      const subject = excuseRefusal(object, refusal, coming);
      if (subject !== undefined) return excused(object, subject);
      if (refusal.kind === 'invalid' && object.live !== undefined && (await isForbiddenChange(client, object, signal)))
        return replaced(object);
      diagnostics.push(...refusalDiagnostics(target, refusal));
      return object;
    }),
  );
  return {objects, diagnostics};
}

function excused({refusal: _, ...object}: PlannedObject, subject: string): PlannedObject {
  const reason = `the server can verify it only when ${subject} is there`;
  return {...object, change: {...object.change, verified: false, reason}};
}

/** Whether it is the change that the server forbids: the same object under a fresh name would be taken. */
async function isForbiddenChange(
  client: Pick<KubernetesClient, 'create'>,
  {target, refusal}: PlannedObject,
  signal: AbortSignal,
): Promise<boolean> {
  const object = probeObject(target.desired);
  if (object === undefined) return refusal?.causes.some(({message}) => saysImmutable(message)) ?? false;
  const {resource} = target.kind;
  const reply = await client.create({resource, namespace: target.identity.namespace, object, dryRun: true, signal});
  return reply.ok;
}

function replaced({refusal, ...object}: PlannedObject): PlannedObject {
  const because = `the server forbids this change: ${refusal?.message ?? ''}`;
  const blocked = {
    needs: 'a replacement, which this version of Gantry does not make: delete the object first',
    because,
  };
  return {
    ...object,
    change: {...object.change, action: 'replace', verified: true, reason: 'it must be deleted and made again', blocked},
  };
}
