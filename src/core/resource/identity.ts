import {isObject, type Json, type JsonObject} from '../json.ts';

/** The identity of a Kubernetes object, from the object itself. */
export type Identity = {
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
};

/** Returns the identity of an object. A missing part is an empty string; such objects were refused when they were loaded. */
export function identityOf(object: JsonObject): Identity {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const apiVersion = text(object['apiVersion']);
  const namespace = text(metadata['namespace']);
  const {group, version} = groupVersion(apiVersion);
  const [kind, name] = [text(object['kind']), text(metadata['name'])];
  return namespace === ''
    ? {apiVersion, group, version, kind, name}
    : {apiVersion, group, version, kind, namespace, name};
}

/** Splits an apiVersion: `apps/v1` has the group `apps`, `v1` has the core group (empty). */
export function groupVersion(apiVersion: string): {readonly group: string; readonly version: string} {
  const slash = apiVersion.indexOf('/');
  return slash === -1
    ? {group: '', version: apiVersion}
    : {group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1)};
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
