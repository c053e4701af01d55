import type {FieldPath} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {Effect} from '../../core/plan/plan.ts';
import {identityOf} from '../../core/resource/identity.ts';
import type {FieldDifference} from '../fields/compare.ts';

/**
 * Returns the effects of an update beyond the object, from the differences between the live object and the server's
 * answer. A ConfigMap or a Secret restarts nothing by itself: the pods that read it are not notified.
 */
export function updateEffects(differences: readonly FieldDifference[], answer: JsonObject): readonly Effect[] {
  const {group, kind} = identityOf(answer);
  const spec = objectAt(answer, 'spec');
  const changed = (...names: readonly string[]): boolean => differences.some(({path}) => leadsInto(path, names));
  if (group === 'batch' && kind === 'Job')
    return changed('spec', 'suspend') || changed('spec', 'parallelism') ? ['scaled'] : [];
  if (!isWorkload(group, kind)) return [];
  const effects: Effect[] = [];
  if (changed('spec', 'replicas')) effects.push('scaled');
  if (changed('spec', 'template') && rollsOut(kind, spec)) {
    effects.push('pods-restart');
    if (isAway(kind, spec)) effects.push('interruption');
  }
  return effects;
}

const isWorkload = (group: string, kind: string): boolean =>
  (group === 'apps' && ['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'].includes(kind)) ||
  (group === '' && kind === 'ReplicationController');

/** Reports whether a new template replaces the existing pods. */
function rollsOut(kind: string, spec: JsonObject): boolean {
  if (kind !== 'DaemonSet' && spec['replicas'] === 0) return false;
  switch (kind) {
    case 'Deployment':
      return spec['paused'] !== true;
    case 'DaemonSet':
      return objectAt(spec, 'updateStrategy')['type'] !== 'OnDelete';
    case 'StatefulSet':
      return objectAt(spec, 'updateStrategy')['type'] !== 'OnDelete' && partitionOf(spec) < replicasOf(spec);
    default:
      // A ReplicaSet uses it for new pods only, and keeps the old ones.
      return false;
  }
}

/** Reports whether no pod is available while the new ones start. */
function isAway(kind: string, spec: JsonObject): boolean {
  if (kind === 'Deployment') return objectAt(spec, 'strategy')['type'] === 'Recreate';
  return kind === 'StatefulSet' && replicasOf(spec) === 1;
}

const replicasOf = (spec: JsonObject): number => (typeof spec['replicas'] === 'number' ? spec['replicas'] : 1);

function partitionOf(spec: JsonObject): number {
  const {partition} = objectAt(objectAt(spec, 'updateStrategy'), 'rollingUpdate');
  return typeof partition === 'number' ? partition : 0;
}

const objectAt = (object: JsonObject, name: string): JsonObject => {
  const value: Json | undefined = object[name];
  return isObject(value) ? value : {};
};

/** Reports whether a path is this field, a part of it, or a whole that it is part of. */
const leadsInto = (path: FieldPath, names: readonly string[]): boolean =>
  names.every((name, i) => {
    const step = path[i];
    return step === undefined || ('field' in step && step.field === name);
  });
