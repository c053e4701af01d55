import {isList, isObject, type Json, type JsonObject} from '../../../core/json.ts';
import {identityOf} from '../../../core/resource/identity.ts';
import {type Labels, labelsOf} from './selector.ts';

/** The labels and the spec of a pod template, and the keys that lead to the template. */
export type PodTemplate = {readonly labels: Labels; readonly spec: JsonObject; readonly path: readonly string[]};

/** Returns the pod template of an object, or the labels and spec of a Pod itself. */
export function podTemplateOf(object: JsonObject): PodTemplate | undefined {
  const {group, kind} = identityOf(object);
  if (group === '' && kind === 'Pod') return template(object, []);
  if (group === '' && kind === 'PodTemplate') return template(object, ['template']);
  if (group === 'batch' && kind === 'CronJob') return template(object, ['spec', 'jobTemplate', 'spec', 'template']);
  // Deployment, StatefulSet, DaemonSet, ReplicaSet, Job, ReplicationController, and kinds with the same structure.
  return template(object, ['spec', 'template']);
}

function template(object: JsonObject, path: readonly string[]): PodTemplate | undefined {
  const value = at(object, ...path);
  const spec = at(value, 'spec');
  if (!isObject(spec) || !isList(spec['containers'])) return undefined;
  return {labels: labelsOf(at(value, 'metadata', 'labels')), spec, path};
}

/** Returns the value at a path of keys, or undefined if a part of the path is not an object. */
export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let found = value;
  for (const key of path) found = isObject(found) ? found[key] : undefined;
  return found;
}

/** Returns the objects of the list at a path, or an empty list. */
export function objectsAt(value: Json | undefined, ...path: readonly string[]): readonly JsonObject[] {
  const found = at(value, ...path);
  return isList(found) ? found.filter(isObject) : [];
}

/** Returns the text at a path if it is not empty, otherwise undefined. */
export function nameAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}
