import type {JsonObject} from '../json.ts';
import {groupVersion, type Identity, identityOf} from './identity.ts';

/** Returns the id `apiVersion:Kind:namespace:name` or `apiVersion:Kind:name`. Ids are compared and shown, but never parsed. */
export const idOf = ({apiVersion, kind, namespace, name}: Omit<Identity, 'group' | 'version'>): string =>
  namespace ? `${apiVersion}:${kind}:${namespace}:${name}` : `${apiVersion}:${kind}:${name}`;

/** Returns a key that is equal for all versions of an object: another apiVersion in a file is not another object. */
export const objectKey = ({apiVersion, kind, namespace = '', name}: Omit<Identity, 'group' | 'version'>): string =>
  [groupVersion(apiVersion).group, kind, namespace, name].join(':');

/** Returns `apiVersion:Kind[:namespace]:name` of an object. */
export const idOfObject = (object: JsonObject): string => idOf(identityOf(object));
