import type {Command} from 'commander';
import type {StackSelection} from '../../app/stacks/selection.ts';
import {defined} from '../../lib/defined.ts';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';

/** The flags that select several stacks. */
export type SeveralFlags = {readonly all?: boolean; readonly changedSince?: string};

/** Adds the flags that select several stacks. */
export const severalFlags = (
  command: Command,
  all = 'select every stack at and below the current directory',
): Command =>
  command
    .option('--all', all)
    .option(
      '--changed-since <ref>',
      'select only stacks whose files differ from the merge base of HEAD and this git revision',
    );

/**
 * Returns the selected stacks, or undefined if the flags mean one stack. Only the flags decide the shape of the result: `--all` with
 * one stack has the same shape as with ten.
 */
export function readSeveral(
  {all = false, changedSince}: SeveralFlags,
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
  operation: StackSelection['operation'] = 'apply',
): StackSelection | undefined {
  const {stacks, stack} = globals;
  if (all && stacks.length > 0) throw usageError('--all and -s cannot be used together.');
  if (changedSince === '') throw usageError('--changed-since needs a revision.', 'For example: --changed-since main');
  if (!all && changedSince === undefined && stacks.length < 2) return undefined;
  return {
    directory: stack.directory ?? deps.cwd,
    stacks,
    operation,
    changedSince,
    ...defined({workspace: stack.workspace}),
  };
}

/** Refuses flags that apply to one stack only. */
export function refuseForSeveral(given: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(given).find(([, value]) => value !== undefined && value !== false);
  if (found === undefined) return;
  throw usageError(`${found[0]} works with one stack, but several are selected.`, 'Select one stack with -s STACK.');
}
