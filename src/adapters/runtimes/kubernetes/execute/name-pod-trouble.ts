import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import {isObject, type JsonObject} from '../../../../core/json.ts';
import {podTrouble} from '../../../../core/readiness/pod-trouble.ts';
import {listAt, textAt, valueAt} from '../../../../core/readiness/read.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ApiResource} from '../client/discovery.ts';

const PODS: ApiResource = {apiVersion: 'v1', kind: 'Pod', resource: 'pods', namespaced: true, verbs: ['list']};
const WORKLOADS: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  'batch/Job',
]);
/** The run has failed already: nobody waits long for the reason. */
const PATIENCE = {timeoutMs: 5_000, retry: {attempts: 1}};

export type FailedWait = {readonly failure: Failure; readonly workload: JsonObject; readonly signal: AbortSignal};

/**
 * A workload that is not ready says how many pods are missing; its newest pod says why. One LIST, when it has failed only; who
 * may not list pods gets the failure as it is.
 */
export async function namePodTrouble(
  client: Pick<KubernetesClient, 'list'>,
  {failure, workload, signal}: FailedWait,
): Promise<Failure> {
  if (failure.code !== 'object/not-ready' && failure.code !== 'object/failed') return failure;
  const selector = selectorOf(workload);
  if (selector === undefined || signal.aborted) return failure;
  const newest = (await podsOf(client, {workload, selector, signal})).toSorted(byAge).at(-1);
  const trouble = newest === undefined ? undefined : podTrouble(newest);
  if (newest === undefined || trouble === undefined) return failure;
  return {...failure, detail: `${failure.detail}; pod ${textAt(newest, 'metadata', 'name')}: ${trouble}`};
}

type Search = Omit<FailedWait, 'failure'> & {readonly selector: string};

async function podsOf(
  client: Pick<KubernetesClient, 'list'>,
  {workload, selector, signal}: Search,
): Promise<readonly JsonObject[]> {
  try {
    const {namespace} = identityOf(workload);
    const reply = await client.list({resource: PODS, namespace, labelSelector: selector, signal, ...PATIENCE});
    return reply.ok ? reply.items.filter((pod) => valueAt(pod, 'metadata', 'deletionTimestamp') === undefined) : [];
  } catch (error) {
    if (error instanceof GantryError || signal.aborted) return [];
    throw error;
  }
}

/** RFC 3339 in UTC: the order of letters is that of time. Of one second's, the name decides, so that the answer is stable. */
function byAge(a: JsonObject, b: JsonObject): number {
  const [left, right] = [a, b].map(
    (pod) => `${textAt(pod, 'metadata', 'creationTimestamp')} ${textAt(pod, 'metadata', 'name')}`,
  ) as [string, string];
  return left < right ? -1 : 1;
}

/** `app=web,tier in (a,b)`, of a kind that is known to select its pods so. */
function selectorOf(workload: JsonObject): string | undefined {
  const {group, kind} = identityOf(workload);
  if (!WORKLOADS.has(`${group}/${kind}`)) return undefined;
  const labels = valueAt(workload, 'spec', 'selector', 'matchLabels');
  const parts = [
    ...(isObject(labels) ? Object.keys(labels).map((key) => `${key}=${textAt(labels, key)}`) : []),
    ...listAt(workload, 'spec', 'selector', 'matchExpressions').filter(isObject).map(expressionText),
  ];
  return parts.length === 0 ? undefined : parts.join(',');
}

function expressionText(expression: JsonObject): string {
  const key = textAt(expression, 'key');
  const values = listAt(expression, 'values').filter((value) => typeof value === 'string');
  const listed = `(${values.join(',')})`;
  switch (textAt(expression, 'operator')) {
    case 'In':
      return `${key} in ${listed}`;
    case 'NotIn':
      return `${key} notin ${listed}`;
    case 'DoesNotExist':
      return `!${key}`;
    default:
      return key;
  }
}
