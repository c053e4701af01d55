import type {JsonObject} from '../../core/json.ts';
import {compareObjects, type FieldDifference} from '../fields/compare.ts';
import type {Schema} from '../fields/schema.ts';

/**
 * The object according to the stack's own files, without the patches and values of its workspace, now and at the last
 * release, with secrets sealed. Absent if the workspace changes nothing: then it equals the wanted object.
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
 * Returns the changes in the stack's own files since the last release. Other changes of the wanted object come from the
 * workspace: its patches, its context. Returns undefined if the workspace does not change this object.
 */
export function editsWithoutWorkspace({own, wanted, prior, schema}: Varied): readonly FieldDifference[] | undefined {
  if (own.now === undefined && own.before === undefined) return undefined;
  const before = own.before ?? prior;
  return before === undefined ? undefined : compareObjects(before, own.now ?? wanted, schema);
}
