import {deepEqual} from '../../lib/deep-equal.ts';
import {compareObjects} from '../fields/compare.ts';
import {copyValueAt} from '../fields/copy-value-at.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import type {JsonObject} from '../json.ts';

export type Restoring = {
  /** The object with all its values. */
  readonly own: JsonObject;
  /** Without what is taken for defaults. */
  readonly clean: JsonObject;
  /** What the server makes of that, comparable with `own`. */
  readonly answer: JsonObject;
  readonly schema: Schema;
};

/**
 * The clean object with all that the server did not fill in as it was: that was no default. The same object where nothing came
 * back, which proves it. What the server makes another thing of than it was sent is none of ours (a webhook rewrites it).
 */
export function restoreFields({own, clean, answer, schema}: Restoring): JsonObject {
  const missing = compareObjects(own, answer, schema).filter(({path, before}) => {
    // Another order of a list is told by names, not by values.
    if (before === undefined || !deepEqual(valueAt(own, path, schema), before)) return false;
    return !deepEqual(valueAt(clean, path, schema), before);
  });
  return missing.reduce((to, {path}) => copyValueAt(to, own, path, schema), clean);
}
