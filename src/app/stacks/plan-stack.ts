import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Plan} from '../../core/plan/plan.ts';
import type {PlanBases, PlanFile} from '../../core/plan/plan-file.ts';
import {unusedRegenerate, unusedReplace, unusedRevert} from '../../core/plan/unused-flags.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {basesOf} from '../plan/plan-bases.ts';
import {preparePlan} from '../plan/prepare-plan.ts';
import {isSuspended, type PreparedPlan} from '../plan/prepared-plan.ts';
import {refuseForbidden} from '../plan/refuse-forbidden.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {planFileOf} from '../plan/save-plan.ts';
import type {EarlierStack, SameRunStacks} from './same-run-stacks.ts';
import type {SelectedStack} from './selection.ts';

/** The plan of one stack of a run, and everything that is needed to recreate it. */
export type PlannedStack = EarlierStack & {
  /** The uids of the objects that it deletes. */
  readonly deleting: readonly string[];
  readonly plan: Plan;
  /** The namespace of objects that set none. */
  readonly defaultNamespace: string;
  readonly bases: PlanBases;
  readonly request: PreviewRequest;
  /** The texts of `--adopt` that select nothing in this stack. */
  readonly uselessAdopt: readonly string[];
  /** The saved plan, if it is to be stored. */
  readonly file?: PlanFile;
};

/** One stack to plan among several. */
export type PlanStack = {
  readonly stack: SelectedStack;
  readonly request: PreviewRequest;
  /** The plans before it in this run, and the stacks of the run. */
  readonly sameRun: SameRunStacks;
  /** The use of the plan. `look`: none. `apply`: the same run applies it. `save`: a later run does. */
  readonly use: 'look' | 'apply' | 'save';
  /** True if the apply waits for the objects, which needs permissions to read them. Default: true. */
  readonly wait?: boolean;
};

/** Plans one stack, as if the stacks before it were already applied. */
export async function planStack(
  {stack, request, sameRun, use, wait = true}: PlanStack,
  deps: Deps,
): Promise<PlannedStack> {
  const unused = new Set<string>();
  const onUnusedImage = (flag: string): void => {
    unused.add(flag);
    sameRun.onUnusedImage?.(flag);
  };
  const onUnusedFlag = (warning: Diagnostic): void => {
    unused.add(warning.message);
    sameRun.onUnusedFlag?.(warning);
  };
  const asked = {...request, sameRun: {...sameRun, onUnusedImage, onUnusedFlag}};
  await using prepared = await preparePlan(asked, deps, use === 'look' ? 'look' : 'record');
  if (use === 'apply') {
    // Impossible plans are refused before the confirmation.
    if (isSuspended(prepared)) throw new GantryError({code: 'workspace/suspended', name: prepared.plan.workspace});
    if (!sameRun.earlier.some(bringsPermissions)) await refuseForbidden(prepared, {wait}, deps);
  }
  if (request.strict === true) await refuseForbidden(prepared, {wait: true}, deps);
  const {adopt, plan} = prepared;
  const permissions = {...asked.permissions, adopt};
  const own = ownFlags({...asked, permissions, saved: fixedBy(prepared, use)}, plan, unused);
  return {
    name: stack.name,
    plan: prepared.plan,
    defaultNamespace: prepared.defaultNamespace,
    wanted: prepared.scope.loaded.resources,
    deleting: prepared.changes.flatMap(({change, state}) =>
      change.action === 'delete' && state?.type === 'Kubernetes' ? [state.uid] : [],
    ),
    bases: basesOf(prepared, asked),
    uselessAdopt: adopt.filter((text) => !own.permissions.adopt.includes(text)),
    request: {...own, generated: prepared.generated.fresh, sameRun: {earlier: [], stacks: sameRun.stacks}},
    ...defined({file: use === 'save' ? planFileOf(own, prepared, deps) : undefined}),
  };
}

/** Returns the parts of a plan that its apply uses again. */
const fixedBy = (
  {plan: {lineage}, saved}: PreparedPlan,
  use: PlanStack['use'],
): NonNullable<PreviewRequest['saved']> => ({
  lineage,
  ...defined({terraform: use === 'look' ? undefined : saved?.read()}),
});

/**
 * Reports whether an earlier stack changes RBAC objects, which may grant permissions: then permissions are checked right before the apply.
 */
const bringsPermissions = ({plan}: EarlierStack): boolean =>
  plan.changes.some(({id, action}) => action !== 'unchanged' && id.startsWith('rbac.authorization.k8s.io/'));

/**
 * Returns the flags that apply to this stack; in a run over several stacks each flag may name things of another one. `--ignore` stays: a
 * path that matches nothing now may match a value that is known only after apply.
 * @param unused images, and messages of warnings
 */
function ownFlags(request: PreviewRequest, {changes}: Plan, unused: ReadonlySet<string>): PreviewRequest {
  const {images, permissions, regenerate, replace} = request;
  const {revertAdded} = permissions;
  const ids = new Set(['all', ...changes.map(({id}) => id)]);
  const own = (given: readonly string[]): readonly string[] => given.filter((id) => ids.has(id));
  return {
    ...request,
    ...defined({images: images === undefined ? undefined : images.filter((flag) => !unused.has(flag))}),
    ...defined({
      regenerate: regenerate?.filter((one) => !unused.has(unusedRegenerate(one).message)),
      replace: replace?.filter((one) => !unused.has(unusedReplace(one).message)),
    }),
    permissions: {
      adopt: own(permissions.adopt),
      allowReplace: own(permissions.allowReplace),
      allowDelete: own(permissions.allowDelete),
      allowDataLoss: own(permissions.allowDataLoss),
      forceConflicts: own(permissions.forceConflicts),
      revertAdded: revertAdded?.filter((one) => !unused.has(unusedRevert(one).message)),
    },
  };
}
