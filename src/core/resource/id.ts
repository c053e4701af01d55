import type {JsonObject} from '../json.ts';
import {groupVersion, type Identity, identityOf} from './identity.ts';

/** `apiVersion:Kind:namespace:name`, or `apiVersion:Kind:name`. To be compared and shown; nobody takes it apart. */
export const idOf = ({apiVersion, kind, namespace, name}: Omit<Identity, 'group' | 'version'>): string =>
  namespace ? `${apiVersion}:${kind}:${namespace}:${name}` : `${apiVersion}:${kind}:${name}`;

/** The same for all versions of one object: another apiVersion in a file is not another object. */
export const objectKey = ({apiVersion, kind, namespace = '', name}: Omit<Identity, 'group' | 'version'>): string =>
  [groupVersion(apiVersion).group, kind, namespace, name].join(':');

/** Returns `apiVersion:Kind[:namespace]:name` of an object. */
export const idOfObject = (object: JsonObject): string => idOf(identityOf(object));
