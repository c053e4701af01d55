import {isList, isObject, type Json, type JsonObject} from '../json.ts';
import {idOfObject} from '../resource/id.ts';

/** A Terraform resource that a module returns, in the form of a spec file. Kubernetes objects have a `kind`. */
export type DeclaredResource = JsonObject & {
  readonly id: string;
  readonly type: 'Terraform';
  readonly attributes: JsonObject;
  readonly dependsOn?: readonly string[];
  readonly extensions?: JsonObject;
};

/** Reports whether a resource of a module is a Terraform resource, and not a Kubernetes object. */
export const isDeclared = (resource: JsonObject): resource is DeclaredResource =>
  resource['type'] === 'Terraform' && resource['kind'] === undefined;

/** Returns the id of a resource of a module. */
export const idOfMade = (resource: JsonObject): string => (isDeclared(resource) ? resource.id : idOfObject(resource));

const FIELDS = ['id', 'type', 'attributes', 'dependsOn', 'extensions'];

/** Returns what is wrong with a Terraform resource that a module returned. */
export function declaredFaults(resource: JsonObject, at: string): readonly string[] {
  const {id = null, attributes = null, dependsOn = [], extensions = {}} = resource;
  return [
    ...(typeof id === 'string' && id !== '' ? [] : [`${at} is a Terraform resource, and its \`id\` is missing`]),
    ...(isObject(attributes) ? [] : [`\`attributes\` of ${at} must be an object`]),
    ...(isTexts(dependsOn) ? [] : [`\`dependsOn\` of ${at} must be a list of ids`]),
    ...(isObject(extensions) ? [] : [`\`extensions\` of ${at} must be an object`]),
    ...Object.keys(resource)
      .filter((key) => !FIELDS.includes(key))
      .map((key) => `unknown field \`${key}\` of ${at}; known are ${FIELDS.join(', ')}`),
  ];
}

const isTexts = (value: Json): boolean => isList(value) && value.every((one) => typeof one === 'string');
