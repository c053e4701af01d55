import type {Json} from '../json.ts';
import {parseSecretUri} from '../secret/secret-uri.ts';
import type {ContextMap} from './context-map.ts';
import {type ExpandedPath, expandPath, type PathSurroundings} from './expand-path.ts';
import {isSecretReference} from './mask.ts';
import type {RemotePlace} from './remote-place.ts';
import {readCluster} from './sandbox-name.ts';

/** The surroundings of paths in a workspace. */
export type PathPlaces = PathSurroundings & {
  /** Makes a path absolute. Undefined: there is nothing for it to be relative to. */
  readonly absolute: (path: string, base: 'workspace' | 'stack' | 'cwd') => string | undefined;
};

/** The same, with what knows the places from which kubeconfigs are fetched. */
export type EntryPlaces = PathPlaces & {
  /** Reads what a key of a context says of such a place. Undefined: it names none. */
  readonly remote: (key: string, value: Json) => Read<RemotePlace> | undefined;
};

/** The kubeconfig that an entry names, before anything is read. */
export type KubeconfigOrigin =
  | {readonly kind: 'content'; readonly text: string}
  /** The content is a secret of a store. */
  | {readonly kind: 'reference'; readonly uri: string}
  /** One file that must be there, or the list of `KUBECONFIG`, whose missing members are skipped. */
  | {readonly kind: 'files'; readonly paths: readonly string[]; readonly mayMiss: boolean}
  /** It has to be fetched; its `caFile` is absolute. */
  | {readonly kind: 'remote'; readonly place: RemotePlace}
  /** A cluster that Gantry itself is, with its data in a directory of the user's. */
  | {readonly kind: 'sandbox'; readonly name: string}
  | {readonly kind: 'in-cluster'};

/** A value, or the reason why an entry cannot be used. */
export type Read<T = KubeconfigOrigin> = T | {readonly problem: string};

type Base = ContextMap['base'];

/** What a key of a context says about the kubeconfig. No file is opened, nothing is fetched. */
export function readKubeconfigEntry(name: string, value: Json, base: Base, places: EntryPlaces): Read {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return {problem: 'it is set, but empty'};
  const remote = places.remote(name, value);
  if (remote !== undefined) return withWholeCa(remote, base, places);
  if (typeof value !== 'string')
    return {problem: `it must be a text, not ${Array.isArray(value) ? 'a list' : `a ${kindOf(value)}`}`};
  if (name === 'cluster') return readSandbox(value);
  return name === 'kubeconfig_content' ? readContent(value) : readPath(value, base, places);
}

function readSandbox(value: string): Read {
  const read = readCluster(value);
  return 'problem' in read ? read : {kind: 'sandbox', name: read.sandbox};
}

function readContent(text: string): Read {
  const written = text.trim();
  if (written.startsWith('${ref://')) return {problem: 'the reference is the whole value: write it without ${ and }'};
  if (!isSecretReference(written)) return {kind: 'content', text};
  const parsed = parseSecretUri(written);
  return 'because' in parsed ? {problem: `the reference ${parsed.because}`} : {kind: 'reference', uri: written};
}

function readPath(text: string, base: 'workspace' | 'stack', places: PathPlaces): Read {
  const path = wholePath(text, base, places);
  return 'problem' in path ? path : {kind: 'files', paths: [path.path], mayMiss: false};
}

/** A path of a workspace with `~` and variables filled in, from the directory of its file. */
export function wholePath(text: string, base: 'workspace' | 'stack', places: PathPlaces): ExpandedPath {
  const expanded = expandPath(text, places);
  if ('problem' in expanded) return expanded;
  const path = places.absolute(expanded.path, base);
  if (path !== undefined) return {path};
  return {
    problem: `${text} is relative, and a workspace that is kept in the backend lies in no directory: write an absolute path`,
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
