import {isList, isObject, type Json, type JsonPath} from '../../core/json.ts';
import {isSecretName} from '../../core/workspace/mask.ts';

/** Reports whether a value at a path is never shown. */
export type IsSensitive = (path: JsonPath, value: Json | undefined) => boolean;

/** The shortest secret text that is recognized inside other values. Shorter ones occur by chance. */
const SHORTEST = 6;

/** Reports whether a mask of Terraform covers a path: `true` at the path, or at a parent of it. */
export function covers(mask: Json | undefined, path: JsonPath): boolean {
  let at = mask;
  for (const step of path) {
    if (at === true) return true;
    at = isList(at) ? at[Number(step)] : isObject(at) ? at[String(step)] : undefined;
  }
  return at === true;
}

/** Returns a mask that also covers a path. */
export function withMask(mask: Json | undefined, [step, ...rest]: JsonPath): Json {
  if (mask === true || step === undefined) return true;
  if (typeof step === 'string') {
    const parts = isObject(mask) ? mask : {};
    return {...parts, [step]: withMask(Object.hasOwn(parts, step) ? parts[step] : undefined, rest)};
  }
  const items = isList(mask) ? mask : [];
  return Array.from({length: Math.max(items.length, step + 1)}, (_, i) =>
    i === step ? withMask(items[i], rest) : (items[i] ?? false),
  );
}

/** Returns the paths at which a mask is `true`. */
export function maskedPaths(mask: Json | undefined, path: JsonPath = []): readonly JsonPath[] {
  if (mask === true) return [path];
  if (isList(mask)) return mask.flatMap((part, i) => maskedPaths(part, [...path, i]));
  return isObject(mask) ? Object.entries(mask).flatMap(([key, part]) => maskedPaths(part, [...path, key])) : [];
}

/** Returns the texts in a value, for a search by value. */
export function textsIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return value.length < SHORTEST ? [] : [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the texts at the paths of a mask. */
export function maskedTexts(mask: Json | undefined, value: Json | undefined): readonly string[] {
  if (mask === true) return textsIn(value);
  if (isList(mask) && isList(value)) return mask.flatMap((part, i) => maskedTexts(part, value[i]));
  if (!isObject(mask) || !isObject(value)) return [];
  return Object.entries(mask).flatMap(([key, part]) => maskedTexts(part, value[key]));
}

/** Reports sensitive values by the mask of the schema, by the name of the attribute, and by known secret texts in the value. */
export const sensitiveBy =
  (masks: readonly (Json | undefined)[], secretTexts: ReadonlySet<string>): IsSensitive =>
  (path, value) =>
    masks.some((mask) => covers(mask, path)) ||
    (path.some((step) => typeof step === 'string' && isSecretName(step)) && isLeaf(value)) ||
    (typeof value === 'string' && [...secretTexts].some((text) => value.includes(text)));

/** Reports whether a value has no parts. */
export const isLeaf = (value: Json | undefined): boolean => typeof value !== 'object' || value === null;
