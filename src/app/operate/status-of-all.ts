import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {HealthSummary} from '../../core/readiness/health.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {openHistory, type ReleaseHistory} from '../../engine/release/release-history.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {untilAborted} from '../../lib/until-aborted.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {findHistories} from '../release/find-histories.ts';
import {liveHolder} from '../release/live-holder.ts';
import {type AskedSeries, isAsked, referenceTo} from './asked-series.ts';
import {releaseStatus, runStatus, type StackStatus, stackStatus} from './stack-status.ts';

/** Request of `gantry status --all-stacks`: `-s` and `-w` narrow the list. */
export type StatusOfAll = Pick<StackRequest, 'directory'> & AskedSeries;

/** The status of a stack in a workspace, without its objects. */
export type StatusLine = HistoryNames &
  Pick<StackStatus, 'run' | 'locked'> & {
    /** Absent before the first run has ended, or if the release cannot be read. */
    readonly release?: StackStatus['release'];
    /** The number of resources of the last release. */
    readonly resources: number;
    /** True if all are ready, false if one is not. Absent: it is not known, and `failure` says why. */
    readonly healthy?: boolean;
    readonly summary?: HealthSummary;
    readonly failure?: Failure;
  };

/** The status of all stacks of a backend. */
export type AllStatus = {
  readonly formatVersion: 1;
  /** Sorted by project, stack and workspace. */
  readonly stacks: readonly StatusLine[];
};

/** The number of stacks that are read at once: remote clusters take most of the time. */
const AT_ONCE = 8;
/** The maximum time for the cluster of one stack to answer. */
const SECONDS = 15;

/**
 * Returns the status of every stack in every workspace of the backend. No file of a stack is read. A stack whose workspace or cluster cannot
 * be used does not hide the others: its health is unknown.
 */
export async function statusOfAll({directory, ...asked}: StatusOfAll, deps: Deps): Promise<AllStatus> {
  const backend = await deps.backend();
  const found = (await findHistories(backend, {})).filter((names) => isAsked(asked, names));
  if (found.length === 0) await backend.refuseUnusable?.();
  const sorted = found.toSorted((a, b) => compareNaturally(historyText(a), historyText(b)));
  const lines = await mapLimited(sorted, AT_ONCE, (names) =>
    lineOf({names, directory, workspace: referenceTo(asked, names), backend}, deps),
  );
  deps.signal.throwIfAborted();
  return {formatVersion: 1, stacks: lines.filter((line) => line !== undefined)};
}

type One = {
  readonly names: HistoryNames;
  readonly directory: string | undefined;
  /** The value of `-w`. Default: the workspace of the releases. */
  readonly workspace: string | undefined;
  readonly backend: Backend;
};

async function lineOf(one: One, deps: Deps): Promise<StatusLine | undefined> {
  const {names, backend} = one;
  let history: ReleaseHistory;
  try {
    history = await openHistory({backend, ...names});
  } catch (error) {
    return {...names, resources: 0, failure: failureIn(error)};
  }
  const {last, pending, lineage} = history;
  if ((last === undefined && pending === undefined) || lineage === undefined) return undefined;
  const holder = await liveHolder(backend, lineage);
  const known = {
    ...names,
    ...defined({release: last && releaseStatus(last)}),
    ...runStatus({history, holder}),
    resources: last?.state.length ?? 0,
  };
  // A destroyed stack needs no cluster.
  if (last !== undefined && pending === undefined && last.state.length === 0) return {...known, healthy: true};
  return {...known, ...(await healthIn(one, deps))};
}

/** Asks the cluster. No login prompt is shown, and a cluster that does not answer does not delay the others for long. */
async function healthIn(
  {names, directory, workspace = names.workspace}: One,
  deps: Deps,
): Promise<Pick<StatusLine, 'healthy' | 'summary' | 'failure'>> {
  const limit = AbortSignal.timeout(SECONDS * 1000);
  const signal = AbortSignal.any([deps.signal, limit]);
  const own: Deps = {
    ...deps,
    signal,
    onEvent: () => undefined,
    connect: (source) => deps.connect(source, signal),
  };
  const request = {stack: `${names.project}/${names.stack}`, workspace, ...defined({directory})};
  try {
    const {healthy, summary, failure} = await untilAborted(stackStatus({...request, targets: []}, own), signal);
    return failure === undefined ? {healthy, summary} : {summary, failure};
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!limit.aborted) return {failure: failureIn(error)};
    return {failure: {code: 'cluster/unreachable', server: names.workspace, detail: `no answer within ${SECONDS} s`}};
  }
}

/** Returns the failure of one stack. @throws any other error, and the interrupt of the run */
function failureIn(error: unknown): Failure {
  if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
  return error.failure;
}
