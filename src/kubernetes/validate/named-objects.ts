import type {JsonPath} from '../../core/json.ts';
import {groupVersion} from '../../core/resource/identity.ts';
import {podReferences} from '../graph/edges/pod-references.ts';
import {at, nameAt, objectsAt} from '../graph/edges/pod-template.ts';
import type {Name, ResourceIndex, Subject, Workload} from '../graph/edges/resource-index.ts';
import {placedAt} from './placed-containers.ts';
import {parentOf, placedRoutes} from './routes.ts';
import {type ServiceReference, serviceReferences} from './service-references.ts';

/** A reference from one object to another. */
export type NamedObject = Name & {
  readonly from: Subject;
  /** The path of the name. */
  readonly path: JsonPath;
  readonly keys?: readonly {readonly key: string; readonly path: JsonPath}[];
  readonly isOptional?: boolean;
  /** True if the object is usually not part of the stack. Then only a similar name is reported. */
  readonly isForeign?: boolean;
  /** The path of the namespace, if the reference has one. */
  readonly namespacePath?: JsonPath;
};

const RBAC = 'rbac.authorization.k8s.io';

/** Returns the references between the objects of a stack, each with its path. */
export function* namedObjects(
  index: ResourceIndex,
  services: readonly ServiceReference[] = serviceReferences(index),
): Iterable<NamedObject> {
  for (const {port: _, ...one} of services) yield {...one, group: '', kind: 'Service'};
  for (const from of index.workloads) yield* ofPods(from);
  for (const from of index.ofKind('networking.k8s.io', 'Ingress')) yield* tlsSecrets(from);
  for (const from of index.ofKind('', 'ServiceAccount')) yield* pullSecrets(from);
  // Gateways usually belong to the stack of a platform team.
  for (const {from, parents} of placedRoutes(index))
    for (const [parent, path] of parents)
      yield {...parentOf(from, parent), from, path: [...path, 'name'], isForeign: true};
  for (const from of index.ofKind('autoscaling', 'HorizontalPodAutoscaler')) yield scaleTarget(from);
  for (const from of index.ofKind('apps', 'StatefulSet')) {
    // The pods also start without the Service. They only have no DNS names.
    yield {
      ...serviceOf(from, nameAt(from.object, 'spec', 'serviceName')),
      path: ['spec', 'serviceName'],
      isForeign: true,
    };
  }
  for (const from of index.ofKind(RBAC, 'RoleBinding')) yield roleOf(from);
  for (const kind of ['RoleBinding', 'ClusterRoleBinding']) {
    for (const from of index.ofKind(RBAC, kind)) yield* subjectsOf(from);
  }
}

function* ofPods(from: Workload): Iterable<NamedObject> {
  const below = (path: JsonPath): JsonPath => [...from.pod.path, 'spec', ...path];
  for (const {path, keys = [], ...name} of podReferences(from.pod.spec, from.namespace)) {
    const isForeign = name.kind === 'SecretProviderClass' || name.group.endsWith('.k8s.io');
    const placed = keys.map((one) => ({key: one.key, path: below(one.path)}));
    yield {...name, from, path: below(path), keys: placed, isForeign};
  }
}

function scaleTarget(from: Subject): NamedObject {
  const target = at(from.object, 'spec', 'scaleTargetRef');
  const {group} = groupVersion(nameAt(target, 'apiVersion') ?? 'apps/v1');
  const kind = nameAt(target, 'kind') ?? '';
  return {
    from,
    group,
    kind,
    namespace: from.namespace,
    name: nameAt(target, 'name'),
    path: ['spec', 'scaleTargetRef', 'name'],
  };
}

function roleOf(from: Subject): NamedObject {
  const role = at(from.object, 'roleRef');
  const kind = nameAt(role, 'kind') ?? '';
  const namespace = kind === 'Role' ? from.namespace : '';
  return {
    from,
    group: RBAC,
    kind,
    namespace,
    name: nameAt(role, 'name'),
    path: ['roleRef', 'name'],
    isForeign: kind !== 'Role',
  };
}

const serviceOf = (from: Subject, name: string | undefined): Omit<NamedObject, 'path'> => ({
  from,
  group: '',
  kind: 'Service',
  namespace: from.namespace,
  name,
});

function* pullSecrets(from: Subject): Iterable<NamedObject> {
  for (const [secret, path] of placedAt(from.object, 'imagePullSecrets', []))
    yield {...serviceOf(from, nameAt(secret, 'name')), kind: 'Secret', path: [...path, 'name'], isForeign: true};
}

function* tlsSecrets(from: Subject): Iterable<NamedObject> {
  for (const [i, tls] of objectsAt(from.object, 'spec', 'tls').entries()) {
    const path = ['spec', 'tls', i, 'secretName'];
    // Controllers of certificates create this Secret.
    yield {...serviceOf(from, nameAt(tls, 'secretName')), kind: 'Secret', path, isForeign: true};
  }
}

function* subjectsOf(from: Subject): Iterable<NamedObject> {
  for (const [i, subject] of objectsAt(from.object, 'subjects').entries()) {
    if (subject['kind'] !== 'ServiceAccount') continue;
    const namespace = nameAt(subject, 'namespace') ?? from.namespace;
    yield {
      from,
      group: '',
      kind: 'ServiceAccount',
      namespace,
      name: nameAt(subject, 'name'),
      path: ['subjects', i, 'name'],
      isForeign: true,
    };
  }
}
