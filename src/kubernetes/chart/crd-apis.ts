import {isList, isObject, type JsonObject} from '../../core/json.ts';

/** Returns the API versions and kinds that the CustomResourceDefinitions among some objects add: `example.com/v1`, `example.com/v1/Widget`. */
export function crdApis(objects: Iterable<JsonObject>): readonly string[] {
  const apis = new Set<string>();
  for (const {kind, spec} of objects) {
    if (kind !== 'CustomResourceDefinition' || !isObject(spec)) continue;
    const {group, names, versions} = spec;
    const served = isObject(names) ? names['kind'] : undefined;
    if (typeof group !== 'string' || typeof served !== 'string') continue;
    for (const version of isList(versions) ? versions.filter(isObject) : []) {
      if (version['served'] !== true || typeof version['name'] !== 'string') continue;
      const apiVersion = `${group}/${version['name']}`;
      apis.add(apiVersion).add(`${apiVersion}/${served}`);
    }
  }
  return [...apis];
}
