import type {Command} from 'commander';
import type {ReleaseFilter} from '../../app/release/filter-releases.ts';
import type {Phase} from '../../core/release/phase.ts';
import {sinceOf} from '../../core/since.ts';
import {defined} from '../../lib/defined.ts';
import {usageError} from '../usage.ts';
import {wholeNumberFlag} from './seconds.ts';

const PHASES: Readonly<Record<Phase, true>> = {
  succeeded: true,
  failed: true,
  interrupted: true,
  applying: true,
  destroying: true,
};

/** Adds the flags that filter releases. */
export const filterFlags = (command: Command): Command =>
  command
    .option('--limit <n>', 'only the n newest releases', wholeNumberFlag('--limit', 1))
    .option('--phase <phase>', `only releases in this phase: ${Object.keys(PHASES).join(', ')}`, phaseFlag)
    .option(
      '--since <time>',
      'only releases that started within this time (7d, 12h) or since this date (2026-01-31)',
      timeFlag('--since'),
    )
    .option('--by <name>', 'only releases by this user, host or account (a part of the name is enough)')
    .option('--commit <hash>', 'only releases of this commit (the first digits are enough)', commitFlag);

/** Returns the filter. Keys of flags that were not given are left out. */
export const readFilter = ({limit, phase, since, by, commit}: ReleaseFilter): ReleaseFilter =>
  defined({limit, phase, since, by, commit});

function phaseFlag(text: string): Phase {
  if (Object.hasOwn(PHASES, text)) return text as Phase;
  throw usageError(`--phase ${text}: unknown phase.`, `Possible: ${Object.keys(PHASES).join(', ')}.`);
}

/** Checks a time and returns the text unchanged. Its meaning depends on the time of the query. */
export const timeFlag =
  (flag: string) =>
  (text: string): string => {
    if (sinceOf(text, new Date(0)) !== undefined) return text;
    throw usageError(
      `${flag} ${text}: not a valid time.`,
      'Use an age (7d, 12h, 2w) or a date (2026-01-31, 2026-01-31T12:00:00Z).',
    );
  };

function commitFlag(text: string): string {
  if (/^[0-9a-f]{4,64}$/i.test(text)) return text;
  throw usageError(`--commit ${text}: not a commit hash.`, 'Use at least the first four digits of the hash.');
}
