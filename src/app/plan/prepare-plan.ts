import type {StackLocation} from '../../config/find-project.ts';
import type {LoadedResources} from '../../config/load-resources.ts';
import type {SaidGuards} from '../../core/plan/guards.ts';
import type {IgnoreRule} from '../../core/plan/ignore-rule.ts';
import type {Plan} from '../../core/plan/plan.ts';
import {sealPlan} from '../../core/plan/summary.ts';
import type {HealthRule} from '../../core/readiness/health-rule.ts';
import {nextRevision} from '../../core/release/head.ts';
import type {MadeFrom} from '../../core/release/made-from.ts';
import {checkOrigin, type StackOrigin} from '../../core/release/origin.ts';
import type {SourceCommit} from '../../core/release/source-commit.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {type ClusterIdentity, shownIdentity} from '../../core/workspace/cluster-identity.ts';
import {planRuntimes} from '../../engine/plan-runtimes.ts';
import {newLineage} from '../../engine/release/acquire.ts';
import {hmacKey} from '../../engine/release/hmac-key.ts';
import {openSeries, type Series} from '../../engine/release/series.ts';
import {closeRuntimes, openRuntimes} from '../../engine/runtimes.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Cluster} from '../../ports/cluster.ts';
import type {PlannedChange} from '../../ports/planned-change.ts';
import type {RuntimePlan} from '../../ports/runtime-plan.ts';
import type {Deps} from '../deps.ts';
import {atWorkNote} from '../release/at-work-note.ts';
import {findStackOrigin} from '../release/find-origin.ts';
import {idsToLetGo, selectLetGo} from '../release/select-let-go.ts';
import {trustNotes} from '../release/trust-notes.ts';
import {type UnreadObjects, unreadNotes, withoutUnread} from '../release/unread-objects.ts';
import {type ReleasedHealth, releasedHealth} from '../released-health.ts';
import {requireRuntime} from '../require-runtime.ts';
import {selectImports} from '../resource/select-imports.ts';
import {resolveSecrets} from '../secret/resolve-secrets.ts';
import {otherResources} from '../stacks/other-resources.ts';
import {untrustedNotes, untrustedPart} from '../untrusted/untrusted-plan.ts';
import {openCluster} from '../workspace/admit-server.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {resolveContext} from '../workspace/resolve-context.ts';
import {chooseSource} from './choose-source.ts';
import {readHealth} from './health-rules.ts';
import {judgePlan} from './judge-plan.ts';
import {pick} from './pick.ts';
import {type PlanParts, planRequest} from './plan-request.ts';
import type {PlanSource} from './plan-source.ts';
import {reachCluster} from './reach-cluster.ts';
import type {PreviewRequest} from './release-requests.ts';
import {type LeftOut, type SelectedResources, selectResources} from './select-resources.ts';
import {timedPhase} from './timed-phase.ts';

/** A plan with what carrying it out needs. */
export type PreparedPlan = {
  readonly plan: Plan;
  readonly changes: readonly PlannedChange[];
  readonly explain?: NonNullable<RuntimePlan['explain']>;
  readonly preflight?: NonNullable<RuntimePlan['preflight']>;
  readonly healthOf: ReleasedHealth;
  readonly names: {readonly project: string; readonly stack: string; readonly workspace: string};
  /** Absent: nothing was read from files. */
  readonly location?: StackLocation;
  /** Of the stack: ensured to exist, never owned. */
  readonly namespace?: string;
  /** What the stack's own files leave to others. */
  readonly ignore?: readonly IgnoreRule[];
  /** When they say that its objects are ready. */
  readonly health?: readonly HealthRule[];
  /** How much they let one plan delete. */
  readonly guards?: SaidGuards;
  /** The release that is made again by its number: the next one says so. */
  readonly from?: MadeFrom;
  /** The version of the files of which that was made. */
  readonly source?: SourceCommit;
  /** As whom the cluster knows us. */
  readonly whoAmI: Cluster['whoAmI'];
  readonly chosen: ChosenWorkspace;
  /** What the plan looks at. */
  readonly loaded: LoadedResources;
  readonly leftOut: LeftOut;
  /** What a destroy could not look at: it stays as it is. */
  readonly unread: readonly UnreadObjects[];
  /** Ids whose objects stay, without our marks. */
  readonly letGo: ReadonlySet<string>;
  readonly series: Series;
  readonly backend: Backend;
  /** Keys the digests of secrets. */
  readonly sealKey: Secret;
  /** What each `ref://…` stands for. */
  readonly secrets: ReadonlyMap<string, Secret>;
  readonly cluster: ClusterIdentity;
  /** The workspace says that nothing may be applied to it. */
  readonly suspended: boolean;
  /** Where the stack lives: another one of the same names is not this one. */
  readonly origin?: StackOrigin;
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
  const source = await chooseSource(request, deps);
  const {chosen, names} = source;
  const backend = await deps.backend();
  const series = source.series ?? (await openSeries({backend, ...names}));
  // A destroyed or emptied stack has no resources to tell the cluster: those of the last release do.
  const {loaded, known, leftOut} = selected(request, {...source, series});
  requireRuntime([...loaded.resources, ...known.state, ...known.unsure], deps.runtimes);
  const healthy = await readHealth({...source, ...loaded}, deps);
  const wanted = source.loaded.resources;
  const resources = wanted.length > 0 ? wanted : (series.last?.spec ?? []);
  const inSpec = {specContext: loaded.context, inSpec: loaded.secretStore};
  const stackDir = source.location === undefined ? {} : {stackDir: source.location.stack.dir};
  const context = await resolveContext({chosen, resources, ...stackDir, ...inSpec}, deps);
  for (const diagnostic of context.warnings) deps.onEvent({type: 'diagnostic', diagnostic});
  const secrets = await resolveSecrets({loaded, chosen}, deps);
  const place = {...directoryOf(source), within: request.within ?? request.directory ?? deps.cwd};
  const others = await otherResources({names, loaded, ...pick(request, 'along'), ...place}, deps);
  for (const diagnostic of await trustNotes(series, backend)) deps.onEvent({type: 'diagnostic', diagnostic});
  for (const diagnostic of await atWorkNote(series, backend)) deps.onEvent({type: 'diagnostic', diagnostic});
  const {access, cluster} = await openCluster({...context, chosen, backend}, deps);
  const runtimes = await openRuntimes(deps.runtimes, cluster);
  try {
    return await planReachable({
      ...source,
      healthy,
      secrets,
      others,
      loaded,
      known,
      leftOut,
      request,
      use,
      deps,
      backend,
      series,
      access,
      cluster,
      runtimes,
      unread: [],
    });
  } catch (error) {
    await closeRuntimes(runtimes, cluster);
    throw error;
  }
}

