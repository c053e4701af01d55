import type {JsonObject} from '../../../../src/core/json.ts';
import {idOfObject} from '../../../../src/core/resource/id.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';

/** `apps/v1 Deployment shop/web` and what else the object holds. */
export function object(what: string, rest: JsonObject = {}): JsonObject {
  const [apiVersion = '', kind = '', place = ''] = what.split(' ');
  const slash = place.indexOf('/');
  const [namespace, name] = slash === -1 ? [undefined, place] : [place.slice(0, slash), place.slice(slash + 1)];
  const {metadata, ...fields} = rest;
  return {apiVersion, kind, metadata: {name, ...(namespace && {namespace}), ...(metadata as JsonObject)}, ...fields};
}

export const resource = (attributes: JsonObject, dependsOn: readonly string[] = []): Resource => ({
  id: idOfObject(attributes),
  type: 'Kubernetes',
  attributes,
  dependsOn,
  extensions: {},
});

export const resources = (...objects: readonly JsonObject[]): Resource[] => objects.map((each) => resource(each));
