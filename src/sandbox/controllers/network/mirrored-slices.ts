import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import type {Controller, ControlView, Step} from '../../model/controller.ts';
import {annotationsOf, isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../model/part.ts';
import {suffixOf} from '../shared/hash.ts';
import {controlledBy, controllerOfKind, controllerReference, itself} from '../shared/owner.ts';
import {isSame, MANAGED_BY, SERVICE_NAME, SLICES} from './endpoint-slices.ts';

/** The controller that mirrors hand-written Endpoints to EndpointSlices. */
export const mirroredSlices: Controller = {
  name: 'endpointslicemirroring-controller',
  watches: {endpoints: itself, services: itself, [SLICES]: controllerOfKind('Endpoints')},
  steps: (key, cluster) => {
    const endpoints = cluster.get('endpoints', key.namespace, key.name);
    if (endpoints === undefined) return [];
    const known = controlledBy(endpoints, SLICES, cluster);
    const wanted = isMirrored(endpoints, cluster) ? slicesOf(endpoints) : [];
    return [
      ...wanted.flatMap((slice) => write(slice, known)),
      ...known.filter((slice) => !wanted.some((one) => nameOf(one) === nameOf(slice))).map((slice) => removal(slice)),
    ];
  },
};

function isMirrored(endpoints: JsonObject, cluster: ControlView): boolean {
  const labels = labelsOf(endpoints);
  if (isBeingDeleted(endpoints) || labels['endpoints.kubernetes.io/managed-by'] === 'endpoint-controller') return false;
  if (labels['endpointslice.kubernetes.io/skip-mirror'] === 'true') return false;
  const service = cluster.get('services', namespaceOf(endpoints), nameOf(endpoints));
  return service !== undefined && Object.keys(partAt(service, 'spec', 'selector')).length === 0;
}

function write(slice: JsonObject, known: readonly JsonObject[]): readonly Step[] {
  const before = known.find((one) => nameOf(one) === nameOf(slice));
  if (before === undefined) return [{do: 'create', object: slice}];
  if (isSame(before, slice) && deepEqual(labelsOf(before), labelsOf(slice))) return [];
  const metadata = {...partAt(before, 'metadata'), labels: labelsOf(slice)};
  return [{do: 'update', object: {...slice, metadata}}];
}

const removal = (slice: JsonObject): Step => ({
  do: 'delete',
  resource: SLICES,
  namespace: namespaceOf(slice),
  name: nameOf(slice),
  uid: uidOf(slice),
});

function slicesOf(endpoints: JsonObject): readonly JsonObject[] {
  const {'kubectl.kubernetes.io/last-applied-configuration': _applied, ...annotations} = annotationsOf(endpoints);
  return objectsAt(endpoints, 'subsets').map((subset, i) => ({
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: defined({
      generateName: `${nameOf(endpoints)}-`,
      name: `${nameOf(endpoints)}-${suffixOf([uidOf(endpoints), i])}`,
      namespace: namespaceOf(endpoints),
      labels: {
        ...labelsOf(endpoints),
        [MANAGED_BY]: 'endpointslicemirroring-controller.k8s.io',
        [SERVICE_NAME]: nameOf(endpoints),
      },
      annotations: Object.keys(annotations).length === 0 ? undefined : annotations,
      ownerReferences: [controllerReference(endpoints)],
    }),
    addressType: textAt(objectsAt(subset, 'addresses')[0], 'ip').includes(':') ? 'IPv6' : 'IPv4',
    endpoints: [
      ...objectsAt(subset, 'addresses').map((address) => endpoint(address, true)),
      ...objectsAt(subset, 'notReadyAddresses').map((address) => endpoint(address, false)),
    ],
    ports: objectsAt(subset, 'ports').map((port) => ({name: '', ...port})),
  }));
}

const endpoint = ({ip, hostname, nodeName, targetRef}: JsonObject, ready: boolean): JsonObject =>
  defined({addresses: ip === undefined ? [] : [ip], conditions: {ready}, hostname, targetRef, nodeName});
