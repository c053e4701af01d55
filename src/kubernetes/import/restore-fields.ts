import {isObject, type JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import {copyValueAt} from '../fields/copy-value-at.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt, withoutValueAt} from '../fields/value-at.ts';

/** An object before and after its defaults were left out. */
export type Restoring = {
  /** The object with all its values. */
  readonly own: JsonObject;
  /** Without what is taken for defaults. */
  readonly clean: JsonObject;
  /** What the server makes of that, comparable with `own`. */
  readonly answer: JsonObject;
  readonly schema: Schema;
  /** A part that is missing as a whole comes back without its fields first: the server may fill these once the part is there. */
  readonly asEmpty?: boolean;
};

/**
 * The clean object with all that the server did not fill in as it was: that was no default. The same object where nothing came
 * back, which proves it. What the server makes another thing of than it was sent is none of ours (a webhook rewrites it).
 */
export function restoreFields({own, clean, answer, schema, asEmpty = false}: Restoring): JsonObject {
  const missing = compareObjects(own, answer, schema).filter(({path, before}) => {
    // Another order of a list is told by names, not by values.
    if (before === undefined || !deepEqual(valueAt(own, path, schema), before)) return false;
    return !deepEqual(valueAt(clean, path, schema), before);
  });
  return missing.reduce((to, difference) => {
    const restored = copyValueAt(to, own, difference.path, schema);
    return asEmpty ? emptied(restored, difference, {clean, schema}) : restored;
  }, clean);
}

/** Without the fields of a part of which neither the clean object nor the answer has anything. */
function emptied(
  restored: JsonObject,
  {path, before, after}: FieldDifference,
  {clean, schema}: Pick<Restoring, 'clean' | 'schema'>,
): JsonObject {
  if (!isObject(before) || after !== undefined || valueAt(clean, path, schema) !== undefined) return restored;
  return Object.keys(before).reduce((to, field) => withoutValueAt(to, [...path, {field}], schema), restored);
}
