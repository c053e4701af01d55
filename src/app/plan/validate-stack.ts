import {findStack} from '../../config/find-project.ts';
import {type Diagnostic, isError} from '../../core/diagnostic/diagnostic.ts';
import {inOrder} from '../../core/diagnostic/in-order.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {openTypes} from '../../kubernetes/types/kubernetes-types.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {checkChanges, checkObjects, checkReferences, type UncheckedKind} from '../validate/check-objects.ts';
import {chooseVersions} from '../validate/choose-versions.ts';
import {lastObjects} from '../validate/last-objects.ts';
import {mergeVersions} from '../validate/merge-versions.ts';
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
};

/** The answer of `gantry validate` for a valid stack. */
export type ValidateOutcome = BuildOutcome & {
  /** The versions of Kubernetes whose types the objects were checked against. */
  readonly kubernetes: readonly string[];
  /** The kinds whose schema is not known. */
  readonly unchecked: readonly UncheckedKind[];
};

/**
 * Checks everything that needs no cluster: project, stack, sources, references, order, the objects by the types of Kubernetes, and the workspace if
 * one is chosen.
 * @throws GantryError `input/invalid` with every problem of every file.
 */
export async function validateStack(request: ValidateRequest, deps: Deps): Promise<ValidateOutcome> {
  const {built, loaded} = await buildWithOrigins(request, deps);
  const location = await findStack({directory: request.directory ?? deps.cwd, stack: request.stack});
  const named = request.workspace ?? deps.env['GANTRY_WORKSPACE'] ?? location.stack.workspace;
  const chosen = named === undefined ? undefined : await chooseWorkspace({request, location}, deps);
  if (chosen !== undefined) await readHealth({chosen, resources: [], origins: new Map()}, deps);

  const all = openTypes(await deps.kubernetesTypes());
  const wishes = {
    asked: request.kubernetes ?? [],
    workspace: chosen?.workspace.kubernetesVersion ?? undefined,
    location,
  };
  const {versions, diagnostics: remarks} = chooseVersions(wishes, all);
  const checked = versions.map((types) => ({version: types.version, ...checkObjects(loaded, types, all)}));
  const diagnostics = [
    ...built.diagnostics,
    ...remarks,
    ...mergeVersions(checked),
    ...checkReferences(loaded),
    ...checkChanges(
      loaded,
      chosen === undefined
        ? new Map()
        : await lastObjects({project: built.project, stack: built.stack, workspace: chosen.name}, deps),
    ),
    ...(chosen === undefined ? [] : await judgedByPolicy(chosen, loaded, deps)),
  ];
  if (diagnostics.some(isError)) throw new GantryError({code: 'input/invalid', diagnostics: inOrder(diagnostics)});
  return {
    ...built,
    ...defined({workspace: chosen?.name}),
    diagnostics,
    kubernetes: versions.map(({version}) => version),
    unchecked: checked[0]?.unchecked ?? [],
  };
}

async function judgedByPolicy(
  chosen: ChosenWorkspace,
  loaded: Awaited<ReturnType<typeof buildWithOrigins>>['loaded'],
  deps: Deps,
): Promise<readonly Diagnostic[]> {
  if ((chosen.workspace.policy ?? []).length === 0) return [];
  const {validatePolicy} = await import('../policy/validate-policy.ts');
  return validatePolicy(chosen, loaded, deps);
}
