import type {Json, JsonObject} from '../../../../../src/core/json.ts';

/** The smallest valid object of each kind. The cases change single fields of it. */
const labels = {app: 'web'};
const template = {metadata: {labels}, spec: {containers: [{name: 'web', image: 'nginx:1.29'}]}};
const jobSpec = {template: {spec: {containers: [{name: 'job', image: 'busybox'}], restartPolicy: 'Never'}}};
const claim = {
  metadata: {name: 'data'},
  spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
};

const apps = (kind: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: {name: 'web', namespace: NAMESPACE},
  spec: {selector: {matchLabels: labels}, template, ...spec},
});

const object = (apiVersion: string, kind: string, rest: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name: 'web', namespace: NAMESPACE},
  ...rest,
});

/** The namespace in which the cases were measured, and in which the test runs them. */
export const NAMESPACE = 'workloads-facts';

export const BASES = {
  pod: object('v1', 'Pod', {spec: {containers: [{name: 'web', image: 'nginx:1.29'}]}}),
  deployment: apps('Deployment', {}),
  replicaSet: apps('ReplicaSet', {}),
  daemonSet: apps('DaemonSet', {}),
  statefulSet: apps('StatefulSet', {serviceName: 'web'}),
  statefulSetWithClaim: apps('StatefulSet', {serviceName: 'web', volumeClaimTemplates: [claim]}),
  replicationController: object('v1', 'ReplicationController', {spec: {selector: labels, template}}),
  podTemplate: object('v1', 'PodTemplate', {template}),
  job: object('batch/v1', 'Job', {spec: jobSpec}),
  cronJob: object('batch/v1', 'CronJob', {spec: {schedule: '*/5 * * * *', jobTemplate: {spec: jobSpec}}}),
  podDisruptionBudget: object('policy/v1', 'PodDisruptionBudget', {
    spec: {minAvailable: 1, selector: {matchLabels: labels}},
  }),
  controllerRevision: object('apps/v1', 'ControllerRevision', {data: {spec: {a: 1}}, revision: 1}),
  autoscaler: object('autoscaling/v2', 'HorizontalPodAutoscaler', {
    spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}, maxReplicas: 3},
  }),
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Changes by path (`spec.containers.0.image`). Undefined removes the field. */
export type Changes = Readonly<Record<string, Json | undefined>>;

export function changed(base: JsonObject, changes: Changes): JsonObject {
  const copy = structuredClone(base) as Mutable;
  for (const [path, value] of Object.entries(changes)) set(copy, path.split('.'), value);
  return copy as JsonObject;
}

type Mutable = {[key: string]: Json | undefined | Mutable};

/** Sets a value. `~1` in a path stands for a dot in a name. */
function set(object: Mutable, [key = '', ...rest]: readonly string[], value: Json | undefined): void {
  const name = key.replaceAll('~1', '.');
  if (rest.length === 0) {
    if (value === undefined) delete object[name];
    else object[name] = value;
    return;
  }
  object[name] ??= /^\d+$/.test(rest[0] ?? '') ? ([] as Json) : {};
  set(object[name] as Mutable, rest, value);
}
