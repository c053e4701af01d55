import {isObject, type JsonObject} from '../json.ts';
import {maskedValue} from './mask.ts';

/** Returns the keys of a context whose values are or may be credentials in plain text. References to secrets are not. */
export const plaintextCredentials = (context: JsonObject): readonly string[] =>
  Object.entries(context).flatMap(([key, value]) => {
    if (JSON.stringify(maskedValue(key, value)) === JSON.stringify(value)) return [];
    return isObject(value) ? plaintextCredentials(value).map((inner) => `${key}.${inner}`) : [key];
  });
