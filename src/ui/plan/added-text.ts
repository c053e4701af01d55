import {isStaying} from '../../core/plan/is-staying.ts';
import type {Change, FieldChange} from '../../core/plan/plan.ts';
import {count} from '../count.ts';

/** An object with changed fields, and the fields that controllers have added. */
export type WithAdditions = Pick<Change, 'fields' | 'addedByControllers'>;

/** Returns the fields that people and their tools have added and that stay, in a plan or in a drift report. */
export const addedFields = ({fields}: Pick<Change, 'fields'>, of: 'plan' | 'drift'): readonly FieldChange[] =>
  fields.filter((field) => (of === 'drift' ? field.cause === 'added' : isStaying(field)));

/** Returns the numbers of added fields, after a summary: `; others added 2 fields, controllers 5`. Empty if there are none. */
export function addedText(all: readonly WithAdditions[], of: 'plan' | 'drift'): string {
  const byOthers = all.flatMap((one) => addedFields(one, of)).length;
  const byControllers = all.flatMap(({addedByControllers = []}) => addedByControllers).length;
  const parts = [
    ...(byOthers === 0 ? [] : [`others added ${count(byOthers, 'field')}`]),
    ...(byControllers === 0 ? [] : [`controllers added ${count(byControllers, 'field')}`]),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
