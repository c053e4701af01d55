import type {Change} from '../../core/plan/plan.ts';
import {count} from '../count.ts';
import {addedFields} from './added-text.ts';

/**
 * What a plan without changes says in one sentence. Fields that are left to others may differ from the files: whoever scaled by hand
 * must not read that all is as these say, and neither must whoever added something.
 */
export function noChangesText(changes: readonly Pick<Change, 'fields'>[]): string {
  const left = changes.filter(({fields}) => fields.some((field) => field.yielded === true)).length;
  const but = left === 0 ? '' : `, but for ${count(left, 'object')} with fields left to others`;
  const added = changes.flatMap((change) => addedFields(change, 'plan')).length;
  const and = added === 0 ? '' : `, and ${count(added, 'field')} that others added`;
  return `No changes: the cluster holds what the stack describes${but}${and}.`;
}
