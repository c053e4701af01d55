import {isList, isObject, type JsonObject} from '../../core/json.ts';
import {annotationOf} from './ownership.ts';
import {
  LAST_APPLIED_ANNOTATION,
  metadataOf,
  type TakeOverManager,
  takeOverManagerOf,
  takeOverManagers,
  writerOf,
} from './take-over-managers.ts';

/** The desired and the live object, for the question whether managers remain to be taken over. */
export type TakeOverQuestion = {
  readonly live: JsonObject;
  readonly desired: JsonObject;
  /**
   * True if the object is not ours yet. Of one that is ours, only Update managers are taken over: another applier is
   * intended by somebody, and its fields are conflicts (engine rules, section 5).
   */
  readonly adopting: boolean;
  readonly table?: readonly TakeOverManager[] | undefined;
};

const TABLE = takeOverManagers();

/** Reports whether fields of an older tool become ours, or kubectl's annotation is removed. It runs for every object of every run. */
export function isTakeOverPending(question: TakeOverQuestion): boolean {
  const {live, desired} = question;
  const entries = metadataOf(live)['managedFields'];
  if (isList(entries) && entries.some((entry) => isObject(entry) && takenRow(question, entry) !== undefined))
    return true;
  return isLeftAnnotation(live, desired);
}

/** Returns the row of the table by which the fields of an entry are taken over, or undefined if they are not. */
export function takenRow(
  {live, adopting, table = TABLE}: Pick<TakeOverQuestion, 'live' | 'adopting' | 'table'>,
  entry: JsonObject,
): TakeOverManager | undefined {
  const row = takeOverManagerOf(writerOf(entry), table);
  if (row === undefined || !(adopting || row.operation === 'Update')) return undefined;
  return row.recordNeeded && annotationOf(live, LAST_APPLIED_ANNOTATION) === undefined ? undefined : row;
}

/** Reports whether kubectl's copy of the manifest, which contains Secrets in clear, is on the live object but not in the stack. */
export const isLeftAnnotation = (live: JsonObject, desired: JsonObject): boolean =>
  annotationOf(live, LAST_APPLIED_ANNOTATION) !== undefined &&
  annotationOf(desired, LAST_APPLIED_ANNOTATION) === undefined;
