import {isList, isObject, type Json, type JsonObject} from '../json.ts';

type Check = (value: Json) => string | undefined;

const isText = (value: Json | undefined): boolean => typeof value === 'string';

const map: Check = (value) =>
  isObject(value) && Object.values(value).every(isText) ? undefined : 'must be a map of strings';

const isVariable = (item: Json): boolean =>
  isObject(item) &&
  isText(item['name']) &&
  item['value'] !== undefined &&
  (item['containers'] === undefined || (isList(item['containers']) && item['containers'].every(isText))) &&
  Object.keys(item).every((key) => ['name', 'value', 'containers'].includes(key));

const variables: Check = (value) => {
  return isList(value) && value.every(isVariable)
    ? undefined
    : 'must be a list of variables with `name`, `value` and perhaps `containers`';
};

const mergePatches: Check = (value) =>
  isObject(value) && Object.values(value).every(isObject) ? undefined : 'must be a map from ids to objects';

const texts: Check = (value) => (isList(value) && value.every(isText) ? undefined : 'must be a list of strings');

const OPERATIONS = ['add', 'remove', 'replace', 'move', 'copy', 'test'];

const isOperation = (item: Json): boolean => {
  const {op, path, value, from} = isObject(item) ? item : ({} as JsonObject);
  if (typeof op !== 'string' || !OPERATIONS.includes(op) || !isText(path)) return false;
  if (op === 'move' || op === 'copy') return isText(from);
  return op === 'remove' || value !== undefined;
};

const jsonPatches: Check = (value) =>
  isObject(value) && Object.values(value).every((list) => isList(list) && list.every(isOperation))
    ? undefined
    : 'must be a map from ids to lists of JSON patch operations (RFC 6902)';

const CHECKS: Readonly<Record<string, Check>> = {
  labels: map,
  annotations: map,
  podLabels: map,
  podAnnotations: map,
  env: variables,
  imagePullSecrets: texts,
  merge: mergePatches,
  json: jsonPatches,
};

/** Returns the faults in the shape of a patch of a module. @param at its path, for messages */
export function checkPatch(patch: Json, at: string): readonly string[] {
  if (!isObject(patch)) return [`\`${at}\` must be an object`];
  return Object.entries(patch).flatMap(([key, value]) => {
    const check = Object.hasOwn(CHECKS, key) ? CHECKS[key] : undefined;
    if (check === undefined) return [`unknown field \`${at}.${key}\`; known are ${Object.keys(CHECKS).join(', ')}`];
    const fault = check(value);
    return fault === undefined ? [] : [`\`${at}.${key}\` ${fault}`];
  });
}
