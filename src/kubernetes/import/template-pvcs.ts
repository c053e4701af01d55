import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';
import {identityOf} from '../../core/resource/identity.ts';

/**
 * Returns the ids of the PVCs that StatefulSets created from their templates. No object owns them, so that the data
 * outlives the StatefulSet, but they are not part of anybody's manifests.
 */
export function templatePvcs(objects: readonly JsonObject[]): ReadonlySet<string> {
  const prefixes = objects.flatMap((object) => {
    const {kind, name, namespace = ''} = identityOf(object);
    return kind === 'StatefulSet' ? templateNames(object).map((template) => `${namespace}/${template}-${name}-`) : [];
  });
  const made = objects.filter((object) => {
    const {kind, name, namespace = ''} = identityOf(object);
    const place = `${namespace}/${name}`;
    return kind === 'PersistentVolumeClaim' && prefixes.some((prefix) => isOrdinal(place, prefix));
  });
  return new Set(made.map(idOfObject));
}

const isOrdinal = (place: string, prefix: string): boolean =>
  place.startsWith(prefix) && /^\d+$/.test(place.slice(prefix.length));

function templateNames({spec}: JsonObject): readonly string[] {
  const templates = isObject(spec) ? spec['volumeClaimTemplates'] : undefined;
  return isList(templates) ? templates.filter(isObject).map((template) => identityOf(template).name) : [];
}
