import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import type {Controller} from '../../model/controller.ts';
import {annotationsOf, isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {partAt, textAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {suffixOf} from '../shared/hash.ts';
import {controlledBy, controllerOfKind, controllerReference, itself} from '../shared/owner.ts';
import {type Backend, backendsOf, HEADLESS, hostnameOf, servicesOf, TRIGGERED, targetOf} from './service-pods.ts';

/** The store's name for the resource EndpointSlice. */
export const SLICES = 'endpointslices.discovery.k8s.io';
/** Label of an EndpointSlice: the Service that it belongs to. */
export const SERVICE_NAME = 'kubernetes.io/service-name';
/** Label of an EndpointSlice: the controller that writes it. Others leave the slice alone. */
export const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';

/** The controller of EndpointSlices: one slice for each Service with a selector. A slice may have a thousand endpoints, so one is enough. */
export const endpointSlices: Controller = {
  name: 'endpointslice-controller',
  watches: {services: itself, pods: servicesOf, [SLICES]: controllerOfKind('Service')},
  steps: (key, cluster, now) => {
    const service = cluster.get('services', key.namespace, key.name);
    const backends = service === undefined || isBeingDeleted(service) ? undefined : backendsOf(service, cluster);
    if (service === undefined || backends === undefined) return [];
    const [known] = controlledBy(service, SLICES, cluster);
    const content = {
      addressType: 'IPv4',
      endpoints: backends.map((backend) => endpoint(backend, service)),
      ports: (backends.find(({ports}) => ports.length > 0)?.ports ?? []).map((port) => ({name: '', ...port})),
    };
    const labels = labelsFor(service);
    if (known !== undefined && isSame(known, content) && deepEqual(labelsOf(known), labels)) return [];
    const {[TRIGGERED]: _before, ...others} = annotationsOf(known ?? {});
    const annotations = {...others, ...defined({[TRIGGERED]: backends.length > 0 ? timestamp(now) : undefined})};
    const metadata = {
      ...(known === undefined ? newMetadata(service) : partAt(known, 'metadata')),
      labels,
      annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
    };
    const object = {apiVersion: 'discovery.k8s.io/v1', kind: 'EndpointSlice', metadata: defined(metadata), ...content};
    return [{do: known === undefined ? 'create' : 'update', object}];
  },
};

/** Reports whether a slice has this content already. Empty lists of a stored slice may have become null. */
export const isSame = (known: JsonObject, content: JsonObject): boolean =>
  deepEqual(known['endpoints'] ?? [], content['endpoints']) && deepEqual(known['ports'] ?? [], content['ports']);

const newMetadata = (service: JsonObject): JsonObject => ({
  generateName: `${nameOf(service)}-`,
  name: `${nameOf(service)}-${suffixOf(uidOf(service))}`,
  namespace: namespaceOf(service),
  ownerReferences: [controllerReference(service)],
});

const labelsFor = (service: JsonObject): JsonObject => ({
  ...labelsOf(service),
  [MANAGED_BY]: 'endpointslice-controller.k8s.io',
  [SERVICE_NAME]: nameOf(service),
  ...defined({[HEADLESS]: textAt(service, 'spec', 'clusterIP') === 'None' ? '' : undefined}),
});

const endpoint = ({pod, address, ...is}: Backend, service: JsonObject): JsonObject =>
  defined({
    addresses: [address],
    conditions: {ready: is.isReady, serving: is.isServing, terminating: is.isLeaving},
    hostname: hostnameOf(pod, service),
    targetRef: targetOf(pod),
    nodeName: partAt(pod, 'spec')['nodeName'],
  });
