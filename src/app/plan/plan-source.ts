import {findStack, type StackLocation} from '../../config/find-project.ts';
import type {ClaimsToBuild} from '../../config/sources/build-sources.ts';
import {readableNamespace} from '../../config/variation/stack-namespace.ts';
import type {SaidGuards} from '../../core/plan/guards.ts';
import type {IgnoreRule} from '../../core/plan/ignore-rule.ts';
import type {HealthRule} from '../../core/readiness/health-rule.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Release} from '../../core/release/release.ts';
import {settingsOf} from '../../core/release/release-settings.ts';
import type {Literals} from '../../core/sealing/literals.ts';
import {isSharedProject} from '../../core/stacks/shared-stacks.ts';
import {openHistory, type ReleaseHistory} from '../../engine/release/release-history.ts';
import {defined} from '../../lib/defined.ts';
import type {SourceFacts} from '../../ports/source-facts.ts';
import {withCharts} from '../chart/with-charts.ts';
import {checkPatches} from '../check-patches.ts';
import type {Deps} from '../deps.ts';
import {claimsToBuild, type PlannedClaims, recipesIn, recordedClaims} from '../shared/planned-claims.ts';
import {checkDependencies} from '../stacks/check-dependencies.ts';
import {withUsedImages} from '../stacks/with-used-images.ts';
import {type ChosenWorkspace, chooseWorkspace} from '../workspace/choose-workspace.ts';
import {refuseMixedHistory} from '../workspace/find-workspace.ts';
import {placesOf} from '../workspace/workspace-locations.ts';
import {buildValues, valuesOf} from '../workspace/workspace-values.ts';
import type {AskedFacts} from './asked-facts.ts';
import {factsForSources, type SourceAccess} from './facts-for-sources.ts';
import {type LoadedStack, loadStack} from './load-stack.ts';
import type {PreviewRequest} from './release-requests.ts';

/** The source of a plan: the files of a stack, or one of its releases. */
export type PlanSource = LoadedStack & {
  readonly names: HistoryNames;
  readonly chosen: ChosenWorkspace;
  /** Absent: nothing was read from files. */
  readonly location?: StackLocation | undefined;
  /** The fields that the stack ignores. */
  readonly ignore?: readonly IgnoreRule[] | undefined;
  /** The health rules of the stack. */
  readonly health?: readonly HealthRule[] | undefined;
  /** The limits of the stack for the deletions of one plan. */
  readonly guards?: SaidGuards | undefined;
  /** The namespace of the stack; it is ensured to exist, but never owned. */
  readonly namespace?: string | undefined;
  /** `delete`: a destroy deletes the namespace if the stack created it. */
  readonly createdNamespace?: 'keep' | 'delete' | undefined;
  /** The release that is applied again, if one is. */
  readonly from?: Release | undefined;
  /** The literal secrets of the release that is applied again, from a sealed backend. */
  readonly literals?: Literals | undefined;
  /** Present if it was read to find the desired resources: the plan uses the same one. */
  readonly history?: ReleaseHistory | undefined;
  /** The recipes of a shared stack for claims. Absent: it has none. */
  readonly claims?: PlannedClaims | undefined;
  /** The questions of the sources to the cluster, with its answers. */
  readonly answers?: AskedFacts['answers'] | undefined;
};

/**
 * Reads what the files of a stack want in a workspace.
 * @param access for sources that ask the cluster. Absent: they build as for any cluster
 * @throws GantryError for wrong input, all problems at once.
 */
