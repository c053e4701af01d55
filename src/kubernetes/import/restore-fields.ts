import {isObject, type JsonObject} from '../../core/json.ts';
import {deepEqual} from '../../lib/deep-equal.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import {copyValueAt} from '../fields/copy-value-at.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt, withoutValueAt} from '../fields/value-at.ts';

/** An object before and after its defaults were removed. */
export type Restoring = {
  /** The object with all its values. */
  readonly own: JsonObject;
  /** The object without the values that are taken for defaults. */
  readonly clean: JsonObject;
  /** The server's answer to `clean`, in a form that is comparable with `own`. */
  readonly answer: JsonObject;
  readonly schema: Schema;
  /** True to restore a part that is missing as a whole without its fields first: the server may default these once the part exists. */
  readonly asEmpty?: boolean;
};

/**
 * Restores the values that the server did not default, because they differ from its defaults. Returns the same object if
 * nothing had to be restored; that verifies it. Values that the server changes when they are sent are ignored (a
 * webhook rewrites them).
 */
export function restoreFields({own, clean, answer, schema, asEmpty = false}: Restoring): JsonObject {
  const missing = compareObjects(own, answer, schema).filter(({path, before}) => {
    // Another order of a list is recognized by names, not by values.
    if (before === undefined || !deepEqual(valueAt(own, path, schema), before)) return false;
    return !deepEqual(valueAt(clean, path, schema), before);
  });
  return missing.reduce((to, difference) => {
    const restored = copyValueAt(to, own, difference.path, schema);
    return asEmpty ? emptied(restored, difference, {clean, schema}) : restored;
  }, clean);
}

/** Removes the fields of a restored part, but keeps the empty part. Applies only if the clean object and the answer both lack the part. */
function emptied(
  restored: JsonObject,
  {path, before, after}: FieldDifference,
  {clean, schema}: Pick<Restoring, 'clean' | 'schema'>,
): JsonObject {
  if (!isObject(before) || after !== undefined || valueAt(clean, path, schema) !== undefined) return restored;
  return Object.keys(before).reduce((to, field) => withoutValueAt(to, [...path, {field}], schema), restored);
}
