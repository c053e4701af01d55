import {GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {metadataOf} from '../../../../kubernetes/plan/take-over-managers.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {Refusal} from '../client/status.ts';
import {unreadable} from '../plan/unreadable.ts';

/** The selection of Helm's release records, in Secrets and ConfigMaps. */
export type Records = {
  readonly client: Pick<KubernetesClient, 'list' | 'discovery' | 'server'>;
  /** The namespace; absent for all. */
  readonly namespace?: string;
  /** The name of the release; absent for all. */
  readonly name?: string;
  readonly signal: AbortSignal;
};

/** The kinds in which Helm may store its records; Secrets, unless HELM_DRIVER says otherwise. */
export const HELM_RECORD_KINDS = ['Secret', 'ConfigMap'] as const;

/** Reads the objects in which Helm records its releases. With `nothing`, a forbidden list counts as empty, for callers that only suggest names. */
export async function helmRecords(records: Records, ifForbidden: 'throw' | 'nothing'): Promise<readonly JsonObject[]> {
  const found: JsonObject[] = [];
  const denied: Refusal[] = [];
  for (const kind of HELM_RECORD_KINDS) {
    const reply = await listRecords(records, kind);
    if (reply.ok) found.push(...reply.items.map((object) => ({...object, apiVersion: 'v1', kind})));
    else denied.push(reply.refusal);
  }
  const [refusal] = denied;
  if (found.length === 0 && refusal !== undefined && ifForbidden === 'throw')
    throw unreadable(records.client.server, await kindOf(records.client, 'Secret'), refusal);
  return found;
}

async function listRecords({client, namespace, name, signal}: Records, kind: string) {
  const resource = await kindOf(client, kind);
  const labelSelector = name === undefined ? 'owner=helm' : `owner=helm,name=${name}`;
  return client.list({resource, namespace, labelSelector, signal});
}

async function kindOf(client: Records['client'], kind: string) {
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind});
  if (resource === undefined) throw new GantryError({code: 'input/usage', message: `the cluster serves no ${kind}`});
  return resource;
}

/** Returns the value of a label, or an empty text if it is missing. */
export function labelOf(record: JsonObject, label: string): string {
  const {labels} = metadataOf(record);
  const value = isObject(labels) ? labels[label] : undefined;
  return typeof value === 'string' ? value : '';
}
