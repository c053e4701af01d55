import type {Command} from 'commander';
import type {Session} from '../session.ts';
import {usageError} from '../usage.ts';
import type {Output} from './globals.ts';
import {secondsFlag} from './seconds.ts';

/** The value of `--watch`, in seconds. */
export type WatchFlag = {readonly watch?: number; readonly exitCode?: boolean};

/** Adds `--watch`. */
export const watchFlag = (command: Command): Command =>
  command.option(
    '--watch <time>',
    'check again at this interval, for example 10m, until Ctrl-C; print and notify only changes',
    secondsFlag('--watch'),
  );

/** The output formats that print each round when it ends. */
const STREAMED: ReadonlySet<Output> = new Set(['human', 'jsonl']);

/** Returns the interval in seconds, or undefined if the check runs once. */
export function readWatch({watch, exitCode}: WatchFlag, {globals}: Pick<Session, 'globals'>): number | undefined {
  if (watch === undefined) return undefined;
  if (watch < 1) throw usageError('--watch needs an interval of at least one second.', 'For example: --watch 10m');
  if (exitCode === true)
    throw usageError('--watch and --exit-code cannot be used together.', 'A watch ends with code 0 at Ctrl-C.');
  if (globals.profile !== undefined)
    throw usageError('--watch and --profile cannot be used together.', 'Profile a single check.');
  if (!STREAMED.has(globals.output))
    throw usageError(`-o ${globals.output} prints one document, and --watch never completes it.`, 'Use -o jsonl.');
  return watch;
}
