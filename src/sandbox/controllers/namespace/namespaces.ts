import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Controller, ControlView, ObjectKey, Step, Stored} from '../../model/controller.ts';
import {finalizersOf, isBeingDeleted, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, partAt} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import {setCondition} from '../shared/condition.ts';
import {withStatus} from '../shared/with-status.ts';

/** The number of objects deleted in one turn. Requests must not wait for a large namespace. */
const AT_ONCE = 50;

/** The controller of Namespaces: it deletes the content of a terminating one, reports what remains, and removes the finalizer. */
export const namespaces: Controller = {
  name: 'namespace-controller',
  watches: {'*': concernedNamespace},
  steps: ({name}, cluster, now) => {
    const namespace = cluster.get('namespaces', '', name);
    if (namespace === undefined || !isBeingDeleted(namespace)) return [];
    const content = contentOf(name, cluster);
    if (content.length > 0) return [...deletions(content), ...report(namespace, content, now)];
    if (finalizersOf(namespace).length > 0) return report(namespace, content, now);
    return [{do: 'remove', resource: 'namespaces', namespace: '', name, uid: uidOf(namespace)}];
  },
};

function concernedNamespace(object: JsonObject, cluster: ControlView, resource: string): readonly ObjectKey[] {
  const name = resource === 'namespaces' ? nameOf(object) : namespaceOf(object);
  const namespace = name === '' ? undefined : cluster.get('namespaces', '', name);
  return namespace !== undefined && isBeingDeleted(namespace) ? [{namespace: '', name}] : [];
}

const contentOf = (namespace: string, cluster: ControlView): readonly Stored[] =>
  cluster.resources().flatMap((resource) => cluster.list(resource, namespace).map((object) => ({resource, object})));

const deletions = (content: readonly Stored[]): readonly Step[] =>
  content
    .filter(({object}) => !isBeingDeleted(object))
    .slice(0, AT_ONCE)
    .map(({resource, object}) => ({
      do: 'delete',
      resource,
      namespace: namespaceOf(object),
      name: nameOf(object),
      uid: uidOf(object),
    }));

/** Reports the remaining content in the conditions. Only objects that stay after their deletion was requested are reported. */
function report(namespace: JsonObject, content: readonly Stored[], now: number): readonly Step[] {
  if (content.some(({object}) => !isBeingDeleted(object))) return [];
  const before = objectsAt(namespace, 'status', 'conditions');
  let conditions = before;
  for (const {type, status, reason, message} of findings(content)) {
    conditions = setCondition(conditions, {type, status, lastTransitionTime: timestamp(now), reason, message});
  }
  const status = {...partAt(namespace, 'status'), phase: 'Terminating', conditions};
  return deepEqual(status, namespace['status']) ? [] : [{do: 'status', object: withStatus(namespace, status)}];
}

type Finding = {readonly type: string; readonly status: string; readonly reason: string; readonly message: string};

const good = (type: string, reason: string, message: string): Finding => ({
  type,
  status: 'False',
  reason,
  message,
});

function findings(content: readonly Stored[]): readonly Finding[] {
  const remaining = counted(content.map(({resource}) => (resource.includes('.') ? resource : `${resource}.`)));
  const held = counted(content.flatMap(({object}) => finalizersOf(object)));
  return [
    good('NamespaceDeletionDiscoveryFailure', 'ResourcesDiscovered', 'All resources successfully discovered'),
    good(
      'NamespaceDeletionGroupVersionParsingFailure',
      'ParsedGroupVersions',
      'All legacy kube types successfully parsed',
    ),
    good(
      'NamespaceDeletionContentFailure',
      'ContentDeleted',
      'All content successfully deleted, may be waiting on finalization',
    ),
    remaining.length === 0
      ? good('NamespaceContentRemaining', 'ContentRemoved', 'All content successfully removed')
      : {
          type: 'NamespaceContentRemaining',
          status: 'True',
          reason: 'SomeResourcesRemain',
          message: `Some resources are remaining: ${remaining.map(([what, n]) => `${what} has ${n} resource instances`).join(', ')}`,
        },
    held.length === 0
      ? good('NamespaceFinalizersRemaining', 'ContentHasNoFinalizers', 'All content-preserving finalizers finished')
      : {
          type: 'NamespaceFinalizersRemaining',
          status: 'True',
          reason: 'SomeFinalizersRemain',
          message: `Some content in the namespace has finalizers remaining: ${held.map(([what, n]) => `${what} in ${n} resource instances`).join(', ')}`,
        },
  ];
}

/** Counts each name, in the order of names. */
function counted(names: readonly string[]): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
