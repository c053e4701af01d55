import {isList, isObject, type JsonObject} from '../json.ts';
import {annotationOf} from './ownership.ts';
import {
  LAST_APPLIED_ANNOTATION,
  metadataOf,
  type TakeOverManager,
  takeOverManagerOf,
  takeOverManagers,
  writerOf,
} from './take-over-managers.ts';

export type TakeOverQuestion = {
  readonly live: JsonObject;
  readonly desired: JsonObject;
  /**
   * The object is not ours yet. Of one that is, only Update managers are undone: another applier of it is somebody's intent,
   * and its fields are conflicts (engine rules, section 5).
   */
  readonly adopting: boolean;
  readonly table?: readonly TakeOverManager[];
};

const TABLE = takeOverManagers();

/** Whether fields of an older tool are to become ours, or kubectl's annotation is to go. Asked for every object of every run. */
export function isTakeOverPending({live, desired, adopting, table = TABLE}: TakeOverQuestion): boolean {
  const entries = metadataOf(live)['managedFields'];
  return (
    (isList(entries) &&
      entries.some(
        (entry) =>
          isObject(entry) &&
          takeOverManagerOf(writerOf(entry), table) !== undefined &&
          (adopting || entry['operation'] === 'Update'),
      )) ||
    isLeftAnnotation(live, desired)
  );
}

/** kubectl's copy of the manifest, which holds a Secret in clear, is there and the stack does not ask for it. */
export const isLeftAnnotation = (live: JsonObject, desired: JsonObject): boolean =>
  annotationOf(live, LAST_APPLIED_ANNOTATION) !== undefined &&
  annotationOf(desired, LAST_APPLIED_ANNOTATION) === undefined;
