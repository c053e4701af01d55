import type {Diagnostic} from '../../../../core/diagnostic/diagnostic.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {type Quota, quotaOf, shortagesOf} from '../../../../kubernetes/plan/quota.ts';
import {addDemands, type Demand, demandOf, timesDemand} from '../../../../kubernetes/plan/quota-demand.ts';
import {defined} from '../../../../lib/defined.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {PlannedObject} from './planned-object.ts';

/** Planned objects to add up against the ResourceQuotas of their namespaces. */
export type QuotaRequest = {
  readonly client: Pick<KubernetesClient, 'discovery' | 'list'>;
  readonly planned: readonly PlannedObject[];
  readonly signal: AbortSignal;
};

/**
 * Returns a warning for each quota that a plan exceeds in its namespace: a dry run does not count against quotas, so
 * each object alone would pass. It sends one request, or none if nothing is added to an existing namespace. A user
 * without permission to read quotas gets no warning.
 */
export async function checkQuota({client, planned, signal}: QuotaRequest): Promise<readonly Diagnostic[]> {
  const added = addedTo(planned);
  if (added.size === 0) return [];
  const existing = new Set(
    planned.flatMap(({surelyAbsent, target: {identity}}) => (surelyAbsent ? [] : (identity.namespace ?? []))),
  );
  const live = await readQuotas(
    client,
    [...added.keys()].filter((name) => existing.has(name)),
    signal,
  );
  return withPlanned(live, planned).flatMap((quota) =>
    shortagesOf(quota, added.get(quota.namespace) ?? new Map()).map(
      ({name, asked, left}): Diagnostic => ({
        severity: 'warning',
        code: 'quota/exceeded',
        message: `the ResourceQuota ${quota.name} of namespace ${quota.namespace} has ${left} of ${name} left, but this plan needs ${asked} more`,
        hint: 'Request less, or have the quota raised. Otherwise the server rejects what exceeds it, or its pods are never created.',
      }),
    ),
  );
}

/** Returns what the plan adds to each namespace: created objects, and the increases of updates. */
function addedTo(planned: readonly PlannedObject[]): ReadonlyMap<string, Demand> {
  const changes = planned.filter(
    ({change: {action}, target}) => action !== 'unchanged' && target.identity.namespace !== undefined,
  );
  const byNamespace = Map.groupBy(changes, ({target}) => target.identity.namespace ?? '');
  return new Map(
    [...byNamespace].flatMap(([namespace, objects]) => {
      const demand = addDemands(...objects.map(addedBy));
      return [...demand.values()].some(({digits}) => digits > 0n) ? [[namespace, demand] as const] : [];
    }),
  );
}

function addedBy({change, target, live, predicted}: PlannedObject): Demand {
  const {identity, kind} = target;
  const of = (object: JsonObject): Demand => demandOf({...identity, object, plural: kind.resource.resource});
  const after = of(change.action === 'replace' ? target.desired : (predicted ?? target.desired));
  return live === undefined ? after : addDemands(after, timesDemand(of(live), -1));
}

async function readQuotas(
  client: QuotaRequest['client'],
  namespaces: readonly string[],
  signal: AbortSignal,
): Promise<readonly JsonObject[]> {
  const resource = await client.discovery.resourceFor({apiVersion: 'v1', kind: 'ResourceQuota'});
  if (resource === undefined || namespaces.length === 0) return [];
  const within = async (namespace: string) => {
    const part = await client.list({resource, namespace, signal});
    return part.ok ? part.items : [];
  };
  if (namespaces.length > 1) {
    const all = await client.list({resource, signal});
    if (all.ok) return all.items;
    if (all.refusal.kind !== 'forbidden') return [];
  }
  return (await Promise.all(namespaces.map(within))).flat();
}

/** Returns the live quotas with the limits that this plan gives them, and those that it creates. */
function withPlanned(live: readonly JsonObject[], planned: readonly PlannedObject[]): readonly Quota[] {
  const quotas = new Map(
    live.flatMap(quotaOf).flatMap((quota) => (quota === undefined ? [] : [[keyOf(quota), quota]])),
  );
  for (const {target, live: now} of planned) {
    if (target.identity.kind !== 'ResourceQuota' || target.identity.group !== '') continue;
    const status = now?.['status'];
    const quota = quotaOf({...target.desired, ...defined({status: isObject(status) ? status : undefined})});
    if (quota !== undefined) quotas.set(keyOf(quota), quota);
  }
  return [...quotas.values()];
}

const keyOf = ({namespace, name}: Quota): string => `${namespace}/${name}`;
