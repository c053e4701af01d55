import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {isObject} from '../../../../core/json.ts';
import type {KubernetesClient} from '../client/client.ts';
import {unreadable} from './live-objects.ts';
import {comingObjects, excuseRefusal} from './excuse-refusal.ts';
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
      if (refusal.kind === 'invalid' && object.live !== undefined && (await isValidAnew(client, object, signal)))
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

/** The object under a fresh name: if the server takes that, it is the change that it forbids. */
async function isValidAnew(
  client: Pick<KubernetesClient, 'create'>,
  {target}: PlannedObject,
  signal: AbortSignal,
): Promise<boolean> {
  const {desired, identity, kind} = target;
  const metadata = isObject(desired['metadata']) ? desired['metadata'] : {};
  const name = `${identity.name.slice(0, 40)}-gantry-probe`;
  const object = {...desired, metadata: {...metadata, name}};
  const reply = await client.create({
    resource: kind.resource,
    namespace: identity.namespace,
    object,
    dryRun: true,
    signal,
  });
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
