import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {metadataOf} from '../plan/take-over-managers.ts';
import {withoutAllocated} from './allocated-fields.ts';

/** An object under an unused name, for a dry run that shows what the server makes of it. `restore` undoes the renaming in the answer. */
export type StandIn = {readonly object: JsonObject; readonly restore: (answer: JsonObject) => JsonObject};

/** Renames an object for a dry run. Returns undefined if it is valid only under its own name. */
export function standIn(object: JsonObject): StandIn | undefined {
  const {group, kind, name} = identityOf(object);
  const type = `${group}/${kind}`;
  if (type === 'apiregistration.k8s.io/APIService') return undefined;
  if (type === 'apiextensions.k8s.io/CustomResourceDefinition') return crd(object);
  const other = `${name.slice(0, 40).replace(/[^a-z0-9]+$/i, '')}-gantry-import`;
  return {object: named(withoutAllocated(object), other), restore: (answer) => named(answer, name)};
}

const named = (object: JsonObject, name: string): JsonObject => ({
  ...object,
  metadata: {...metadataOf(object), name},
});

/** Renames a CRD: its name consists of its plural and its group. */
function crd(object: JsonObject): StandIn {
  const spec = isObject(object['spec']) ? object['spec'] : {};
  const names = isObject(spec['names']) ? spec['names'] : {};
  const plural = textOf(names['plural']);
  const other = `${plural.slice(0, 40)}-gantry-import`;
  return {
    object: renamed(object, `${other}.${textOf(spec['group'])}`, other),
    restore: (answer) => renamed(answer, identityOf(object).name, plural),
  };
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

function renamed(from: JsonObject, name: string, plural: string): JsonObject {
  const own = isObject(from['spec']) ? from['spec'] : {};
  return {...named(from, name), spec: {...own, names: {...(isObject(own['names']) ? own['names'] : {}), plural}}};
}
