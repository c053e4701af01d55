import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Summary} from '../../core/plan/plan.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {Head} from '../../core/release/head.ts';
import type {ReleaseKey} from '../../core/release/keys.ts';
import type {HeldState} from '../../core/release/lock.ts';
import type {MadeFrom, Phase} from '../../core/release/release.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import {revisions} from '../../engine/release/revisions.ts';
import {readHead, readLineage, readRelease} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {liveHolder, phaseNow} from './run-alive.ts';

export type ReleaseLine = {
  readonly revision: number;
  readonly operation: 'apply' | 'destroy';
  /** The release that was made again. */
  readonly from?: MadeFrom;
  /** `interrupted` also for a run that died without a word. */
  readonly phase: Phase;
  readonly startedAt: string;
  readonly finishedAt?: string;
  readonly by: string;
  readonly command: string;
  readonly server: string;
  readonly resources: number;
  readonly summary: Summary;
  /** The one that the next plan starts from. */
  readonly current: boolean;
};

export type ReleaseList = SeriesNames & {
  readonly formatVersion: 1;
  readonly lineage?: string;
  /** A run that holds the lock now. */
  readonly locked?: {readonly holder: string; readonly since: string; readonly command: string};
  /** Newest first. */
  readonly releases: readonly ReleaseLine[];
  /** Stored releases that cannot be read: they do not hide the others. */
  readonly unreadable: readonly {readonly revision: number; readonly failure: Failure}[];
};

/** The releases of a stack in a workspace. None yet is an empty list. */
export async function listReleases(names: SeriesNames, deps: Pick<Deps, 'backend'>): Promise<ReleaseList> {
  const {project, stack, workspace} = names;
  const backend = await deps.backend();
  const lineage = await readLineage(backend, names);
  const base = {formatVersion: 1, project, stack, workspace} as const;
  if (lineage === undefined) return {...base, releases: [], unreadable: []};
  const [stored, holder, keys] = await Promise.all([
    readHead(backend, lineage),
    liveHolder(backend, lineage),
    revisions(backend, lineage),
  ]);
  const read = await Promise.all(keys.map((key) => readLine({backend, lineage, key, head: stored?.head, holder})));
  return {
    ...base,
    lineage,
    ...(holder === undefined ? {} : {locked: lockedText(holder)}),
    releases: read.flatMap((entry) => ('line' in entry ? [entry.line] : [])),
    unreadable: read.flatMap((entry) => ('line' in entry ? [] : [entry])),
  };
}

export const lockedText = ({holder, since}: HeldState): {holder: string; since: string; command: string} => ({
  holder: describeHolder(holder),
  since,
  command: holder.command,
});

type ReadLine = {
  readonly backend: Backend;
  readonly lineage: string;
  readonly key: ReleaseKey;
  readonly head: Head | undefined;
  readonly holder: HeldState | undefined;
};

async function readLine({backend, lineage, key, head, holder}: ReadLine) {
  try {
    const release = await readRelease(backend, lineage, key);
    const {revision, operation, from, startedAt, finishedAt, by, cluster, state, summary} = release;
    const line: ReleaseLine = {
      revision,
      operation,
      ...(from === undefined ? {} : {from}),
      phase: phaseNow(release, head, holder),
      startedAt,
      ...(finishedAt === undefined ? {} : {finishedAt}),
      by: describeHolder(by),
      command: by.command,
      server: cluster.server,
      resources: state.length,
      summary,
      current: head?.release?.key === key.key,
    };
    return {line};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {revision: key.revision, failure: error.failure};
  }
}
