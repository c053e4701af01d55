import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../../core/json.ts';
import {escapeText} from '../../../core/reference/escape-text.ts';
import {escapeContext} from '../../../core/variation/expand-context.ts';
import {MASK} from '../../../core/workspace/mask.ts';
import {maskValues} from './mask-values.ts';

/** The values of a chart as a values file has them, and the paths of those that are or may be secret. */
export type WrittenValues = {
  readonly values: JsonObject;
  readonly secrets: readonly JsonPath[];
  readonly references: readonly JsonPath[];
};

/**
 * Returns values for a values file: literals are escaped, so that none is read as a reference.
 * @param secretAt returns what is written for a secret. Absent: its value
 */
export function writtenValues(
  values: JsonObject,
  objects: readonly JsonObject[],
  secretAt?: (path: JsonPath) => string,
): WrittenValues {
  const secrets: JsonPath[] = [];
  const maskedAlone = (value: Json): Json | undefined => maskValues({value}, objects)['value'];
  const write = (value: Json, masked: Json | undefined, path: JsonPath): Json => {
    if (isList(value))
      return value.map((item, index) => write(item, isList(masked) ? masked[index] : undefined, [...path, index]));
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([key, field]) => [
          key,
          write(field, isObject(masked) ? masked[key] : undefined, [...path, key]),
        ]),
      );
    const isSecret = isMasked(value, masked) && !(namesSecret(path) && !isMasked(value, maskedAlone(value)));
    if (isSecret) secrets.push(path);
    if (isSecret && secretAt !== undefined) return secretAt(path);
    return typeof value === 'string' ? escapeContext(escapeText(value)) : value;
  };
  return {
    values: write(values, maskValues(values, objects), []) as JsonObject,
    secrets,
    references: secretAt === undefined ? [] : secrets,
  };
}

const isMasked = (value: Json, masked: Json | undefined): boolean =>
  masked !== value && typeof masked === 'string' && masked.includes(MASK);

/** Reports whether a value is the name of a Secret, and not a secret itself: `tls[0].secretName`, `existingSecret`. */
const namesSecret = (path: JsonPath): boolean =>
  path.some((part) => /secret_?name$|^existing\w*secret$|pull_?secrets?$|secret_?ref$/i.test(String(part)));
