import {defined} from '../../lib/defined.ts';
import {isObject, type Json, type JsonObject} from '../json.ts';

/** What a Kubernetes object is, taken from the object itself: ids are never parsed. */
export type Identity = {
  readonly apiVersion: string;
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace?: string;
  readonly name: string;
};

/** Reads the identity of an object. A missing part is the empty string: whoever loads objects has refused those. */
export function identityOf(object: JsonObject): Identity {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const apiVersion = text(object['apiVersion']);
  const namespace = text(metadata['namespace']);
  return {
    apiVersion,
    ...groupVersion(apiVersion),
    kind: text(object['kind']),
    ...defined({namespace: namespace === '' ? undefined : namespace}),
    name: text(metadata['name']),
  };
}

/** `apps/v1` → apps, v1; `v1` → the core group. */
export function groupVersion(apiVersion: string): {readonly group: string; readonly version: string} {
  const slash = apiVersion.indexOf('/');
  return slash === -1
    ? {group: '', version: apiVersion}
    : {group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1)};
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
