import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {Summary} from '../../core/plan/plan.ts';
import {chartsOf, type ReleasedChart} from '../../core/release/charts-of.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {Head} from '../../core/release/head.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {ReleaseKey} from '../../core/release/keys.ts';
import type {MadeFrom} from '../../core/release/made-from.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Rebuilt, Release} from '../../core/release/release.ts';
import type {SourceCommit} from '../../core/release/source-commit.ts';
import type {Use} from '../../core/release/use.ts';
import {readRelease} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {usesIn} from '../shared/shared-users.ts';
import {phaseNow} from './live-holder.ts';

/** A release in a list. */
export type ReleaseLine = {
  readonly revision: number;
  readonly operation: 'apply' | 'destroy';
  /** The release that was applied again. */
  readonly from?: MadeFrom;
  /** Present if no run made it: it was rebuilt from the cluster. */
  readonly rebuilt?: Rebuilt;
  /** The phase; `interrupted` also for a run that died. */
  readonly phase: Phase;
  /** Present if resources that were left out, or not waited for, may not be ready. */
  readonly unsettled?: true;
  readonly startedAt: string;
  readonly finishedAt?: string | undefined;
  readonly by: string;
  readonly user: string;
  readonly host: string;
  /** The account of that user in the cluster. */
  readonly account?: string;
  /** The URL of the CI run. */
  readonly run?: string;
  readonly source?: SourceCommit;
  /** The charts that it was made with. Absent: none. */
  readonly charts?: readonly ReleasedChart[];
  /** The shared resources that it used. Absent: none. */
  readonly uses?: readonly Use[];
  readonly command: string;
  readonly server: string;
  readonly resources: number;
  readonly summary: Summary;
  /** True for the release that the next plan starts from. */
  readonly current: boolean;
};

/** A stored release that cannot be read, with the reason. */
export type UnreadableRelease = {readonly revision: number; readonly failure: Failure};

/** A stored release history, as far as a list reads it. */
export type ListedHistory = {
  readonly backend: Backend;
  readonly lineage: string;
  readonly head: Head | undefined;
  readonly holder: HeldState | undefined;
};

/** Reads a release. An unreadable one does not hide the others. */
export async function readLine(
  history: ListedHistory,
  key: ReleaseKey,
): Promise<{readonly line: ReleaseLine} | UnreadableRelease> {
  try {
    const release = await readRelease(history.backend, history.lineage, key);
    return {line: lineOf(release, history, key)};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {revision: key.revision, failure: error.failure};
  }
}

function lineOf(release: Release, {head, holder}: ListedHistory, {key}: ReleaseKey): ReleaseLine {
  const {revision, operation, from, rebuilt, unsettled, startedAt, finishedAt, by, source, cluster, state, summary} =
    release;
  const charts = chartsOf(release);
  const uses = usesIn(release);
  return {
    revision,
    operation,
    ...defined({from, rebuilt}),
    phase: phaseNow(release, head, holder),
    ...defined({unsettled}),
    startedAt,
    finishedAt,
    by: describeHolder(by),
    user: by.user,
    host: by.host,
    ...defined({account: by.account, run: by.run, source, charts: charts.length === 0 ? undefined : charts}),
    ...defined({uses: uses.length === 0 ? undefined : uses}),
    command: by.command,
    server: cluster.server,
    resources: state.length,
    summary,
    current: head?.release?.key === key,
  };
}
