import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {sha256} from '../../lib/sha256.ts';

const LONGEST = 120;

/**
 * Returns the manifest path of each object by id: `manifests/deployment-web.yaml`, in a folder of the namespace if
 * there are several. An object always gets the same path, whatever other objects there are. A name contains only
 * characters that every file system accepts.
 */
export function manifestPaths(
  objects: readonly {readonly id: string; readonly object: JsonObject}[],
): ReadonlyMap<string, string> {
  const many = new Set(objects.flatMap(({object}) => identityOf(object).namespace ?? [])).size > 1;
  const plain = objects.map(({id, object}) => ({id, path: pathFor(object, many)}));
  const counts = Map.groupBy(plain, ({path}) => path.toLowerCase());
  return new Map(
    plain.map(({id, path}) => [id, counts.get(path.toLowerCase())?.length === 1 ? path : withHash(path, id)]),
  );
}

function pathFor(object: JsonObject, many: boolean): string {
  const {kind, name, namespace} = identityOf(object);
  const within = many ? `${namespace === undefined ? 'cluster' : safe(namespace)}/` : '';
  const file = `${kind.toLowerCase()}-${name}`;
  const path = `manifests/${within}${safe(file).slice(0, LONGEST)}.yaml`;
  return safe(file) === file && file.length <= LONGEST ? path : withHash(path, file);
}

const safe = (text: string): string => text.replaceAll(/[^A-Za-z0-9.-]+/g, '-');

/** Adds a hash of the real name, to separate objects that would get the same path, and names that were changed. */
const withHash = (path: string, whole: string): string => path.replace(/\.yaml$/, `-${sha256(whole).slice(0, 8)}.yaml`);
