import {elementKey, type FieldPath} from '../../core/fields/field-path.ts';
import type {JsonObject} from '../../core/json.ts';
import {
  below,
  difference,
  EMPTY_FIELD_SET,
  type FieldSet,
  fieldSet,
  hasPath,
  isEmptySet,
  union,
} from '../fields/field-set.ts';
import {toFieldsV1} from '../fields/fields-v1.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import {entriesOf, isOwn, setOf, type TakenFields, type TakeOver} from './take-over.ts';
import {writerOf} from './take-over-managers.ts';

/** A live object, and the fields of other managers to remove. */
export type Reverting = {
  readonly live: JsonObject;
  readonly apiVersion: string;
  /** The paths of the additions to remove. */
  readonly paths: readonly FieldPath[];
  /** The fields that older managers give up in the same write. */
  readonly takeOver: TakeOver | undefined;
};

/**
 * Makes the additions at these paths ours in the managed fields, so that the apply that follows, and does not name
 * them, removes them in the same write as its other changes. Returns undefined if nobody owns anything there.
 */
export function revertAdditions({live, apiVersion, paths, takeOver}: Reverting): TakeOver | undefined {
  const entries = takeOver?.managedFields ?? entriesOf(live);
  const split = entries.map((entry) => {
    const set = setOf(entry);
    const taken = isOwn(entry) ? EMPTY_FIELD_SET : takenFrom(set, paths);
    return {entry, taken, rest: difference(set, taken)};
  });
  const given = split.filter(({taken}) => !isEmptySet(taken));
  if (given.length === 0) return takeOver;
  const own = split.filter(({entry}) => isOwn(entry));
  const others = split.filter(({entry, rest}) => !isOwn(entry) && !isEmptySet(rest));
  const held = [...own.map(({rest}) => rest), ...given.map(({taken}) => taken)].reduce(union, EMPTY_FIELD_SET);
  return {
    taken: [...(takeOver?.taken ?? []), ...given.map(({entry, taken}) => takenOf(entry, taken))],
    managedFields: [
      ...others.map(({entry, taken, rest}) => (isEmptySet(taken) ? entry : {...entry, fieldsV1: toFieldsV1(rest)})),
      {...ownEntry(own[0]?.entry, apiVersion), fieldsV1: toFieldsV1(held)},
    ],
    held,
    others: others.map(({rest}) => rest).reduce(union, EMPTY_FIELD_SET),
  };
}

/** Returns the fields of a set at these paths, and the lists and maps above them that then become empty: they would stay as null. */
function takenFrom(set: FieldSet, paths: readonly FieldPath[]): FieldSet {
  const taken = paths.map((path) => at(set, path)).reduce(union, EMPTY_FIELD_SET);
  if (isEmptySet(taken)) return taken;
  const rest = difference(set, taken);
  const above = paths.flatMap((path) => path.map((_, i) => path.slice(0, i)));
  const emptied = above.filter((path) => hasPath(rest, path) && below(rest, path) === undefined);
  return union(taken, fieldSet(emptied));
}

function takenOf(entry: JsonObject, fields: FieldSet): TakenFields {
  const {manager, time} = writerOf(entry);
  return {manager, time, fields, reverted: true};
}

const ownEntry = (entry: JsonObject | undefined, apiVersion: string): JsonObject =>
  entry ?? {manager: FIELD_MANAGER, operation: 'Apply', apiVersion, fieldsType: 'FieldsV1'};

/** Returns the part of a set at and below a path. */
function at(set: FieldSet, path: FieldPath): FieldSet {
  const inside = below(set, path);
  const itself = hasPath(set, path);
  if (inside === undefined && !itself) return EMPTY_FIELD_SET;
  const keys = path.map(elementKey);
  const last = keys.at(-1) ?? '';
  const leaf: FieldSet = {
    members: new Set(itself ? [last] : []),
    children: new Map(inside === undefined ? [] : [[last, inside]]),
  };
  return keys
    .slice(0, -1)
    .reduceRight<FieldSet>((node, key) => ({members: new Set(), children: new Map([[key, node]])}), leaf);
}
