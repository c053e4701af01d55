import {isObject, type JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {listAt, textAt, valueAt} from '../../../../kubernetes/readiness/read.ts';
import type {ApiResource} from '../client/discovery.ts';

const kind = (apiVersion: string, name: string, resource: string): ApiResource => ({
  apiVersion,
  kind: name,
  resource,
  namespaced: true,
  verbs: ['list', 'watch'],
});

/** The kind whose states explain why a workload is not ready. */
export const PODS = kind('v1', 'Pod', 'pods');
/** The kind in which the kubelet and controllers report problems. */
export const EVENTS = kind('v1', 'Event', 'events');
/** The kind that a pod with volumes waits for. */
export const PVCS = kind('v1', 'PersistentVolumeClaim', 'persistentvolumeclaims');
/** The kind between a Deployment and its pods. */
export const REPLICA_SETS = kind('apps/v1', 'ReplicaSet', 'replicasets');

const WORKLOADS: ReadonlySet<string> = new Set([
  'apps/Deployment',
  'apps/StatefulSet',
  'apps/DaemonSet',
  'apps/ReplicaSet',
  'batch/Job',
]);

/** Reports whether an object is a Pod of any version. */
export const isPod = (object: JsonObject): boolean => kindOf(object) === '/Pod';
/** Reports whether an object is a Deployment of any version. */
export const isDeployment = (object: JsonObject): boolean => kindOf(object) === 'apps/Deployment';

function kindOf(object: JsonObject): string {
  const {group, kind: name} = identityOf(object);
  return `${group}/${name}`;
}

/** Returns the selector of a workload's pods, such as `app=web,tier in (a,b)`, or undefined for kinds that select none. */
export function podSelectorOf(workload: JsonObject): string | undefined {
  const own = kindOf(workload);
  const selector = own === '/ReplicationController' ? ['spec', 'selector'] : ['spec', 'selector', 'matchLabels'];
  if (!WORKLOADS.has(own) && own !== '/ReplicationController') return undefined;
  const labels = valueAt(workload, ...selector);
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
