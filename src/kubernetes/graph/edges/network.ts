import type {JsonObject} from '../../../core/json.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {at, nameAt, objectsAt} from './pod-template.ts';
import type {Name, ResourceIndex, Subject} from './resource-index.ts';

const GATEWAY = 'gateway.networking.k8s.io';
const INGRESS_GROUPS = ['networking.k8s.io', 'extensions'] as const;

/** Orders Services before the routes to them, and classes and gateways before the routes that use them. */
export const networkEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const group of INGRESS_GROUPS) {
    for (const ingress of index.ofKind(group, 'Ingress')) yield* edges(index, ingress, ingressNames(ingress));
  }
  for (const gateway of index.ofKind(GATEWAY, 'Gateway')) yield* edges(index, gateway, gatewayNames(gateway));
  for (const subject of index.subjects) {
    if (subject.group === GATEWAY && subject.kind.endsWith('Route')) yield* edges(index, subject, routeNames(subject));
  }
  for (const set of index.ofKind('apps', 'StatefulSet')) {
    const name = nameAt(set.object, 'spec', 'serviceName');
    yield* edges(index, set, [{group: '', kind: 'Service', namespace: set.namespace, name}]);
  }
};

function* edges(index: ResourceIndex, {id}: Subject, names: Iterable<Name>): Iterable<Edge> {
  for (const name of names) {
    const needs = index.find(name);
    if (needs !== undefined) yield {id, needs, because: `names ${name.kind} ${name.name}`};
  }
}

function* ingressNames({object, namespace}: Subject): Iterable<Name> {
  const spec = at(object, 'spec');
  yield {group: 'networking.k8s.io', kind: 'IngressClass', name: nameAt(spec, 'ingressClassName')};
  const paths = objectsAt(spec, 'rules').flatMap((rule) => objectsAt(rule, 'http', 'paths'));
  for (const backend of [at(spec, 'defaultBackend'), at(spec, 'backend'), ...paths.map((path) => path['backend'])]) {
    // Versions before v1 use `serviceName`.
    const name = nameAt(backend, 'service', 'name') ?? nameAt(backend, 'serviceName');
    yield {group: '', kind: 'Service', namespace, name};
    const other = at(backend, 'resource');
    yield {
      group: nameAt(other, 'apiGroup') ?? '',
      kind: nameAt(other, 'kind') ?? '',
      namespace,
      name: nameAt(other, 'name'),
    };
  }
  for (const tls of objectsAt(spec, 'tls'))
    yield {group: '', kind: 'Secret', namespace, name: nameAt(tls, 'secretName')};
}

function* gatewayNames({object, namespace}: Subject): Iterable<Name> {
  const spec = at(object, 'spec');
  yield {group: GATEWAY, kind: 'GatewayClass', name: nameAt(spec, 'gatewayClassName')};
  for (const listener of objectsAt(spec, 'listeners')) {
    for (const certificate of objectsAt(listener, 'tls', 'certificateRefs')) {
      yield reference(certificate, namespace, {group: '', kind: 'Secret'});
    }
  }
}

function* routeNames({object, namespace}: Subject): Iterable<Name> {
  for (const parent of objectsAt(object, 'spec', 'parentRefs')) {
    yield reference(parent, namespace, {group: GATEWAY, kind: 'Gateway'});
  }
  for (const rule of objectsAt(object, 'spec', 'rules')) {
    const mirrors = objectsAt(rule, 'filters').map((filter) => at(filter, 'requestMirror', 'backendRef'));
    for (const backend of [...objectsAt(rule, 'backendRefs'), ...mirrors]) {
      yield reference(backend, namespace, {group: '', kind: 'Service'});
    }
  }
}

function reference(
  value: JsonObject | ReturnType<typeof at>,
  namespace: string,
  defaults: {readonly group: string; readonly kind: string},
): Name {
  const group = at(value, 'group');
  return {
    // The core group is written as the empty text, which differs from an absent group.
    group: typeof group === 'string' ? group : defaults.group,
    kind: nameAt(value, 'kind') ?? defaults.kind,
    namespace: nameAt(value, 'namespace') ?? namespace,
    name: nameAt(value, 'name'),
  };
}
