import {describeHolder} from '../../core/release/describe-holder.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {findHead} from '../../engine/release/read-head.ts';
import type {Deps} from '../deps.ts';
import type {ReleaseFilter} from './filter-releases.ts';
import {readLines} from './read-lines.ts';
import {type ReadingDeps, readableBackend} from './readable-backend.ts';
import type {ReleaseLine, UnreadableRelease} from './release-line.ts';

/** The answer of `gantry release list`. */
export type ReleaseList = HistoryNames & {
  readonly formatVersion: 1;
  readonly lineage?: string;
  /** A run that holds the lock now. */
  readonly locked?: {readonly holder: string; readonly since: string; readonly command: string} | undefined;
  /** Newest first. */
  readonly releases: readonly ReleaseLine[];
  /** Stored releases that cannot be read; they do not hide the others. */
  readonly unreadable: readonly UnreadableRelease[];
};

/** A request to list the releases of a release history. */
export type ListReleases = HistoryNames & ReleaseFilter;

/** Lists the releases of a stack in a workspace. If there is none yet, the list is empty. */
export async function listReleases(
  {project, stack, workspace, ...filter}: ListReleases,
  deps: ReadingDeps & Pick<Deps, 'clock'>,
): Promise<ReleaseList> {
  const backend = await readableBackend(deps);
  const names = {project, stack, workspace};
  const {lineage} = await findHead(backend, names);
  const base = {formatVersion: 1, ...names} as const;
  if (lineage === undefined) {
    await backend.refuseUnusable?.();
    return {...base, releases: [], unreadable: []};
  }
  const {revisions, ...found} = await readLines({backend, lineage, now: deps.clock.now(), ...filter});
  const {holder, lines, unreadable} = found;
  await backend.recent?.note(names, {lineage, revisions});
  return {
    ...base,
    lineage,
    locked: holder && lockedText(holder),
    releases: lines,
    unreadable,
  };
}

/** Returns the lock for answers: its holder in words, without process ids. */
export const lockedText = ({holder, since}: HeldState): {holder: string; since: string; command: string} => ({
  holder: describeHolder(holder),
  since,
  command: holder.command,
});
