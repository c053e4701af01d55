import {describeAuthor} from '../../core/release/describe-holder.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {BreakReason, LockBreak} from '../../core/release/lock-break.ts';
import {findHead} from '../../engine/release/read-head.ts';
import {readBreaks} from '../../engine/release/record-break.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {fittingDeed, type ReleaseFilter} from './filter-releases.ts';
import type {ListReleases} from './list-releases.ts';
import {type LogUser, logUsers} from './log-users.ts';
import {readLines} from './read-lines.ts';
import {type ReadingDeps, readableBackend} from './readable-backend.ts';
import type {ReleaseLine, UnreadableRelease} from './release-line.ts';

/** The break of a lock that its run did not release. */
export type LogUnlock = {
  readonly kind: 'unlock';
  readonly at: string;
  readonly by: string;
  readonly because: BreakReason;
  /** The holder of the broken lock. */
  readonly holder: string;
  readonly since: string;
  readonly command: string;
};

/** An entry of the log: a release, or a lock that was broken. */
export type LogEntry = (ReleaseLine & {readonly kind: 'release'}) | LogUnlock;

/** The answer of `gantry release log`. */
export type ReleaseLog = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage?: string;
  /** Newest first. */
  readonly entries: readonly LogEntry[];
  readonly unreadable: readonly UnreadableRelease[];
  /** The stacks that use a shared stack now. Absent for other stacks. */
  readonly usedBy?: readonly LogUser[];
};

/** Lists the events of a stack in a workspace, newest first: its releases, and the breaks of locks in between. */
export async function logReleases(
  {project, stack, workspace, ...filter}: ListReleases,
  deps: ReadingDeps & Pick<Deps, 'clock'>,
): Promise<ReleaseLog> {
  const backend = await readableBackend(deps);
  const names = {project, stack, workspace};
  const {lineage} = await findHead(backend, names);
  const base = {formatVersion: 1, ...names} as const;
  if (lineage === undefined) return {...base, entries: [], unreadable: []};
  const now = deps.clock.now();
  const [{lines, unreadable}, breaks, usedBy] = await Promise.all([
    readLines({backend, lineage, now, ...filter}),
    readBreaks(backend, lineage),
    logUsers(names, backend),
  ]);
  const releases = lines.map((line): LogEntry => ({kind: 'release', ...line}));
  const unlocks = breaks.map(unlockOf).filter(isMeant(filter, now));
  const entries = [...releases, ...unlocks].toSorted((a, b) => Date.parse(timeOf(b)) - Date.parse(timeOf(a)));
  return {...base, lineage, entries: entries.slice(0, filter.limit), unreadable, ...defined({usedBy})};
}

/** Returns the time by which entries are sorted, RFC 3339. */
export const timeOf = (entry: LogEntry): string => (entry.kind === 'release' ? entry.startedAt : entry.at);

/** Returns a predicate for unlocks; filters for phases and commits match releases only. */
function isMeant({phase, commit, ...deed}: ReleaseFilter, now: Date): (unlock: LogUnlock) => boolean {
  const isDeed = fittingDeed(deed, now);
  return ({at, by}) => phase === undefined && commit === undefined && isDeed({at, names: [by]});
}

const unlockOf = ({at, by, because, from}: LockBreak): LogUnlock => ({
  kind: 'unlock',
  at,
  by: describeAuthor(by),
  because,
  holder: describeAuthor(from.holder),
  since: from.since,
  command: from.holder.command,
});
