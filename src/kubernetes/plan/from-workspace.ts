import type {JsonObject} from '../../core/json.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import type {Schema} from '../fields/schema.ts';

/**
 * What the stack's own files say of an object, without the patches and values of its workspace; now and at the last release,
 * secret leaves sealed. Absent where the workspace changes nothing: then that is what is wanted.
 */
export type OwnText = {readonly now: JsonObject | undefined; readonly before: JsonObject | undefined};

/** The text of the sources, and the object after the workspace varied it. */
export type Varied = {
  readonly own: OwnText;
  readonly wanted: JsonObject;
  readonly prior: JsonObject | undefined;
  readonly schema: Schema;
};

/**
 * What changed in the stack's own files since the last release. What else is wanted anew came from the workspace: its patches,
 * its context. Undefined: the workspace has no part in this object.
 */
export function editsWithoutWorkspace({own, wanted, prior, schema}: Varied): readonly FieldDifference[] | undefined {
  if (own.now === undefined && own.before === undefined) return undefined;
  const before = own.before ?? prior;
  return before === undefined ? undefined : compareObjects(before, own.now ?? wanted, schema);
}
