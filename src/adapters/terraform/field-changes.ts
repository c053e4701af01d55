import {isList, isObject, type Json, type JsonObject, type JsonPath} from '../../core/json.ts';
import type {Cause, FieldChange} from '../../core/plan/plan.ts';
import {showPath} from '../../core/reference/path.ts';
import {MASK} from '../../core/workspace/mask.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {defined} from '../../lib/defined.ts';
import {type IsSensitive, isLeaf, maskedPaths} from './masks.ts';

/** The two sides of a planned resource. */
export type Sides = {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  /** `true` at each value that is known only after apply. */
  readonly unknown: Json;
  readonly isSensitive: IsSensitive;
  /** The attributes that the files set. All others come from the provider. */
  readonly written: JsonObject;
  readonly replacePaths: readonly JsonPath[];
  readonly causeOf: (path: JsonPath) => Cause;
};

/** Returns the changed leaves of a resource. Values that a provider computes are shown only if they are known to change. */
export function fieldChanges(sides: Sides): readonly FieldChange[] {
  const {before, after, unknown} = sides;
  const names = [
    ...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {}), ...keysOf(unknown)]),
  ].toSorted();
  return names.flatMap((name) => {
    const isWritten = Object.hasOwn(sides.written, name);
    if (!isWritten && (isUnknown(at(unknown, name)) || before === undefined)) return [];
    return compare([name], {before: before?.[name], after: after?.[name], unknown: at(unknown, name)}, sides);
  });
}

type Parts = {readonly before: Json | undefined; readonly after: Json | undefined; readonly unknown: Json | undefined};

function compare(path: JsonPath, {before, after, unknown}: Parts, sides: Sides): readonly FieldChange[] {
  if (unknown === true) return [fieldOf(path, {unknown: true, before}, sides)];
  if (!isUnknown(unknown) && deepEqual(before ?? null, after ?? null)) return [];
  const isHidden = sides.isSensitive(path, after ?? null) || sides.isSensitive(path, before ?? null);
  if (isHidden) return [fieldOf(path, {before, after, sensitive: true}, sides)];
  const steps = stepsOf(before, after, unknown);
  // A part that is not known has no value in `after`, so a list or an object with one is not a value to show.
  if (steps === undefined && isUnknown(unknown)) return [fieldOf(path, {unknown: true, before}, sides)];
  if (steps === undefined) return [fieldOf(path, {before, after}, sides)];
  return steps.flatMap((step) =>
    compare([...path, step], {before: at(before, step), after: at(after, step), unknown: at(unknown, step)}, sides),
  );
}

/** Returns the steps into two values that both have parts, or of which one is missing. */
function stepsOf(before: Json | undefined, after: Json | undefined, unknown: Json | undefined) {
  const given = [before, after].filter((one) => one !== undefined && one !== null);
  if (given.some(isLeaf) || (given.length === 0 && isLeaf(unknown))) return undefined;
  const lists = [...given, unknown].filter((one) => isList(one) && one.length > 0);
  if (given.every((one) => isList(one)) && (given.length > 0 || lists.length > 0))
    return [...Array(Math.max(0, ...[...given, unknown].map((one) => (isList(one) ? one.length : 0)))).keys()];
  if (given.some((one) => isList(one))) return undefined;
  return [...new Set([...given, unknown].flatMap(keysOf))].toSorted();
}

type Field = {
  readonly before?: Json | undefined;
  readonly after?: Json | undefined;
  readonly unknown?: true;
  readonly sensitive?: true;
};

function fieldOf(path: JsonPath, {before, after, unknown, sensitive}: Field, sides: Sides): FieldChange {
  const forces = sides.replacePaths.some((one) => isWithin(path, one) || isWithin(one, path));
  const cause = sides.causeOf(path);
  const had = before !== undefined && before !== null;
  const common = {path: showPath(path), ...defined({forcesReplacement: forces ? (true as const) : undefined})};
  if (unknown === true) {
    return {...common, unknown, cause, ...defined({before: had ? shownAt(path, before, sides) : undefined})};
  }
  const has = after !== undefined && after !== null;
  if (sensitive === true)
    return {
      ...common,
      sensitive,
      cause,
      ...defined({before: had && !has ? MASK : undefined, after: has && !had ? MASK : undefined}),
    };
  const [then, now] = [had ? shownAt(path, before, sides) : undefined, has ? shownAt(path, after, sides) : undefined];
  return {...common, cause, ...defined({before: then, after: now})};
}

/** Returns a value for a view, without the secrets in its parts. */
function shownAt(path: JsonPath, value: Json, sides: Pick<Sides, 'isSensitive'>): Json {
  if (value !== null && sides.isSensitive(path, value)) return MASK;
  if (isList(value)) return value.map((part, i) => shownAt([...path, i], part, sides));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shownAt([...path, name], part, sides)]));
}

const isUnknown = (mask: Json | undefined): boolean => maskedPaths(mask).length > 0;

const keysOf = (value: Json | undefined): readonly string[] => (isObject(value) ? Object.keys(value) : []);

const at = (value: Json | undefined, step: string | number): Json | undefined =>
  isList(value)
    ? value[Number(step)]
    : isObject(value) && Object.hasOwn(value, String(step))
      ? value[String(step)]
      : undefined;

const isWithin = (part: JsonPath, whole: JsonPath): boolean =>
  whole.every((step, i) => String(part[i]) === String(step));
