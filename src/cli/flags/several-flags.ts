import type {Command} from 'commander';
import type {StackSelection} from '../../app/stacks/selection.ts';
import {defined} from '../../lib/defined.ts';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';
import {wholeNumberFlag} from './seconds.ts';

/** The number of stacks at once without the flag, as `eachStack` has it; it is not imported, so that help loads nothing. */
const PARALLEL_STACKS = 4;

/** The flags that select several stacks. */
export type SeveralFlags = {readonly all?: boolean; readonly changedSince?: string; readonly parallelStacks?: number};

/** Adds the flags that select several stacks. */
export const severalFlags = (
  command: Command,
  all = 'select every stack at and below the current directory',
): Command =>
  parallelStacksFlag(
    command
      .option('--all', all)
      .option(
        '--changed-since <ref>',
        'select only stacks whose files differ from the merge base of HEAD and this git revision',
      ),
  );

/** Adds the flag for the number of stacks at once. */
export const parallelStacksFlag = (command: Command): Command =>
  command.option(
    '--parallel-stacks <n>',
    `maximum number of stacks at once; default: ${PARALLEL_STACKS}`,
    wholeNumberFlag('--parallel-stacks', 1),
  );

/**
 * Returns the selected stacks, or undefined if the flags mean one stack. Only the flags decide the shape of the result: `--all` with
 * one stack has the same shape as with ten.
 */
export function readSeveral(
  {all = false, changedSince, parallelStacks}: SeveralFlags,
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
  operation: StackSelection['operation'] = 'apply',
): StackSelection | undefined {
  const {stacks, stack} = globals;
  if (all && stacks.length > 0) throw usageError('--all and -s cannot be used together.', 'Leave out one of them.');
  if (changedSince === '') throw usageError('--changed-since needs a revision.', 'For example: --changed-since main');
  if (!all && changedSince === undefined && stacks.length < 2) return undefined;
  return {
    directory: stack.directory ?? deps.cwd,
    stacks,
    operation,
    changedSince,
    ...defined({workspace: stack.workspace, parallel: parallelStacks}),
  };
}

/** Refuses flags that apply to one stack only. */
export function refuseForSeveral(given: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(given).find(([, value]) => value !== undefined && value !== false);
  if (found === undefined) return;
  throw usageError(`${found[0]} works with one stack, but several are selected.`, 'Select one stack with -s STACK.');
}
