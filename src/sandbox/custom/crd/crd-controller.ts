import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import type {Controller, Step} from '../../model/controller.ts';
import {finalizersOf, isBeingDeleted, nameOf, namespaceOf, uidOf, withMetadata} from '../../model/metadata.ts';
import {part, text} from '../../model/part.ts';
import {timestamp} from '../../model/time.ts';
import type {ClusterView} from '../../model/view.ts';
import {acceptNames} from './accept-names.ts';
import {CLEANUP} from './before-delete.ts';
import {isTrue, withCondition} from './conditions.ts';

const CRDS = 'customresourcedefinitions.apiextensions.k8s.io';

/**
 * The controller of CRDs: it accepts their names and establishes them, so that their objects are served. It deletes all these objects
 * before the CRD.
 */
export const CRD_CONTROLLER: Controller = {
  name: 'customresourcedefinitions',
  manager: 'kube-apiserver',
  watches: {
    // Another CRD may be waiting for a name that becomes free.
    [CRDS]: (_, cluster) => cluster.list(CRDS).map((one) => ({namespace: '', name: nameOf(one)})),
    '*': (object, cluster, resource) =>
      crdsOf(resource, cluster)
        .filter(isBeingDeleted)
        .map((one) => ({namespace: '', name: nameOf(one)})),
  },
  steps: ({name}, cluster, now) => {
    const crd = cluster.get(CRDS, '', name);
    if (crd === undefined) return [];
    const time = timestamp(now);
    return isBeingDeleted(crd) ? cleanUp(crd, cluster, time) : establish(crd, cluster, time);
  },
};

const resourceOf = (crd: JsonObject): string => {
  const {group, names} = part(crd['spec']);
  return `${text(part(names)['plural'])}.${text(group)}`;
};

/** Returns the CRD of a resource: its name is the key of its objects. */
const crdsOf = (resource: string, cluster: ClusterView): readonly JsonObject[] =>
  [cluster.get(CRDS, '', resource)].filter((one) => one !== undefined);

function establish(crd: JsonObject, cluster: ClusterView, now: string): readonly Step[] {
  const others = cluster.list(CRDS).filter((one) => nameOf(one) !== nameOf(crd));
  const named = acceptNames(crd, others, now);
  const next =
    isTrue(named, 'NamesAccepted') && !isTrue(named, 'Established')
      ? withCondition(
          named,
          {
            type: 'Established',
            status: 'True',
            reason: 'InitialNamesAccepted',
            message: 'the initial names have been accepted',
          },
          now,
        )
      : named;
  return deepEqual(next['status'], crd['status']) ? [] : [{do: 'status', object: next}];
}

function cleanUp(crd: JsonObject, cluster: ClusterView, now: string): readonly Step[] {
  const finalizers = finalizersOf(crd);
  if (!finalizers.includes(CLEANUP)) return [];
  const resource = resourceOf(crd);
  const instances = isTrue(crd, 'Established') ? cluster.list(resource) : [];
  if (instances.length === 0) {
    const rest = finalizers.filter((one) => one !== CLEANUP);
    return [{do: 'update', object: withMetadata(crd, {finalizers: rest})}];
  }
  const going = withCondition(crd, IN_PROGRESS, now);
  const updates: Step[] = deepEqual(going['status'], crd['status']) ? [] : [{do: 'status', object: going}];
  const left = instances.filter((one) => !isBeingDeleted(one));
  return [
    ...updates,
    ...left.map(
      (one): Step => ({do: 'delete', resource, namespace: namespaceOf(one), name: nameOf(one), uid: uidOf(one)}),
    ),
  ];
}

const IN_PROGRESS = {
  type: 'Terminating',
  status: 'True',
  reason: 'InstanceDeletionInProgress',
  message: 'CustomResource deletion is in progress',
} as const;
