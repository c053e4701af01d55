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
 * Returns what is permanently lost when an object is deleted, in words: a volume's data, a namespace's objects, all
 * objects of a kind, the PVCs that a StatefulSet deletes. Returns undefined if nothing is lost.
 */
export function lossOf({group, kind}: Kind, live: JsonObject): string | undefined {
  const name = `${group}/${kind}`;
  if (Object.hasOwn(LOSS, name)) return LOSS[name];
  const pvcs = at(live, 'spec', 'persistentVolumeClaimRetentionPolicy', 'whenDeleted');
  return name === 'apps/StatefulSet' && pvcs === 'Delete'
    ? 'its PVCs are deleted too, with the data in them'
    : undefined;
}

/** Kinds whose pods are deleted and recreated with them. */
const RUNS_PODS: ReadonlySet<string> = new Set([
  '/Pod',
  '/ReplicationController',
  'apps/DaemonSet',
  'apps/Deployment',
  'apps/ReplicaSet',
  'apps/StatefulSet',
]);

/** Kinds that serve requests or grant permissions at every moment. */
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

/** Returns the effects of deleting and recreating an object. `fields` are the fields that then differ. */
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

/** Returns the effects of deleting an object without recreating it. */
export const deleteEffects = (identity: Kind, live: JsonObject): readonly Effect[] =>
  lossOf(identity, live) === undefined ? [] : ['data-lost'];

/**
 * Reports whether the pods of a replaced StatefulSet stay: they outlive it, and the new one adopts them if its selector
 * matches. Pods with the same names could not be created beside them.
 */
export const keepsPods = ({identity, live, desired}: Replaced): boolean =>
  identity.group === 'apps' &&
  identity.kind === 'StatefulSet' &&
  deepEqual(at(live, 'spec', 'selector') ?? null, at(desired, 'spec', 'selector') ?? null);

function at(object: JsonObject, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((value, name) => (isObject(value) ? value[name] : undefined), object);
}
