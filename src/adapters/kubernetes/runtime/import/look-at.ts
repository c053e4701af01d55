import {isList, isObject, type JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {Resource} from '../../../../core/resource/resource.ts';
import {lineageOf} from '../../../../kubernetes/plan/ownership.ts';
import {metadataOf, writerOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import type {RecordRequest, Seen} from '../../../../ports/other-tools.ts';
import type {KubernetesClient} from '../client/client.ts';
import {uidOf} from '../plan/live-objects.ts';
import {unreadable} from '../plan/unreadable.ts';

/** The live object of another tool's resource: whether that tool wrote it, and its uid if so. */
export type LookedAt = {readonly seen: Seen; readonly uid: string};

/** The result for an object that could not be read. */
export const NOT_LOOKED_AT: LookedAt = {seen: 'unseen', uid: ''};

/** Reads the live object of a resource and reports whether the other tool wrote it. */
export async function lookAt(
  client: Pick<KubernetesClient, 'get' | 'discovery' | 'server'>,
  {id, attributes}: Resource,
  {manager, signal}: Pick<RecordRequest, 'manager' | 'signal'>,
): Promise<LookedAt> {
  const identity = identityOf(attributes);
  const resource = await client.discovery.resourceFor(identity);
  if (resource === undefined) return NOT_LOOKED_AT;
  const {namespace, name} = identity;
  const reply = await client.get({resource, namespace, name, signal});
  if (reply.ok) return judge(reply.object, manager);
  const {refusal} = reply;
  if (refusal.kind === 'not-found') return {seen: 'absent', uid: ''};
  if (refusal.kind === 'forbidden') return NOT_LOOKED_AT;
  throw unreadable(client.server, resource, refusal, id);
}

function judge(live: JsonObject, manager: string): LookedAt {
  if (lineageOf(live) !== undefined) return {seen: 'stack', uid: ''};
  const entries = metadataOf(live)['managedFields'];
  const wrote = isList(entries) && entries.some((entry) => isObject(entry) && writerOf(entry).manager === manager);
  return wrote ? {seen: 'written', uid: uidOf(live) ?? ''} : {seen: 'other', uid: ''};
}