export async function sourceOfFiles(request: PreviewRequest, deps: Deps, access?: SourceAccess): Promise<PlanSource> {
  const {stack} = request;
  const directory = request.directory ?? deps.cwd;
  const location = withCharts(await findStack({directory, stack}), request.charts);
  const chosen = await chooseWorkspace({request, location}, deps);
  await refuseMixedHistory(chosen, await placesOf(location.project.workspacesDir, deps));
  const names = {project: location.project.name, stack: location.stack.name, workspace: chosen.name};
  announce(chosen, deps, names);
  const {ignore, health, guards, createdNamespace} = location.stack;
  const claimed = await claimsOf(request, {location, names}, deps);
  const asked = access && factsForSources({location, chosen, ...access}, deps);
  const place = {location, chosen, facts: asked?.facts, traced: access?.traced === true, build: claimed?.build};
  const built = request.operation === 'destroy' ? NOTHING : await loadFor(request, place, deps);
  const namespace =
    request.operation === 'destroy' ? readableNamespace(location, valuesOf(chosen)) : built.loaded.namespace;
  const settings =
    claimed?.build.isOnly === true
      ? settingsOf(claimed.history.last ?? defined({namespace}))
      : {namespace, createdNamespace, ignore, health, guards};
  const {claims, history} = claimed ?? {};
  return {...built, ...settings, names, chosen, location, claims, history, answers: asked?.answers};
}

type ClaimsOf = {
  readonly claims: PlannedClaims;
  readonly build: ClaimsToBuild;
  readonly history: ReleaseHistory;
};

/** Returns the shared claims of a shared stack: what its releases record, and the recipes in its files. */
async function claimsOf(
  {claims: request}: PreviewRequest,
  {location, names}: Pick<PlanSource, 'names'> & {readonly location: StackLocation},
  deps: Deps,
): Promise<ClaimsOf | undefined> {
  if (!isSharedProject(names)) return undefined;
  const history = await openHistory({backend: await deps.backend(), ...names});
  const recorded = recordedClaims(history);
  const recipes = recipesIn(location);
  if (recorded.length === 0 && recipes.length === 0 && request === undefined) return undefined;
  return {claims: {recorded, recipes}, build: claimsToBuild(recorded, request), history};
}

type BuildPlace = {
  readonly location: StackLocation;
  readonly chosen: ChosenWorkspace;
  readonly facts: SourceFacts | undefined;
  readonly traced: boolean;
  readonly build: ClaimsToBuild | undefined;
};

async function loadFor(
  request: PreviewRequest,
  {location, chosen, facts, traced, build}: BuildPlace,
  deps: Deps,
): Promise<LoadedStack> {
  const {loaded, ...stack} = await withUsedImages(request, (images) =>
    loadStack(location, {...loadOptions({...request, ...images}, chosen, deps), facts, traced, claims: build}, deps),
  );
  const within = request.within ?? request.directory ?? deps.cwd;
  const sameRun = request.sameRun === undefined ? {} : {sameRun: request.sameRun};
  const checked = {location, workspace: chosen.name, within, ...sameRun};
  const diagnostics = [
    ...(request.notes ?? []),
    ...loaded.diagnostics,
    ...(await checkPatches(request, location, deps)),
    ...(await checkDependencies(checked, deps)),
  ];
  return {...stack, loaded: {...loaded, diagnostics}};
}

const loadOptions = (
  {specFile, images, allowEmpty, released}: PreviewRequest,
  chosen: ChosenWorkspace,
  deps: Deps,
): Parameters<typeof loadStack>[1] => ({
  workspace: buildValues(chosen, deps, released),
  specFile,
  ...defined({images}),
  allowEmpty,
});

/** Emits the stack and the workspace of a run, and the location of the workspace: the path of a file, or `backend:` and the key. */
export function announce(
  {name, from, place, file}: ChosenWorkspace,
  {onEvent}: Pick<Deps, 'onEvent'>,
  {project, stack}: Pick<HistoryNames, 'project' | 'stack'>,
): void {
  const kept = place === 'backend' ? `backend:${file}` : file;
  onEvent({type: 'workspace-chosen', workspace: name, from, file: kept, project, stack});
}

/** A source without desired resources. */
export const NOTHING: LoadedStack = {
  loaded: {resources: [], origins: new Map(), diagnostics: [], expandable: new Set()},
  order: {order: [], after: new Map()},
};
