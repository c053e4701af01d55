import type {Command} from 'commander';
import type {StackSelection} from '../../app/stacks/selection.ts';
import {defined} from '../../lib/defined.ts';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';

/** Flags that choose several stacks. */
export type SeveralFlags = {readonly all?: boolean; readonly changedSince?: string};

/** Which stacks, where it is not just one. */
export const severalFlags = (command: Command, all = 'every stack at and below the current directory'): Command =>
  command
    .option('--all', all)
    .option('--changed-since <ref>', 'only stacks whose files differ from where HEAD left this git revision');

/**
 * What the flags select; undefined where they mean one stack. The answer's shape depends on the flags alone: `--all` that finds one
 * stack answers as it would of ten.
 */
export function readSeveral(
  {all = false, changedSince}: SeveralFlags,
  {globals, deps}: Pick<Session, 'globals' | 'deps'>,
  operation: StackSelection['operation'] = 'apply',
): StackSelection | undefined {
  const {stacks, stack} = globals;
  if (all && stacks.length > 0) throw usageError('--all and -s say two different things.');
  if (changedSince === '') throw usageError('--changed-since names no revision.', 'For example --changed-since main.');
  if (!all && changedSince === undefined && stacks.length < 2) return undefined;
  return {
    directory: stack.directory ?? deps.cwd,
    stacks,
    operation,
    changedSince,
    ...defined({workspace: stack.workspace}),
  };
}

/** Flags that are about one stack. */
export function refuseForSeveral(given: Readonly<Record<string, unknown>>): void {
  const found = Object.entries(given).find(([, value]) => value !== undefined && value !== false);
  if (found === undefined) return;
  throw usageError(
    `${found[0]} is about one stack, and several are selected.`,
    'Run the command for that stack: -s STACK.',
  );
}
