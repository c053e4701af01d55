import type {Change} from '../../core/plan/plan.ts';
import {count} from '../count.ts';
import {addedFields} from './added-text.ts';

/**
 * Returns the sentence for a plan without changes. It mentions fields that are left to others, because they may differ from the files,
 * and fields that others have added.
 */
export function noChangesText(changes: readonly Pick<Change, 'fields'>[]): string {
  const left = changes.filter(({fields}) => fields.some((field) => field.yielded === true)).length;
  const but = left === 0 ? '' : `, except for ${count(left, 'object')} with fields left to others`;
  const added = changes.flatMap((change) => addedFields(change, 'plan')).length;
  const and = added === 0 ? '' : `, and ${count(added, 'field')} that others added`;
  return `No changes: the cluster holds what the stack describes${but}${and}.`;
}
