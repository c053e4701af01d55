import {isStaying} from '../../core/plan/is-staying.ts';
import type {Change, FieldChange} from '../../core/plan/plan.ts';
import {count} from '../count.ts';

/** What has fields, and what controllers have added to it. */
export type WithAdditions = Pick<Change, 'fields' | 'addedByControllers'>;

/** What people and their tools have added, and what stays: of a plan, or (it is on one side only) of a drift report. */
export const addedFields = ({fields}: Pick<Change, 'fields'>, of: 'plan' | 'drift'): readonly FieldChange[] =>
  fields.filter((field) => (of === 'drift' ? field.cause === 'added' : isStaying(field)));

/** `; others added 2 fields, controllers 5`: the number of each, after a summary. Empty where there are none. */
export function addedText(all: readonly WithAdditions[], of: 'plan' | 'drift'): string {
  const byOthers = all.flatMap((one) => addedFields(one, of)).length;
  const byControllers = all.flatMap(({addedByControllers = []}) => addedByControllers).length;
  const parts = [
    ...(byOthers === 0 ? [] : [`others added ${count(byOthers, 'field')}`]),
    ...(byControllers === 0 ? [] : [`controllers added ${count(byControllers, 'field')}`]),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(', ')}`;
}
