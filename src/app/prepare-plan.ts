import {findStack, type StackLocation} from '../config/find-project.ts';
import type {LoadedResources} from '../config/load-resources.ts';
import {isError} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import type {Plan} from '../core/plan/plan.ts';
import {sealPlan} from '../core/plan/summary.ts';
import {nextRevision} from '../core/release/head.ts';
import {knownState} from '../core/release/known-state.ts';
import {checkOrigin} from '../core/release/origin.ts';
import {type ClusterIdentity, describeCluster, sameCluster, sameEvidence} from '../core/workspace/cluster-identity.ts';
import {trustedAfter} from '../core/workspace/cluster-pin.ts';
import {newLineage} from '../engine/release/acquire.ts';
import {hmacKey} from '../engine/release/hmac-key.ts';
import {openSeries, type Series} from '../engine/release/series.ts';
import type {Backend} from '../ports/backend.ts';
import type {PlannedChange, Runtime, RuntimePlan} from '../ports/runtime.ts';
import {checkPermissions} from './check-permissions.ts';
import type {Deps} from './deps.ts';
import {type LoadedStack, loadStack} from './load-stack.ts';
import {namespaceStays} from './namespace-stays.ts';
import type {StackOrder} from './order-stack.ts';
import {findOrigin} from './release/find-origin.ts';
import type {PreviewRequest} from './release-requests.ts';
import {type ChosenWorkspace, chooseWorkspace} from './workspace/choose-workspace.ts';
import {checkPin} from './workspace/pin.ts';
import {resolveContext} from './workspace/resolve-context.ts';

export type PreparedPlan = {
  readonly plan: Plan;
  readonly changes: readonly PlannedChange[];
  readonly explain?: NonNullable<RuntimePlan['explain']>;
  readonly names: {readonly project: string; readonly stack: string; readonly workspace: string};
  readonly location: StackLocation;
  readonly loaded: LoadedResources;
  readonly series: Series;
  readonly backend: Backend;
  readonly cluster: ClusterIdentity;
  /** The workspace says that nothing may be applied to it. */
  readonly suspended: boolean;
  /** Where the stack lives: another one of the same names is not this one. */
  readonly origin?: string;
  [Symbol.asyncDispose](): Promise<void>;
};

/**
 * The way that preview, apply and destroy share: files → workspace → cluster → three-way plan. Takes no lock and writes nothing
 * but the pin of a cluster seen for the first time. Close the result: it holds the connection to the cluster.
 * @throws GantryError for wrong input (all problems at once), a broken context, another cluster, refused objects.
 */
