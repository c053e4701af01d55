import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import type {ReleaseFilter} from './filter-releases.ts';
import {findHistories} from './find-histories.ts';
import {listReleases, type ReleaseList} from './list-releases.ts';
import {splitStack} from './name-history.ts';
import {type ReadingDeps, readableBackend} from './readable-backend.ts';

/** The answer of `gantry release list --all-stacks`. */
export type AllReleases = {
  readonly formatVersion: 1;
  /** The stacks, sorted by name. */
  readonly stacks: readonly ReleaseList[];
};

/** A filter for the release histories of the backend; without a stack and a workspace all of them. */
export type ListAllReleases = Pick<StackRequest, 'stack' | 'workspace'> & ReleaseFilter;

/** Lists the releases of every stack in every workspace of the backend; `-s` and `-w` narrow the list. No file is read. */
export async function listAllReleases(
  {stack, workspace, ...filter}: ListAllReleases,
  deps: ReadingDeps & Pick<Deps, 'clock'>,
): Promise<AllReleases> {
  const backend = await readableBackend(deps);
  const found = await findHistories(backend, {...splitStack(stack), ...defined({workspace})});
  if (found.length === 0) await backend.refuseUnusable?.();
  const stacks: ReleaseList[] = [];
  for (const names of found.toSorted(byName)) stacks.push(await listReleases({...names, ...filter}, deps));
  return {formatVersion: 1, stacks};
}

const byName = (a: HistoryNames, b: HistoryNames): number => compareNaturally(historyText(a), historyText(b));
