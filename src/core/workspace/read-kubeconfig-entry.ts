import {isObject, type Json} from '../json.ts';
import {parseSecretUri} from '../secret/secret-uri.ts';
import type {ContextMap} from './context-map.ts';
import {type ExpandedPath, expandPath, type PathSurroundings} from './expand-path.ts';
import {type KubeconfigAddress, readAddress, schemeOf} from './kubeconfig-address.ts';
import {isSecretReference} from './mask.ts';
import {readCluster} from './sandbox-name.ts';

/** The surroundings of paths in a workspace. */
export type PathPlaces = PathSurroundings & {
  /** Makes a path absolute. Undefined: there is nothing for it to be relative to. */
  readonly absolute: (path: string, base: 'workspace' | 'stack' | 'cwd') => string | undefined;
};

/** The kubeconfig that an entry names, before anything is read. */
export type KubeconfigOrigin =
  | {readonly kind: 'content'; readonly text: string}
  /** The content is a secret of a store. */
  | {readonly kind: 'reference'; readonly uri: string}
  /** One file that must be there, or the list of `KUBECONFIG`, whose missing members are skipped. */
  | {readonly kind: 'files'; readonly paths: readonly string[]; readonly mayMiss: boolean}
  /** `caFile` is absolute. */
  | KubeconfigAddress
  | SecretOrigin
  /** A cluster that Gantry itself is, with its data in a directory of the user's. */
  | {readonly kind: 'sandbox'; readonly name: string}
  | {readonly kind: 'in-cluster'};

/** A Secret in the cluster of another workspace. */
type SecretOrigin = {
  readonly kind: 'secret';
  readonly name: string;
  readonly namespace: string;
  readonly key?: string;
  readonly workspace: string;
};

/** A value, or the reason why an entry cannot be used. */
export type Read<T = KubeconfigOrigin> = T | {readonly problem: string};

type Base = ContextMap['base'];

/** What a key of a context says about the kubeconfig. No file is opened, nothing is fetched. */
export function readKubeconfigEntry(name: string, value: Json, base: Base, places: PathPlaces): Read {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return {problem: 'it is set, but empty'};
  if (name === 'kubeconfig_secret') return readSecret(value);
  if (name === 'kubeconfig_path' && isObject(value)) return withWholeCa(readAddress(value), base, places);
  if (typeof value !== 'string')
    return {problem: `it must be a text, not ${Array.isArray(value) ? 'a list' : `a ${kindOf(value)}`}`};
  if (name === 'cluster') return readSandbox(value);
  return name === 'kubeconfig_content' ? readContent(value) : readPlace(value, base, places);
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

/** A path, or an address that a kubeconfig is fetched from. */
export function readPlace(text: string, base: 'workspace' | 'stack', places: PathPlaces): Read {
  return schemeOf(text) === undefined ? readPath(text, base, places) : withWholeCa(readAddress(text), base, places);
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

function withWholeCa(address: Read<KubeconfigAddress>, base: Base, places: PathPlaces): Read {
  if ('problem' in address || address.caFile === undefined) return address;
  const whole = wholePath(address.caFile, base, places);
  return 'problem' in whole ? {problem: `its caFile: ${whole.problem}`} : {...address, caFile: whole.path};
}

function readSecret(value: Json): Read {
  if (!isObject(value)) return {problem: 'it must be a mapping with name, namespace, workspace, and maybe key'};
  const {name, namespace, workspace, key = null, ...others} = value;
  const [strange] = Object.keys(others);
  if (strange !== undefined) return {problem: `it has no field ${strange}`};
  if (!isText(name)) return {problem: 'its name must be a text'};
  if (!isText(namespace)) return {problem: 'its namespace must be a text'};
  if (!isText(workspace)) return {problem: 'its workspace must be a text'};
  if (key === null) return {kind: 'secret', name, namespace, workspace};
  return isText(key) ? {kind: 'secret', name, namespace, workspace, key} : {problem: 'its key must be a text'};
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';
const kindOf = (value: Json): string => (typeof value === 'object' ? 'map' : typeof value);
