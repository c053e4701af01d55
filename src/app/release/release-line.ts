import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Summary} from '../../core/plan/plan.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {Head} from '../../core/release/head.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {ReleaseKey} from '../../core/release/keys.ts';
import type {MadeFrom} from '../../core/release/made-from.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Rebuilt, Release} from '../../core/release/release.ts';
import type {SourceCommit} from '../../core/release/source-commit.ts';
import {readRelease} from '../../engine/release/series.ts';
import type {Backend} from '../../ports/backend.ts';
import {phaseNow} from './live-holder.ts';

/** What a list says of one release. */
export type ReleaseLine = {
  readonly revision: number;
  readonly operation: 'apply' | 'destroy';
  /** The release that was made again. */
  readonly from?: MadeFrom;
  /** No run made it: it was found in the cluster. */
  readonly rebuilt?: Rebuilt;
  /** `interrupted` also for a run that died without a word. */
  readonly phase: Phase;
  /** What it left out, or did not wait for, may not be ready. */
  readonly unsettled?: true;
  readonly startedAt: string;
  readonly finishedAt?: string | undefined;
  readonly by: string;
  readonly user: string;
  readonly host: string;
  /** As whom the cluster knows that user. */
  readonly account?: string;
  /** The page of the CI run. */
  readonly run?: string;
  readonly source?: SourceCommit;
  readonly command: string;
  readonly server: string;
  readonly resources: number;
  readonly summary: Summary;
  /** The one that the next plan starts from. */
  readonly current: boolean;
};

/** A stored release that cannot be read, with the reason. */
export type UnreadableRelease = {readonly revision: number; readonly failure: Failure};

/** A stored series, as far as a list looks at it. */
export type ListedSeries = {
  readonly backend: Backend;
  readonly lineage: string;
  readonly head: Head | undefined;
  readonly holder: HeldState | undefined;
};

/** A release that cannot be read does not hide the others. */
export async function readLine(
  series: ListedSeries,
  key: ReleaseKey,
): Promise<{readonly line: ReleaseLine} | UnreadableRelease> {
  try {
    const release = await readRelease(series.backend, series.lineage, key);
    return {line: lineOf(release, series, key)};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {revision: key.revision, failure: error.failure};
  }
}

function lineOf(release: Release, {head, holder}: ListedSeries, {key}: ReleaseKey): ReleaseLine {
  const {revision, operation, from, rebuilt, unsettled, startedAt, finishedAt, by, source, cluster, state, summary} =
    release;
  return {
    revision,
    operation,
    ...(from === undefined ? {} : {from}),
    ...(rebuilt === undefined ? {} : {rebuilt}),
    phase: phaseNow(release, head, holder),
    ...(unsettled === undefined ? {} : {unsettled}),
    startedAt,
    finishedAt,
    by: describeHolder(by),
    user: by.user,
    host: by.host,
    ...(by.account === undefined ? {} : {account: by.account}),
    ...(by.run === undefined ? {} : {run: by.run}),
    ...(source === undefined ? {} : {source}),
    command: by.command,
    server: cluster.server,
    resources: state.length,
    summary,
    current: head?.release?.key === key,
  };
}
