import type {Prune, PruneOutcome} from '../../../app/release/prune-releases.ts';
import type {KeptBecause} from '../../../core/release/choose-pruned.ts';
import {describeAuthor} from '../../../core/release/describe-holder.ts';
import {defined} from '../../../lib/defined.ts';
import {count} from '../../count.ts';
import {ago} from '../../duration.ts';
import {printable} from '../../printable.ts';
import type {Style} from '../../style.ts';
import {table} from '../../table.ts';
import {phaseText} from './release-text.ts';

/** Returns the releases that would be deleted, and the old ones that are kept. */
export function pruneText(prune: Prune, style: Style): string {
  const {going, leftovers} = prune;
  return [
    going.length === 0
      ? ''
      : table(
          ['DELETED', 'PHASE', 'WHEN', 'BY'],
          going.map((line) => row(line, style)),
          style,
        ),
    leftovers === 0 ? '' : `${count(leftovers, 'leftover')} of recorded runs, which are no longer used\n`,
    ...prune.kept
      .filter(({because}) => TOLD[because] !== undefined)
      .map(({revision, because}) => `kept: ${revision}, ${TOLD[because]}\n`),
  ].join('');
}

function row(line: Prune['going'][number], {now}: Style): readonly string[] {
  const {revision, operation, phase, startedAt, user, host, account} = line;
  if (operation === undefined || phase === undefined || startedAt === undefined)
    return [`${revision}`, 'unreadable', '', ''];
  const who = {user: user ?? '', host: host ?? '', ...defined({account})};
  const shown = {operation, phase, ...pick(line)};
  return [`${revision}`, phaseText(shown), ago(startedAt, now), describeAuthor(who)];
}

const pick = ({from, rebuilt}: Prune['going'][number]) => defined({from, rebuilt});

/** The reasons for keeping a release. Releases that `--keep` or `--older-than` keeps are not listed. */
const TOLD: Readonly<Record<KeptBecause, string | undefined>> = {
  current: 'the current release',
  pending: 'its run has started and is not recorded yet',
  'last-succeeded': 'the last successful release',
  'rollback-target': 'the target of a rollback',
  unreadable: 'it cannot be read, and its age is unknown',
  newest: undefined,
  younger: undefined,
};

/** Returns the result of `gantry release prune`. */
export function pruneDoneText(outcome: PruneOutcome, style: Style): string {
  const {kind, going, leftovers, project, stack, workspace} = outcome;
  if (kind === 'declined') return 'Nothing was changed.\n';
  if (kind === 'nothing') return printable(`Nothing to prune for ${project}/${stack} in ${workspace}.`).concat('\n');
  if (kind === 'dry-run') return pruneText(outcome, style);
  const rest = leftovers === 0 ? '' : ` and ${count(leftovers, 'leftover')}`;
  return printable(`Deleted ${count(going.length, 'release')}${rest} of ${project}/${stack} in ${workspace}.`).concat(
    '\n',
  );
}
