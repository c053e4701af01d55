import {untrustedCheckout} from '../config/untrusted/checkout.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {type Failure, GantryError} from '../core/failure/failure.ts';
import type {Drift, ObjectDrift} from '../core/plan/drift.ts';
import {describeHolder} from '../core/release/describe-holder.ts';
import type {HistoryNames} from '../core/release/history-names.ts';
import {knownState} from '../core/release/known-state.ts';
import type {Phase} from '../core/release/phase.ts';
import type {Release} from '../core/release/release.ts';
import {type ClusterIdentity, NO_CLUSTER} from '../core/workspace/cluster-identity.ts';
import {driftRuntimes} from '../engine/drift-runtimes.ts';
import {hmacKey} from '../engine/release/hmac-key.ts';
import {openHistory, type ReleaseHistory} from '../engine/release/release-history.ts';
import {closeRuntimes, openRuntimes} from '../engine/runtimes.ts';
import type {Backend} from '../ports/backend.ts';
import type {Deps} from './deps.ts';
import {ignoreRules} from './plan/ignore-rules.ts';
import {areOutside} from './plan/needs-cluster.ts';
import {announce} from './plan/plan-source.ts';
import {reachCluster} from './plan/reach-cluster.ts';
import type {StackRequest} from './plan/release-requests.ts';
import {noRelease} from './release/existing-history.ts';
import {findHistories} from './release/find-histories.ts';
import {liveHolder} from './release/live-holder.ts';
import {locateHistory, whereAt} from './release/locate-history.ts';
import {trustNotes} from './release/trust-notes.ts';
import {requireRuntime} from './require-runtime.ts';
import {runtimeNeeds} from './runtime-needs.ts';
import {readableSecrets} from './secret/resolve-secrets.ts';
import {openCluster} from './workspace/admit-server.ts';
import {type ChosenWorkspace, chooseWorkspace} from './workspace/choose-workspace.ts';
import {resolveContext} from './workspace/resolve-context.ts';

/** A request for the drift of one stack, or of all stacks. */
export type DetectDrift = StackRequest & {
  /** True for every stack that has a release in the workspace. */
  readonly all: boolean;
};

/** The drift of the objects of one stack since its last release. */
export type StackDrift = HistoryNames & {
  readonly lineage: string;
  readonly revision: number;
  readonly phase: Phase;
  readonly appliedAt: string;
  readonly cluster: ClusterIdentity;
  readonly summary: Readonly<Record<Drift, number>>;
  readonly objects: readonly ObjectDrift[];
  readonly diagnostics: readonly Diagnostic[];
};

/** The drift of several stacks. A stack that could not be read does not hide the others. */
export type DriftReport = {
  readonly formatVersion: 1;
  /** The workspaces of which every stack with a release was checked. */
  readonly listed?: readonly string[];
  readonly stacks: readonly StackDrift[];
  readonly failed: readonly (HistoryNames & {readonly failure: Failure})[];
};

/**
 * Compares the last release of each stack with the live objects. It reads no file of a stack, and writes only the pin of a cluster seen for
 * the first time.
 * @throws GantryError release/not-found, a broken context, another cluster.
 */
export async function detectDrift({all, ...request}: DetectDrift, deps: Deps): Promise<DriftReport> {
  if (!all) {
    const {names, chosen} = await locateHistory(request, deps);
    const stack = await driftOf(names, chosen, deps);
    if (stack === undefined) throw noRelease(names, await deps.backend());
    return {formatVersion: 1, stacks: [stack], failed: []};
  }
  const {stack: _, ...anywhere} = request;
  const chosen = await chooseWorkspace({request, ...(await whereAt(anywhere, deps))}, deps);
  const found = await findHistories(await deps.backend(), {workspace: chosen.name});
  const stacks: StackDrift[] = [];
  const failed: DriftReport['failed'][number][] = [];
  // Sequential, because they share a cluster, and each lists all its kinds at once.
  for (const names of found) {
    try {
      const stack = await driftOf(names, chosen, deps);
      if (stack !== undefined) stacks.push(stack);
    } catch (error) {
      if (!(error instanceof GantryError) || error.failure.code === 'cancelled') throw error;
      failed.push({...names, failure: error.failure});
    }
  }
  return {formatVersion: 1, listed: [chosen.name], stacks, failed};
}

async function driftOf(names: HistoryNames, chosen: ChosenWorkspace, deps: Deps): Promise<StackDrift | undefined> {
  const backend = await deps.backend();
  const history = await openHistory({backend, ...names});
  const {last, lineage} = history;
  if (last === undefined || lineage === undefined) return undefined;
  requireRuntime(knownState(last, history.interrupted).state, deps.runtimes);
  announce(chosen, deps, names);
  for (const diagnostic of await trustNotes(history, backend)) deps.onEvent({type: 'diagnostic', diagnostic});
  const isOutside = areOutside([], knownState(last, history.interrupted));
  const opened = isOutside ? undefined : await openReleased(last, {chosen, backend}, deps);
  const needs = runtimeNeeds({chosen, backend: async () => backend}, deps);
  const runtimes = await openRuntimes(deps.runtimes, opened?.cluster, needs);
  try {
    const {namespace} = last;
    const identity = opened && (await reachCluster({deps, namespace, chosen, backend, history, ...opened}));
    const digestKey = await hmacKey(backend, 'look');
    const secrets = await readableSecrets({last, chosen}, deps);
    const prior = knownState(last, history.interrupted).state;
    const ignore = ignoreRules({}, {chosen, ignore: last.ignore ?? []});
    const request = {
      lineage,
      secrets: {digestKey, values: secrets, unread: untrustedCheckout() === undefined ? undefined : (true as const)},
      prior,
      spec: last.spec,
      ignore,
      signal: deps.signal,
    };
    const {objects, diagnostics} = await driftRuntimes(runtimes, request);
    return {
      ...names,
      lineage,
      revision: last.revision,
      phase: last.phase,
      appliedAt: last.finishedAt ?? last.startedAt,
      cluster: identity ?? NO_CLUSTER,
      summary: summaryOf(objects),
      objects,
      diagnostics: [...(await unfinished(history, deps)), ...diagnostics],
    };
  } finally {
    await closeRuntimes(runtimes, opened?.cluster);
  }
}

/** Opens the cluster of a release. */
async function openReleased(
  last: Release,
  {chosen, backend}: {readonly chosen: ChosenWorkspace; readonly backend: Backend},
  deps: Deps,
) {
  const context = await resolveContext({chosen, resources: last.spec}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  return openCluster({...context, chosen, backend}, deps);
}

/** Warns about a run that has not ended, because its own changes can look like drift. */
async function unfinished({lineage, pending}: ReleaseHistory, deps: Deps): Promise<readonly Diagnostic[]> {
  if (pending === undefined || lineage === undefined) return [];
  const holder = await liveHolder(await deps.backend(), lineage);
  const message =
    holder === undefined
      ? `the run of revision ${pending.revision} did not end: its changes may be reported as drift`
      : `a run of ${describeHolder(holder.holder)} is in progress: its changes may be reported as drift`;
  return [{severity: 'warning', code: 'drift/unfinished-run', message}];
}

function summaryOf(objects: readonly ObjectDrift[]): StackDrift['summary'] {
  const of = (drift: Drift): number => objects.filter((object) => object.drift === drift).length;
  return {
    none: of('none'),
    changed: of('changed'),
    added: of('added'),
    unmarked: of('unmarked'),
    deleted: of('deleted'),
    replaced: of('replaced'),
    taken: of('taken'),
  };
}
