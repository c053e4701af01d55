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

/** The wanted and the live object, for the question whether managers remain to be taken over. */
export type TakeOverQuestion = {
  readonly live: JsonObject;
  readonly desired: JsonObject;
  /**
   * The object is not ours yet. Of one that is, only Update managers are undone: another applier of it is somebody's intent,
   * and its fields are conflicts (engine rules, section 5).
   */
  readonly adopting: boolean;
  readonly table?: readonly TakeOverManager[] | undefined;
};

const TABLE = takeOverManagers();

/** Whether fields of an older tool are to become ours, or kubectl's annotation is to go. Asked for every object of every run. */
export function isTakeOverPending(question: TakeOverQuestion): boolean {
  const {live, desired} = question;
  const entries = metadataOf(live)['managedFields'];
  if (isList(entries) && entries.some((entry) => isObject(entry) && takenRow(question, entry) !== undefined))
    return true;
  return isLeftAnnotation(live, desired);
}

/** The row of the table by which an entry's fields are taken; undefined where they are not. */
export function takenRow(
  {live, adopting, table = TABLE}: Pick<TakeOverQuestion, 'live' | 'adopting' | 'table'>,
  entry: JsonObject,
): TakeOverManager | undefined {
  const row = takeOverManagerOf(writerOf(entry), table);
  if (row === undefined || !(adopting || row.operation === 'Update')) return undefined;
  return row.recordNeeded && annotationOf(live, LAST_APPLIED_ANNOTATION) === undefined ? undefined : row;
}

/** kubectl's copy of the manifest, which holds a Secret in clear, is there and the stack does not ask for it. */
export const isLeftAnnotation = (live: JsonObject, desired: JsonObject): boolean =>
  annotationOf(live, LAST_APPLIED_ANNOTATION) !== undefined &&
  annotationOf(desired, LAST_APPLIED_ANNOTATION) === undefined;
