import type {ObjectDrift} from '../core/plan/drift.ts';
import {PERMISSION_FLAG} from '../core/plan/permissions.ts';
import type {HistoryNames} from '../core/release/history-names.ts';
import {addedFields} from './plan/added-text.ts';
import {shellWords} from './plan/permit.ts';
import type {Style} from './style.ts';

const NAMES_STACK = /^(-s|--stack(=.*)?)$/;

/** Returns the command line that undoes drift: in the same stack and workspace, from the last release. */
export function putBack(
  {project, stack, workspace}: HistoryNames,
  {applyCommand = ['gantry', 'apply', '-w', workspace]}: Pick<Style, 'applyCommand'> = {},
  drifted: readonly ObjectDrift[] = [],
): string {
  const named = applyCommand.some((word) => NAMES_STACK.test(word)) ? [] : ['-s', `${project}/${stack}`];
  // Fields that others added are removed only with this flag.
  const reverts = drifted.some((object) => addedFields(object, 'drift').length > 0);
  const revert = reverts ? [PERMISSION_FLAG.revertAdded, 'all'] : [];
  return shellWords([...applyCommand, ...named, '--revision', 'current', ...revert]);
}
