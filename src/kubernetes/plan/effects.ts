import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Effect, FieldChange} from '../../core/plan/plan.ts';
import type {Identity} from '../../core/resource/identity.ts';
import {deepEqual} from '../../lib/deep-equal.ts';

/** The group and the kind of an object, without its version. */
export type Kind = Pick<Identity, 'group' | 'kind'>;

const LOSS: Readonly<Record<string, string>> = {
  '/Namespace': 'everything in it is deleted too',
  '/PersistentVolume': 'it holds data',
  '/PersistentVolumeClaim': 'it holds data',
  'apiextensions.k8s.io/CustomResourceDefinition': 'all objects of that kind are deleted too',
};

/**
 * What goes with an object and cannot be made again, as one reads it: a volume's data, a namespace's objects, all objects of a
 * kind, the claims of a StatefulSet that takes them along. Undefined: nothing.
 */
export function lossOf({group, kind}: Kind, live: JsonObject): string | undefined {
  const name = `${group}/${kind}`;
  if (Object.hasOwn(LOSS, name)) return LOSS[name];
  const claims = at(live, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted');
  return name === 'apps/StatefulSet' && claims === 'Delete'
    ? 'its PVCs are deleted too, with the data in them'
    : undefined;
}

/** Pods go with these and are made anew. */
const RUNS_PODS: ReadonlySet<string> = new Set([
  '/Pod',
  '/ReplicationController',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
]);

/** Somebody is served by these, or allowed something, at every moment. */
const SERVES: ReadonlySet<string> = new Set([
  '/Service',
  'apiregistration.k8s.io/APIService',
  'networking.k8s.io/Ingress',
  'networking.k8s.io/IngressClass',
  'rbac.authorization.k8s.io/ClusterRoleBinding',
  'rbac.authorization.k8s.io/RoleBinding',
]);

/** An object that is deleted and created again. */
export type Replaced = {readonly identity: Kind; readonly live: JsonObject; readonly desired: JsonObject};

/** What it means that an object is deleted and made again. `fields`: what differs then. */
export function replaceEffects(
  {identity, live, desired}: Replaced,
  fields: readonly Pick<FieldChange, 'path'>[],
): readonly Effect[] {
  const name = `${identity.group}/${identity.kind}`;
  if (name === 'batch/Job') return ['job-runs-again'];
  if (keepsPods({identity, live, desired}))
    return fields.some(({path}) => path.startsWith('spec.template')) ? ['pods-restart'] : [];
  const lost: readonly Effect[] = lossOf(identity, live) === undefined ? [] : ['data-lost'];
  if (RUNS_PODS.has(name)) return [...lost, 'pods-restart', 'interruption'];
  if (lost.length > 0) return lost;
  return SERVES.has(name) || identity.group === 'gateway.networking.k8s.io' ? ['interruption'] : [];
}

/** What it means that an object is deleted and not made again. */
export const deleteEffects = (identity: Kind, live: JsonObject): readonly Effect[] =>
  lossOf(identity, live) === undefined ? [] : ['data-lost'];

/**
 * The pods of a StatefulSet outlive it and are taken by the new one, if that selects them: pods of the same names could not
 * be made beside them.
 */
export const keepsPods = ({identity, live, desired}: Replaced): boolean =>
  identity.group === 'apps' &&
  identity.kind === 'StatefulSet' &&
  deepEqual(at(live, 'spec', 'selector') ?? null, at(desired, 'spec', 'selector') ?? null);

function at(object: JsonObject, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), object);
}
