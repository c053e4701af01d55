import type {KeptBecause, Pruned} from '../../core/release/choose-pruned.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {parseReleaseKey} from '../../core/release/keys.ts';
import {acquireLock} from '../../engine/release/acquire.ts';
import {deleteReleases} from '../../engine/release/delete-releases.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import type {Deps} from '../deps.ts';
import {chooseOldReleases} from './choose-old-releases.ts';
import {existingHistory} from './existing-history.ts';
import type {ReleaseLine} from './release-line.ts';

/** Request of `gantry release prune`. */
export type PruneReleases = HistoryNames & {
  /** The number of the newest releases to keep. */
  readonly keep: number;
  /** Only releases that started before this: `90d`, or a date. */
  readonly olderThan?: string;
  /** True to report only what would be deleted. */
  readonly dryRun: boolean;
  readonly lockTimeoutSeconds: number;
  /** Asks for confirmation. */
  readonly confirm: (prune: Prune) => Promise<boolean>;
};

/** The releases to delete and to keep. */
export type Prune = HistoryNames & {
  readonly formatVersion: 1;
  /** The releases to delete, newest first. If one cannot be read, only its number is known. */
  readonly going: readonly (Pick<ReleaseLine, 'revision'> & Partial<ReleaseLine>)[];
  /** The number of unused documents, such as intents of runs that are recorded. */
  readonly leftovers: number;
  readonly kept: readonly {readonly revision: number; readonly because: KeptBecause}[];
};

/** The answer of `gantry release prune`. */
export type PruneOutcome = Prune & {readonly kind: 'nothing' | 'dry-run' | 'declined' | 'pruned'};

/**
 * Deletes old releases of a release history, under its lock.
 * @throws GantryError release/not-found, release/locked, plan/stale if another run came in between.
 */
export async function pruneReleases(request: PruneReleases, deps: Deps): Promise<PruneOutcome> {
  const {project, stack, workspace} = request;
  const names = {project, stack, workspace};
  const backend = await deps.backend();
  const history = await existingHistory(backend, names);
  const {pruned, lines} = await chooseOldReleases({request, backend, history, now: deps.clock.now()});
  const prune = describePrune(names, pruned, lines);
  if (pruned.keys.length === 0) return {...prune, kind: 'nothing'};
  if (request.dryRun) return {...prune, kind: 'dry-run'};
  if (!(await request.confirm(prune))) return {...prune, kind: 'declined'};
  deps.signal.throwIfAborted();
  // Throws if the head changed since it was read, so that no deleted release is needed.
  await using lock = await acquireLock({
    backend,
    history,
    names,
    holder: currentHolder(deps),
    clock: deps.clock,
    lockTimeoutMs: request.lockTimeoutSeconds * 1000,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
  await deleteReleases({backend, lock, keys: pruned.keys, signal: AbortSignal.any([deps.signal, lock.lost])});
  return {...prune, kind: 'pruned'};
}

function describePrune(names: HistoryNames, {revisions, keys, kept}: Pruned, lines: readonly ReleaseLine[]): Prune {
  const known = new Map(lines.map((line) => [line.revision, line]));
  const going = new Set(revisions);
  return {
    formatVersion: 1,
    ...names,
    going: revisions.map((revision) => known.get(revision) ?? {revision}),
    leftovers: keys.filter((key) => !going.has(parseReleaseKey(key)?.revision ?? -1)).length,
    kept,
  };
}