export async function preparePlan(
  request: PreviewRequest,
  deps: Deps,
  use: 'record' | 'look' = 'record',
): Promise<PreparedPlan> {
  const location = await findStack({directory: request.directory ?? deps.cwd, ...pick(request, 'stack')});
  const chosen = await chooseWorkspace({request, location}, deps);
  deps.onEvent({type: 'workspace-chosen', workspace: chosen.name, from: chosen.from, file: whereKept(chosen)});
  const {loaded, order} =
    request.operation === 'destroy' ? NOTHING : await loadStack(location, pick(request, 'specFile'));
  const names = {project: location.project.name, stack: location.stack.name, workspace: chosen.name};
  const backend = await deps.backend();
  const series = await openSeries({backend, ...names});
  // A destroyed or emptied stack has no resources to tell the cluster: those of the last release do.
  const resources = loaded.resources.length > 0 ? loaded.resources : (series.last?.spec ?? []);
  const specContext = loaded.context === undefined ? {} : {specContext: loaded.context};
  const context = await resolveContext({chosen, resources, stackDir: location.stack.dir, ...specContext}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const runtime = await deps.runtime(await deps.connect(context.kubeconfig));
  try {
    return await planWith({request, use, deps, location, chosen, loaded, names, backend, series, runtime, order});
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

const NOTHING: LoadedStack = {
  loaded: {resources: [], origins: new Map(), diagnostics: [], expandable: new Set()},
  order: {order: [], after: new Map()},
};

type Parts = Omit<
  PreparedPlan,
  'plan' | 'changes' | 'cluster' | 'suspended' | 'origin' | typeof Symbol.asyncDispose
> & {
  readonly request: PreviewRequest;
  /** `look`: nothing is recorded afterwards. */
  readonly use: 'record' | 'look';
  readonly deps: Deps;
  readonly chosen: ChosenWorkspace;
  readonly runtime: Runtime;
  readonly order: StackOrder;
};

async function planWith(parts: Parts): Promise<PreparedPlan> {
  const {request, deps, location, chosen, loaded, names, backend, series, runtime, order} = parts;
  const [cluster, origin] = await Promise.all([sameAsBefore(parts), findOrigin(location.stack.dir)]);
  if (request.takeOverProject !== true) checkOrigin(series.head, origin);
  const lineage = series.lineage ?? newLineage();
  const known = knownState(series.last, series.interrupted);
  const sealKey = await hmacKey(backend, parts.use);
  const planned = await timed(deps, 'plan', () =>
    runtime.plan({
      operation: request.operation,
      lineage,
      sealKey,
      stackName: `${names.project}/${names.stack}/${names.workspace}`,
      resources: loaded.resources,
      expandable: loaded.expandable,
      order,
      prior: known.state,
      priorSpec: series.last?.spec ?? [],
      interrupted: known.unsure,
      origins: loaded.origins,
      ...(request.operation === 'apply' ? ensured(location) : {}),
      permissions: request.permissions,
      ignore: [],
      signal: deps.signal,
    }),
  );
  checkPermissions(
    request.permissions,
    planned.changes.map(({change}) => change.id),
  );
  const errors = planned.diagnostics.filter(isError);
  if (errors.length > 0) throw new GantryError({code: 'object/refused', diagnostics: planned.diagnostics});
  const plan = sealPlan({
    ...names,
    lineage,
    revision: nextRevision(series.head),
    cluster,
    changes: planned.changes.map(({change}) => change),
    diagnostics: [
      ...loaded.diagnostics,
      ...planned.diagnostics,
      ...(request.operation === 'destroy' ? namespaceStays(location.stack.namespace, known.state) : []),
    ],
  });
  return {
    plan,
    changes: planned.changes,
    ...pick(planned, 'explain'),
    names,
    location,
    loaded,
    series,
    backend,
    cluster,
    suspended: chosen.workspace.suspended === true,
    ...(origin === undefined ? {} : {origin}),
    [Symbol.asyncDispose]: () => runtime.close(),
  };
}

/** The cluster reached is the one pinned for the workspace and the one of the last release. */
async function sameAsBefore({deps, location, chosen, backend, series, runtime}: Parts): Promise<ClusterIdentity> {
  const cluster = await timed(deps, 'read', () => runtime.identify(pick(location.stack, 'namespace')));
  const pin = await checkPin({chosen, found: cluster, backend, clock: deps.clock});
  const {server, identity, version} = cluster;
  deps.onEvent({type: 'cluster-reached', server, identity, version, source: chosen.from});
  const {last} = series;
  if (last === undefined || !sameEvidence(last.cluster, cluster) || sameCluster(last.cluster, cluster)) return cluster;
  if (trustedAfter(pin, last.startedAt)) return cluster;
  const [expected, found] = [describeCluster(last.cluster), describeCluster(cluster)];
  throw new GantryError({code: 'cluster/other', workspace: chosen.name, expected, found});
}

/** A file's path, or `backend:` and the key. */
const whereKept = ({place, file}: ChosenWorkspace): string => (place === 'backend' ? `backend:${file}` : file);

async function timed<T>(deps: Deps, phase: 'read' | 'plan', work: () => Promise<T>): Promise<T> {
  const begin = deps.clock.monotonic();
  deps.onEvent({type: 'phase-started', phase});
  const result = await work();
  deps.onEvent({type: 'phase-done', phase, seconds: (deps.clock.monotonic() - begin) / 1000});
  return result;
}

const ensured = ({stack}: StackLocation) => (stack.namespace === undefined ? {} : {ensureNamespace: stack.namespace});

/** The property as an object to spread: absent stays absent under exactOptionalPropertyTypes. */
const pick = <T extends object, K extends keyof T>(from: T, key: K): Partial<Record<K, NonNullable<T[K]>>> =>
  from[key] === undefined || from[key] === null ? {} : ({[key]: from[key]} as Record<K, NonNullable<T[K]>>);
