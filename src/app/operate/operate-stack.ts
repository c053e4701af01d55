import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {describeHolder} from '../../core/release/describe-holder.ts';
import type {HeldState} from '../../core/release/held-state.ts';
import type {Release} from '../../core/release/release.ts';

import {kubernetesStates, type ResourceState} from '../../core/release/resource-state.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import {select} from '../../core/selection/select.ts';
import type {ClusterIdentity} from '../../core/workspace/cluster-identity.ts';
import {openSeries, type Series} from '../../engine/release/series.ts';
import {begunStates} from '../../kubernetes/release/begun-states.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Operations} from '../../ports/operations.ts';
import type {Deps} from '../deps.ts';
import {readHealth} from '../plan/health-rules.ts';
import {announce} from '../plan/plan-source.ts';
import {reachCluster} from '../plan/reach-cluster.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {released} from '../plan/select-resources.ts';
import {liveHolder} from '../release/live-holder.ts';
import {locateSeries} from '../release/locate-series.ts';
import {noRelease} from '../release/series-request.ts';
import {IN_CLUSTER, requireRuntime} from '../require-runtime.ts';
import {readableSecrets} from '../secret/resolve-secrets.ts';
import {openCluster} from '../workspace/admit-server.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {resolveContext} from '../workspace/resolve-context.ts';

/** A stack as of its last release, and the connection to its cluster. */
export type OperatedStack = {
  readonly names: SeriesNames;
  readonly lineage: string;
  /** The last release; if none has been recorded yet, the run in progress. */
  readonly last: Release;
  readonly series: Series;
  readonly backend: Backend;
  readonly cluster: ClusterIdentity;
  /** The holder of the lock, if a run is in progress. */
  readonly holder?: HeldState | undefined;
  /** Warnings about a run that has not ended: the output shows the last release. */
  readonly diagnostics: readonly Diagnostic[];
  readonly operate: (prior: readonly ResourceState[]) => Operations;
};

/**
 * Opens the way to what a stack's last release left, for as long as `work` takes. No file of the stack is read; nothing is
 * written but the pin of a cluster seen for the first time.
 * @throws GantryError release/not-found, a broken context, another cluster.
 */
export async function operateStack<T>(
  request: StackRequest,
  deps: Deps,
  work: (stack: OperatedStack) => Promise<T>,
): Promise<T> {
  const {names, chosen, backend, series, lineage, last} = await knownStack(request, deps);
  announce(chosen, deps, names);
  const context = await resolveContext({chosen, resources: last.spec}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const [secrets, {health}, holder] = await Promise.all([
    readableSecrets({last, chosen}, deps),
    readHealth({chosen, resources: last.spec, origins: new Map(), health: last.health ?? []}, deps),
    liveHolder(backend, lineage),
  ]);
  const {access, cluster} = await openCluster({...context, chosen, backend}, deps);
  try {
    const identity = await reachCluster({deps, namespace: last.namespace, chosen, access, backend, series, cluster});
    return await work({
      names,
      lineage,
      last,
      series,
      backend,
      cluster: identity,
      holder,
      diagnostics: unfinished(series, holder),
      operate: (prior) => {
        requireRuntime(prior, IN_CLUSTER);
        return cluster.operate({
          lineage,
          secrets,
          prior: kubernetesStates(prior),
          whole: kubernetesStates(last.state),
          signal: deps.signal,
          health,
        });
      },
    });
  } finally {
    await cluster.close();
  }
}

/** A stack without its cluster. */
export type FoundStack = Pick<OperatedStack, 'names' | 'lineage' | 'last' | 'series' | 'backend'> & {
  readonly chosen: ChosenWorkspace;
};

/**
 * Reads the last release of a stack.
 * @throws GantryError release/not-found.
 */
export async function knownStack(request: StackRequest, deps: Deps): Promise<FoundStack> {
  const {names, chosen} = await locateSeries(request, deps);
  const backend = await deps.backend();
  const series = await openSeries({backend, ...names});
  const {lineage} = series;
  const last = series.last ?? begunRelease(series.pending);
  if (last === undefined || lineage === undefined) throw noRelease(names, backend);
  return {names, chosen, backend, series, lineage, last};
}

/** Returns a release for a first run that has not ended: only its desired state is known. */
const begunRelease = (pending: Release | undefined): Release | undefined =>
  pending === undefined ? undefined : {...pending, state: begunStates(pending.spec)};

/** Warns about a run that has not ended: it is under way, or it died. None if there is none. */
export function unfinished({pending, last}: Series, holder: HeldState | undefined): readonly Diagnostic[] {
  if (pending === undefined) return [];
  const about = last === undefined ? 'the output shows what it wants' : 'the output shows the release before it';
  const message =
    holder === undefined
      ? `the run of revision ${pending.revision} did not end: ${about}`
      : `a run of ${describeHolder(holder.holder)} is in progress: ${about}`;
  const hint = holder === undefined ? {hint: 'The next "gantry apply" continues from the state that it left.'} : {};
  return [{severity: 'warning', code: 'release/unfinished-run', message, ...hint}];
}

/**
 * Returns the part of a release that ids and `--target` select; all of it without them.
 * @throws GantryError `input/usage` for a selector that matches nothing.
 */
export function selectStates(
  {spec, state}: Pick<Release, 'spec' | 'state'>,
  targets: readonly string[],
): readonly ResourceState[] {
  if (targets.length === 0) return state;
  const wanted = new Map(spec.map((resource) => [resource.id, resource]));
  const resources = state.map((one) => released(one, wanted.get(one.id)));
  const result = select({targets, excludes: [], resources, needs: new Map(), byName: true});
  if ('problem' in result) throw new GantryError({code: 'input/usage', ...result.problem});
  return state.filter(({id}) => result.selected.has(id));
}