function selected({letGo, only, ...request}: PreviewRequest, source: PlanSource & {series: Series}): SelectedResources {
  if (only !== undefined) return selectImports({...source, selectors: only});
  return letGo === undefined || letGo === 'all'
    ? selectResources({...request, ...source})
    : selectLetGo({...source, selectors: letGo});
}

/** A destroy goes on without the objects of an API that is unavailable; any other plan is refused. */
async function planReachable(parts: PlanParts): Promise<PreparedPlan> {
  try {
    return await planWith(parts);
  } catch (error) {
    const {operation, letGo} = parts.request;
    const rest = operation === 'destroy' && letGo === undefined ? withoutUnread(parts, error) : undefined;
    if (rest === undefined) throw error;
    return planReachable(rest);
  }
}

async function planWith(parts: PlanParts): Promise<PreparedPlan> {
  const {request, deps, location, chosen, loaded, known, leftOut, unread, names, backend, series} = parts;
  const [identity, origin] = await Promise.all([
    timedPhase(deps, {phase: 'read'}, () => reachCluster(parts)),
    location === undefined ? undefined : findStackOrigin(location.stack.dir),
  ]);
  if (request.takeOverProject !== true) checkOrigin(series.head, origin);
  const lineage = series.lineage ?? request.lineage ?? newLineage();
  const sealKey = await hmacKey(backend, parts.use);
  const letGo = idsToLetGo(request, known, series);
  const made = await timedPhase(deps, {phase: 'plan'}, () =>
    planRuntimes(parts.runtimes, planRequest(parts, {letGo, lineage, sealKey})),
  );
  const planned = judgePlan(made, {...parts, ...pick({origin}, 'origin')});
  const plan = sealPlan({
    ...names,
    lineage,
    revision: nextRevision(series.head),
    cluster: shownIdentity(identity),
    changes: planned.changes.map(({change}) => change),
    ...untrustedPart(planned.changes),
    diagnostics: [...planned.diagnostics, ...unreadNotes(unread), ...untrustedNotes(planned.changes)],
  });
  deps.onEvent({type: 'plan-made', operation: request.operation, revision: plan.revision, steps: stepsOf(planned)});
  return {
    plan,
    changes: planned.changes,
    ...pick(planned, 'explain'),
    ...pick(planned, 'preflight'),
    healthOf: healthFor(parts, lineage),
    names,
    ...pick(parts, 'location'),
    ...pick(parts, 'namespace'),
    ...pick({ignore: location?.stack.ignore ?? parts.ignore}, 'ignore'),
    ...pick({health: location?.stack.health ?? parts.health}, 'health'),
    ...pick({guards: location === undefined ? parts.guards : location.stack.guards}, 'guards'),
    ...(parts.from === undefined || request.revision === 'current' ? {} : {from: {revision: parts.from.revision}}),
    ...(parts.from?.source === undefined ? {} : {source: parts.from.source}),
    whoAmI: parts.cluster.whoAmI,
    chosen,
    loaded,
    leftOut,
    unread,
    letGo,
    series,
    backend,
    sealKey,
    secrets: parts.secrets,
    cluster: identity,
    suspended: chosen.workspace.suspended === true,
    ...pick({origin}, 'origin'),
    [Symbol.asyncDispose]: () => closeRuntimes(parts.runtimes, parts.cluster),
  };
}

const healthFor = ({cluster, series, secrets, healthy, deps}: PlanParts, lineage: string): ReleasedHealth =>
  releasedHealth({cluster, series, lineage, secrets, health: healthy.health, signal: deps.signal});

const stepsOf = ({changes}: Pick<RuntimePlan, 'changes'>) =>
  changes.map(({change: {id, action}, after}) => ({id, action, after}));

const directoryOf = ({location}: Pick<PlanSource, 'location'>): {readonly directory?: string} =>
  location === undefined ? {} : {directory: location.stack.dir};
