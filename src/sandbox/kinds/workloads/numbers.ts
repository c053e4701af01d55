import type {Json, JsonObject} from '../../../core/json.ts';
import {child, invalid, invalids} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {percent} from '../formats.ts';

/** Reports those of the fields that are negative numbers. */
export function negatives(
  object: JsonObject | undefined,
  path: string,
  ...keys: readonly string[]
): readonly Problem[] {
  return keys.flatMap((key) => {
    const value = object?.[key];
    return typeof value === 'number' && value < 0
      ? [invalid(child(path, key), value, 'must be greater than or equal to 0')]
      : [];
  });
}

/** Checks a value that has to be a non-negative number or a percentage. */
export const amountProblems = (value: Json | undefined, path: string): readonly Problem[] =>
  typeof value === 'string'
    ? invalids(path, value, percent(value))
    : negatives({value: value ?? 0}, path, 'value').map((problem) => ({...problem, field: path}));

/** Reports a percentage over 100. A plain number is valid. */
export const over100 = (value: Json | undefined, path: string): readonly Problem[] =>
  (percentOf(value) ?? 0) > 100 ? [invalid(path, value, 'must not be greater than 100%')] : [];

/** Returns the number of a value that is not a percentage; 0 for any other text. */
export const amountOf = (value: Json | undefined): number =>
  percentOf(value) ?? (typeof value === 'number' ? value : 0);

const percentOf = (value: Json | undefined): number | undefined =>
  typeof value === 'string' && percent(value).length === 0 ? Number.parseInt(value, 10) : undefined;

/** Reports whether a field is set, like a non-nil pointer in Go. */
export const has = (object: JsonObject | undefined, key: string): boolean =>
  object !== undefined && object[key] !== undefined && object[key] !== null;
