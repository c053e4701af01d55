import {findStack} from '../../config/find-project.ts';
import type {LoadedResources} from '../../config/load-resources.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {openTypes} from '../../kubernetes/types/kubernetes-types.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {checkLive} from '../validate/check-live.ts';
import {checkChanges, checkObjects, checkReferences, type UncheckedKind} from '../validate/check-objects.ts';
import {chooseVersions} from '../validate/choose-versions.ts';
import {lastObjects} from '../validate/last-objects.ts';
import {mergeVersions} from '../validate/merge-versions.ts';
import type {LiveCluster} from '../validate/read-cluster.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import type {ChosenWorkspace} from '../workspace/chosen-workspace.ts';
import {buildWithOrigins} from './build-spec.ts';
import {readHealth} from './health-rules.ts';
import type {BuildOutcome, StackRequest} from './release-requests.ts';

/** Request of `gantry validate`. */
export type ValidateRequest = StackRequest & {
  readonly specFile?: string;
  /** `--kubernetes-version`, each use or each item of a list. */
  readonly kubernetes?: readonly string[];
  /** `--online`: also contacts the cluster of the workspace. */
  readonly online?: boolean;
};

/** The answer of `gantry validate` for a valid stack. */
export type ValidateOutcome = BuildOutcome & {
  /** The versions of Kubernetes whose types the objects were checked against. */
  readonly kubernetes: readonly string[];
  /** True if the cluster of the workspace was contacted. */
  readonly isOnline: boolean;
  /** The kinds whose schema is not known. */
  readonly unchecked: readonly UncheckedKind[];
};

/**
 * Checks everything that needs no cluster, and with `online` also the kinds and fields that the cluster serves: project, stack, sources, references, order, the objects by the types of Kubernetes, and the workspace if
 * one is chosen.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function validateStack(request: ValidateRequest, deps: Deps): Promise<ValidateOutcome> {
  const {built, loaded} = await buildWithOrigins({...request, withRecipes: true}, deps);
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const named = request.workspace ?? deps.env['GANTRY_WORKSPACE'] ?? location.stack.workspace;
  const chosen = named === undefined ? undefined : await chooseWorkspace({request, location}, deps);
  if (chosen !== undefined) await readHealth({chosen, resources: [], origins: new Map()}, deps);

  const live =
    request.online === true ? await readLive({chosen, stackDir: location.stack.dir, loaded}, deps) : undefined;
  const asked = {asked: request.kubernetes ?? [], cluster: versionOf(live, chosen), location};
  const {versions, unchecked, found: wrong} = checkTypes(loaded, asked, openTypes(await deps.kubernetesTypes()));
  const found = [
    ...built.diagnostics,
    ...wrong,
    ...checkReferences(loaded, live?.objects),
    ...(chosen === undefined ? [] : await checkForWorkspace(chosen, {built, loaded}, deps)),
  ];
  const diagnostics = live === undefined ? found : [...found, ...checkLive(loaded, live, found)];
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
  return {
    ...built,
    ...defined({workspace: chosen?.name}),
    diagnostics,
    kubernetes: versions,
    unchecked: live === undefined ? unchecked : [],
    isOnline: live !== undefined,
  };
}

/** Returns the version of the cluster; without one, the version that the workspace names. */
const versionOf = (live: LiveCluster | undefined, chosen: ChosenWorkspace | undefined): string | undefined =>
  live?.version ?? chosen?.workspace.kubernetesVersion ?? undefined;

/** Checks the objects by the types of each version of Kubernetes. */
function checkTypes(
  loaded: LoadedResources,
  asked: Parameters<typeof chooseVersions>[0],
  all: ReturnType<typeof openTypes>,
): {
  readonly versions: readonly string[];
  readonly unchecked: readonly UncheckedKind[];
  readonly found: readonly Diagnostic[];
} {
  const {versions, diagnostics} = chooseVersions(asked, all);
  const checked = versions.map((types) => ({version: types.version, ...checkObjects(loaded, types, all)}));
  return {
    versions: checked.map(({version}) => version),
    unchecked: checked[0]?.unchecked ?? [],
    found: [...diagnostics, ...mergeVersions(checked)],
  };
}

/** Checks the changes since the last release in a workspace, and the rules of its policy. */
async function checkForWorkspace(
  chosen: ChosenWorkspace,
  {built, loaded}: Awaited<ReturnType<typeof buildWithOrigins>>,
  deps: Deps,
): Promise<readonly Diagnostic[]> {
  const names = {project: built.project, stack: built.stack, workspace: chosen.name};
  return [...checkChanges(loaded, await lastObjects(names, deps)), ...(await judgedByPolicy(chosen, loaded, deps))];
}

async function readLive(
  {
    chosen,
    ...about
  }: {readonly chosen: ChosenWorkspace | undefined; readonly stackDir: string; readonly loaded: LoadedResources},
  deps: Deps,
): Promise<LiveCluster> {
  if (chosen === undefined) {
    const message = 'validate --online contacts the cluster of a workspace, and no workspace is chosen.';
    throw new GantryError({code: 'input/usage', message, hint: 'Choose one with -w.'});
  }
  return (await import('../validate/read-cluster.ts')).readCluster({chosen, ...about}, deps);
}

async function judgedByPolicy(
  chosen: ChosenWorkspace,
  loaded: LoadedResources,
  deps: Deps,
): Promise<readonly Diagnostic[]> {
  if ((chosen.workspace.policy ?? []).length === 0) return [];
  const {validatePolicy} = await import('../policy/validate-policy.ts');
  return validatePolicy(chosen, loaded, deps);
}
