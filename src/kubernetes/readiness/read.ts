import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';

/** A condition as objects report it in `status.conditions`. */
export type ReportedCondition = {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
};

/** Returns the value at a path of keys, or undefined. */
export function valueAt(object: JsonObject, ...path: readonly string[]): Json | undefined {
  let value: Json | undefined = object;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return value;
}

/** Returns the number at a path, or `otherwise`. */
export function intAt(object: JsonObject, path: readonly string[], otherwise: number): number {
  const value = valueAt(object, ...path);
  return typeof value === 'number' ? value : otherwise;
}

/** Returns the text at a path, or ''. */
export function textAt(object: JsonObject, ...path: readonly string[]): string {
  const value = valueAt(object, ...path);
  return typeof value === 'string' ? value : '';
}

/** Returns the list at a path, or an empty one. */
export function listAt(object: JsonObject, ...path: readonly string[]): readonly Json[] {
  const value = valueAt(object, ...path);
  return isList(value) ? value : [];
}

/** Returns the conditions in the status of an object. */
export const conditionsOf = (object: JsonObject): readonly ReportedCondition[] =>
  listAt(object, 'status', 'conditions')
    .filter(isObject)
    .map((condition) => ({
      type: textAt(condition, 'type'),
      status: textAt(condition, 'status'),
      reason: textAt(condition, 'reason'),
      message: textAt(condition, 'message'),
    }));

/** Returns the first condition of a type, or undefined. */
export const conditionOf = (object: JsonObject, type: string): ReportedCondition | undefined =>
  conditionsOf(object).find((condition) => condition.type === type);

/** Reports whether a condition exists with the status `True`. */
export const isTrue = (object: JsonObject, type: string): boolean => conditionOf(object, type)?.status === 'True';
