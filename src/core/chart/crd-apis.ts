import {isList, isObject, type JsonObject} from '../json.ts';

/** Returns the API versions and kinds that the CustomResourceDefinitions among some objects add: `example.com/v1`, `example.com/v1/Widget`. */
export function crdApis(objects: Iterable<JsonObject>): readonly string[] {
  const apis = new Set<string>();
  for (const {kind, spec} of objects) {
    if (kind !== 'CustomResourceDefinition' || !isObject(spec) || !isObject(spec['names'])) continue;
    const {group, names, versions} = spec;
    for (const version of isList(versions) ? versions.filter(isObject) : []) {
      if (version['served'] !== true) continue;
      const apiVersion = `${String(group)}/${String(version['name'])}`;
      apis.add(apiVersion).add(`${apiVersion}/${String(names['kind'])}`);
    }
  }
  return [...apis];
}
