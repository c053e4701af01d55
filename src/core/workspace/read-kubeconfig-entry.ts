import type {Json} from '../json.ts';
import {parseSecretUri} from '../secret/secret-uri.ts';
import type {ContextMap} from './context-map.ts';
import {type ExpandedPath, expandPath, type PathSurroundings} from './expand-path.ts';
import {isSecretReference} from './mask.ts';
import type {RemotePlace} from './remote-place.ts';
import {readCluster} from './sandbox-name.ts';

/** The environment for paths in a workspace. */
export type PathPlaces = PathSurroundings & {
  /** Makes a path absolute; undefined if there is no base directory. */
  readonly absolute: (path: string, base: 'workspace' | 'stack' | 'cwd') => string | undefined;
};

/** The environment for paths and for places from which kubeconfigs are fetched. */
export type EntryPlaces = PathPlaces & {
  /** Reads such a place from a key of a context; undefined if the key does not name one. */
  readonly remote: (key: string, value: Json) => Read<RemotePlace> | undefined;
};

/** The kubeconfig of an entry, before anything is read. */
export type KubeconfigOrigin =
  | {readonly kind: 'content'; readonly text: string}
  /** A secret of a store with the content. */
  | {readonly kind: 'reference'; readonly uri: string}
  /** A file that must exist, or the list in `KUBECONFIG`, whose missing files are skipped. */
  | {readonly kind: 'files'; readonly paths: readonly string[]; readonly mayMiss: boolean}
  /** A place to fetch it from. Its `caFile` is absolute. */
  | {readonly kind: 'remote'; readonly place: RemotePlace}
  /** A sandbox: the built-in API server, with its data in a directory of the user. */
  | {readonly kind: 'sandbox'; readonly name: string}
  | {readonly kind: 'in-cluster'};

/** A value, or the reason why an entry cannot be used. */
export type Read<T = KubeconfigOrigin> = T | {readonly problem: string};

type Base = ContextMap['base'];

/** Reads the kubeconfig of a context key. It opens no file and fetches nothing. */
export function readKubeconfigEntry(name: string, value: Json, base: Base, places: EntryPlaces): Read {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return {problem: 'it is set, but empty'};
  const remote = places.remote(name, value);
  if (remote !== undefined) return withWholeCa(remote, base, places);
  if (typeof value !== 'string')
    return {problem: `it must be a string, not ${Array.isArray(value) ? 'a list' : `a ${kindOf(value)}`}`};
  if (name === 'cluster') return readSandbox(value);
  return name === 'kubeconfig_content' ? readContent(value) : readPath(value, base, places);
}

function readSandbox(value: string): Read {
  const read = readCluster(value);
  return 'problem' in read ? read : {kind: 'sandbox', name: read.sandbox};
}

function readContent(text: string): Read {
  const written = text.trim();
  if (written.startsWith('${ref://'))
    return {problem: 'a reference must be the whole value: write it without ${ and }'};
  if (!isSecretReference(written)) return {kind: 'content', text};
  const parsed = parseSecretUri(written);
  return 'because' in parsed ? {problem: `the reference ${parsed.because}`} : {kind: 'reference', uri: written};
}

function readPath(text: string, base: 'workspace' | 'stack', places: PathPlaces): Read {
  const path = wholePath(text, base, places);
  return 'problem' in path ? path : {kind: 'files', paths: [path.path], mayMiss: false};
}

/** Expands `~` and variables in a path of a workspace and makes it absolute, from the directory of the file. */
export function wholePath(text: string, base: 'workspace' | 'stack', places: PathPlaces): ExpandedPath {
  const expanded = expandPath(text, places);
  if ('problem' in expanded) return expanded;
  const path = places.absolute(expanded.path, base);
  if (path !== undefined) return {path};
  return {
    problem: `${text} is relative, but a workspace in the backend has no directory: use an absolute path`,
  };
}

function withWholeCa(place: Read<RemotePlace>, base: Base, places: PathPlaces): Read {
  if ('problem' in place) return place;
  if (place.caFile === undefined) return {kind: 'remote', place};
  const whole = wholePath(place.caFile, base, places);
  return 'problem' in whole
    ? {problem: `its caFile: ${whole.problem}`}
    : {kind: 'remote', place: {...place, caFile: whole.path}};
}

const kindOf = (value: Json): string => (typeof value === 'object' ? 'map' : typeof value);
