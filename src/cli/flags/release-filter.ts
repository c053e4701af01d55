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

/** Which releases a list shows. */
export const filterFlags = (command: Command): Command =>
  command
    .option('--limit <n>', 'so many of the newest', wholeNumberFlag('--limit', 1))
    .option('--phase <phase>', `only those: ${Object.keys(PHASES).join(', ')}`, phaseFlag)
    .option('--since <time>', 'only those begun since: 7d, 12h, or a date like 2026-01-31', timeFlag('--since'))
    .option('--by <name>', 'only those of this user, host or account (a part of the name is enough)')
    .option('--commit <hash>', 'only those made of this commit (its beginning is enough)', commitFlag);

/** Leaves out the keys of flags that were not given. */
export const readFilter = ({limit, phase, since, by, commit}: ReleaseFilter): ReleaseFilter =>
  defined({limit, phase, since, by, commit});

function phaseFlag(text: string): Phase {
  if (Object.hasOwn(PHASES, text)) return text as Phase;
  throw usageError(`--phase ${text}: there is no such phase.`, `It is one of ${Object.keys(PHASES).join(', ')}.`);
}

/** Kept as it is written: what it means depends on when it is asked. */
export const timeFlag =
  (flag: string) =>
  (text: string): string => {
    if (sinceOf(text, new Date(0)) !== undefined) return text;
    throw usageError(
      `${flag} ${text}: that is no time.`,
      'Write how long ago (7d, 12h, 2w) or a date (2026-01-31, 2026-01-31T12:00:00Z).',
    );
  };

function commitFlag(text: string): string {
  if (/^[0-9a-f]{4,64}$/i.test(text)) return text;
  throw usageError(`--commit ${text}: that is no hash.`, 'Write four or more of its first digits.');
}
