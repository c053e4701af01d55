import type {Json, JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import type {ControlView, ObjectKey} from '../../model/controller.ts';
import {isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {keyOf} from '../shared/owner.ts';
import {matchesLabels} from '../shared/selector.ts';
import {isDone, isReady} from '../workloads/pod-state.ts';

/** Label that the endpoints controllers set for a Service without a cluster IP. */
export const HEADLESS = 'service.kubernetes.io/headless';
/** Annotation with the time of the change that the endpoints follow, for latency metrics. */
export const TRIGGERED = 'endpoints.kubernetes.io/last-change-trigger-time';

/** A pod selected by a Service. */
export type Backend = {
  readonly pod: JsonObject;
  readonly address: string;
  readonly isReady: boolean;
  readonly isServing: boolean;
  readonly isLeaving: boolean;
  /** The ports of the Service as this pod has them. A named port that the pod does not have is left out. */
  readonly ports: readonly JsonObject[];
};

/** Returns the pods of a Service; undefined if the Service has no selector, so that its endpoints are managed elsewhere. */
export function backendsOf(service: JsonObject, cluster: ControlView): readonly Backend[] | undefined {
  const {selector, type} = partAt(service, 'spec');
  if (type === 'ExternalName' || Object.keys(partAt(service, 'spec', 'selector')).length === 0) return undefined;
  return cluster
    .list('pods', namespaceOf(service))
    .filter((pod) => textAt(pod, 'status', 'podIP') !== '' && !isDone(pod) && matchesLabels(selector, labelsOf(pod)))
    .map((pod) => backend(pod, service));
}

function backend(pod: JsonObject, service: JsonObject): Backend {
  const always = partAt(service, 'spec')['publishNotReadyAddresses'] === true;
  const isLeaving = isBeingDeleted(pod);
  return {
    pod,
    address: textAt(pod, 'status', 'podIP'),
    isReady: always || (isReady(pod) && !isLeaving),
    isServing: isReady(pod),
    isLeaving,
    ports: portsOf(service, pod),
  };
}

function portsOf(service: JsonObject, pod: JsonObject): readonly JsonObject[] {
  const containers = objectsAt(pod, 'spec', 'containers');
  const named = containers.flatMap((container) => objectsAt(container, 'ports'));
  return objectsAt(service, 'spec', 'ports').flatMap((port) => {
    const {name, protocol = 'TCP', appProtocol, targetPort = port['port'] ?? 0} = port;
    const found = named.find((one) => one['name'] === targetPort && (one['protocol'] ?? 'TCP') === protocol);
    const number: Json | undefined = typeof targetPort === 'number' ? targetPort : found?.['containerPort'];
    return number === undefined ? [] : [defined({name, port: number, protocol, appProtocol})];
  });
}

/** Returns the `targetRef` of an endpoint: a reference to its pod. */
export const targetOf = (pod: JsonObject): JsonObject => ({
  kind: 'Pod',
  namespace: namespaceOf(pod),
  name: nameOf(pod),
  uid: uidOf(pod),
});

/** Returns the host name of a StatefulSet's pod below its Service. */
export function hostnameOf(pod: JsonObject, service: JsonObject): string | undefined {
  const {hostname, subdomain} = partAt(pod, 'spec');
  return typeof hostname === 'string' && subdomain === nameOf(service) ? hostname : undefined;
}

/** Maps a changed pod to the Services that select it. */
export const servicesOf = (pod: JsonObject, cluster: ControlView): readonly ObjectKey[] =>
  cluster
    .list('services', namespaceOf(pod))
    .filter((service) => matchesLabels(partAt(service, 'spec')['selector'], labelsOf(pod)))
    .map((service) => keyOf(service));
