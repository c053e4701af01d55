import {isObject} from '../../../core/json.ts';
import type {Edge, EdgeRule} from './edge.ts';
import {serviceAccountOf} from './pod-references.ts';
import {at, nameAt, objectsAt} from './pod-template.ts';
import type {Name, ResourceIndex, Subject} from './resource-index.ts';

const RBAC = 'rbac.authorization.k8s.io';
const TOKEN = 'kubernetes.io/service-account-token';

/** Orders roles and accounts before the bindings that join them, and an account after its pull secrets and before its token. */
export const accessEdges: EdgeRule = function* (index): Iterable<Edge> {
  for (const binding of bindings(index)) {
    const role = at(binding.object, 'roleRef');
    const kind = nameAt(role, 'kind') ?? '';
    const namespace = kind === 'Role' ? binding.namespace : '';
    const needs = index.find({group: RBAC, kind, namespace, name: nameAt(role, 'name')});
    if (needs !== undefined) yield {id: binding.id, needs, because: `binds ${kind} ${nameAt(role, 'name')}`};
    for (const account of accountsOf(binding)) {
      const subject = index.find(account);
      if (subject !== undefined)
        yield {id: binding.id, needs: subject, because: `binds ServiceAccount ${account.name}`};
    }
  }
  yield* tokenEdges(index);
  for (const {id, namespace, object} of index.ofKind('', 'ServiceAccount')) {
    for (const pull of objectsAt(object, 'imagePullSecrets')) {
      const secret = index.get({group: '', kind: 'Secret', namespace, name: nameAt(pull, 'name')});
      // A token is created after its account.
      if (secret === undefined || secret.object['type'] === TOKEN) continue;
      yield {id, needs: secret.id, because: `pulls images with Secret ${secret.name}`};
    }
  }
};

/** Orders bindings before the workloads whose account they grant permissions, so that pods have their permissions when they start. */
export const grantEdges: EdgeRule = function* (index): Iterable<Edge> {
  const grants = new Map<string, Subject[]>();
  for (const binding of bindings(index)) {
    for (const {namespace, name} of accountsOf(binding)) {
      const key = `${namespace}/${name}`;
      const granting = grants.get(key);
      if (granting === undefined) grants.set(key, [binding]);
      else granting.push(binding);
    }
  }
  for (const {id, namespace, pod} of index.workloads) {
    const account = serviceAccountOf(pod.spec);
    for (const binding of grants.get(`${namespace}/${account}`) ?? []) {
      yield {
        id,
        needs: binding.id,
        because: `runs as ServiceAccount ${account}, to which ${binding.kind} ${binding.name} grants permissions`,
      };
    }
  }
};

function* tokenEdges(index: ResourceIndex): Iterable<Edge> {
  for (const {id, namespace, object} of index.ofKind('', 'Secret')) {
    if (object['type'] !== TOKEN) continue;
    const name = nameAt(at(object, 'metadata', 'annotations'), 'kubernetes.io/service-account.name');
    const needs = index.find({group: '', kind: 'ServiceAccount', namespace, name});
    if (needs !== undefined) yield {id, needs, because: `is a token of ServiceAccount ${name}`};
  }
}

const bindings = (index: ResourceIndex): readonly Subject[] => [
  ...index.ofKind(RBAC, 'RoleBinding'),
  ...index.ofKind(RBAC, 'ClusterRoleBinding'),
];

const accountsOf = ({object, namespace}: Subject): readonly Name[] =>
  objectsAt(object, 'subjects')
    .filter((subject) => isObject(subject) && subject['kind'] === 'ServiceAccount')
    .map((subject) => ({
      group: '',
      kind: 'ServiceAccount',
      namespace: nameAt(subject, 'namespace') ?? namespace,
      name: nameAt(subject, 'name'),
    }));
