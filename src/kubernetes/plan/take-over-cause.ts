import {elementKey, type FieldPath} from '../../core/fields/field-path.ts';
import {isList, isObject, type JsonObject} from '../../core/json.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import type {FieldSet} from '../fields/field-set.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';
import {BOOKKEEPING, type TakeOver} from './take-over.ts';
import {metadataOf, writerOf} from './take-over-managers.ts';

/** A planned take-over and the live object, for the causes of its differences. */
export type TakeOverEvidence = {
  readonly takeOver: TakeOver;
  readonly live: JsonObject;
  /** The field set of the current configuration. */
  readonly fields: FieldSet;
  readonly adopting: boolean;
};

/**
 * Returns the cause of a difference that a take-over makes: a field that an older tool set and the stack does not name.
 * On an object that is ours already, what such a tool wrote after our last write is drift.
 */
export function takeOverCause(
  change: FieldChange,
  path: FieldPath,
  {takeOver, live, fields, adopting}: TakeOverEvidence,
): FieldChange {
  if (touches(fields, path)) return change;
  const from =
    takeOver.taken.find((one) => touches(one.fields, path)) ??
    (touches(BOOKKEEPING, path) ? takeOver.taken[0] : undefined);
  if (from === undefined) return change;
  const {manager, time} = from;
  const attributed = {...change, manager};
  if (from.reverted === true) return {...attributed, cause: 'added', ...defined({time})};
  if (adopting) return {...attributed, cause: touches(BOOKKEEPING, path) ? 'ownership' : 'takeover'};
  const own = ownTime(live);
  // Without an entry of ours nothing was written after it: the object is known from a release that was taken over.
  const since = own !== '' && time !== undefined && time >= own;
  return since ? {...attributed, cause: 'drift', time} : {...attributed, cause: 'takeover'};
}

function ownTime(live: JsonObject): string {
  const entries = metadataOf(live)['managedFields'];
  const own = (isList(entries) ? entries.filter(isObject) : []).map(writerOf);
  return own.find(({manager, operation}) => manager === FIELD_MANAGER && operation === 'Apply')?.time ?? '';
}

/** Reports whether a set contains the path, a path below it, or a whole that it is part of. */
export function touches(set: FieldSet, path: FieldPath): boolean {
  let node: FieldSet = set;
  for (const element of path) {
    const key = elementKey(element);
    const child = node.children.get(key);
    if (child === undefined) return node.members.has(key);
    node = child;
  }
  return true;
}
