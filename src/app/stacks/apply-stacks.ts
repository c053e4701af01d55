import {stackKey} from '../../core/event.ts';
import type {PlanBases} from '../../core/plan/plan-file.ts';
import {isOnlyClaims} from '../../core/stacks/claims-request.ts';
import type {Deps} from '../deps.ts';
import {applyCurrent} from '../plan/apply-plan-file.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../plan/release-requests.ts';
import {admitStacks} from './admit-stacks.ts';
import {applyClaims} from './apply-claims.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import type {PlannedStack} from './plan-stack.ts';
import type {SelectedStack} from './selection.ts';

/** An apply of several stacks after their plans were confirmed. */
export type ApplyStacks = {
  readonly stacks: readonly SelectedStack[];
  /** The plans of all stacks, as they were shown. */
  readonly planned: readonly StackRun<PlannedStack>[];
  /** The maximum number of stacks that are applied at once. */
  readonly parallel?: number | undefined;
  /** The options of the run: the same for all. */
  readonly run: Omit<ApplyRequest, keyof PreviewRequest | 'confirm' | 'show' | 'permit'>;
};

/**
 * Applies the plans that were shown, each after the stacks that it was planned with. Each plan is recreated right before its apply. It is applied
 * only if it is unchanged, except for values that were shown as known after apply. A stack that could not be planned, or is blocked, prevents the
 * apply of its dependents.
 * @throws GantryError workspace/protected, before anything is applied
 */
export async function applyStacks(
  {stacks, planned, parallel, run}: ApplyStacks,
  deps: Deps,
): Promise<readonly StackRun<ApplyOutcome>[]> {
  await admitStacks(planned, deps);
  const byKey = new Map(withMakers(stacks, planned).map((one) => [stackKey(one.stack), one]));
  const lost = planned.filter(({kind}) => kind !== 'done');
  const toRun = stacks.flatMap((stack) => {
    const one = byKey.get(stackKey(stack));
    return one?.kind === 'done' ? [awaiting(stack, one.value.bases)] : [];
  });
  const applied = await eachStack(
    {
      stacks: toRun,
      parallel,
      step: 'apply',
      failed: new Map(
        lost.map((one) => [stackKey(one.stack), one.kind === 'skipped' ? one.because : stackKey(one.stack)]),
      ),
      hasFailed: (outcome: ApplyOutcome) => outcome.kind === 'declined' || failureIn(outcome) !== undefined,
      run: async (stack, own) => {
        const {value} = byKey.get(stackKey(stack)) as StackRun<PlannedStack> & {kind: 'done'};
        const current = {saved: value, what: `the plan of ${stackKey(stack)}`, request: {...run, ...value.request}};
        return isOnlyClaims(value.request.claims) ? applyClaims(current, own) : applyCurrent(current, own);
      },
    },
    deps,
  );
  const outcomes = new Map([...lost, ...applied].map((one) => [stackKey(one.stack), one]));
  return stacks.flatMap((stack) => (outcomes.get(stackKey(stack)) as StackRun<ApplyOutcome> | undefined) ?? []);
}

/**
 * Adds to each plan the earlier stacks that create the same object, for example a common namespace. Such plans do not depend on each other yet if the
 * stack that should create the object could not be planned, or if it is in another workspace of the same cluster.
 */
function withMakers(
  stacks: readonly SelectedStack[],
  planned: readonly StackRun<PlannedStack>[],
): readonly StackRun<PlannedStack>[] {
  const done = new Map(
    planned.flatMap((one) => (one.kind === 'done' ? [[stackKey(one.stack), one.value] as const] : [])),
  );
  const makers = new Map<string, string>();
  const awaited = new Map<string, readonly string[]>();
  for (const key of stacks.map(stackKey)) {
    const {cluster, changes = []} = done.get(key)?.plan ?? {};
    const created = changes.filter(({action}) => action === 'create').map(({id}) => `${cluster?.identity} ${id}`);
    awaited.set(key, [...new Set(created.flatMap((object) => makers.get(object) ?? []))]);
    for (const object of created) if (!makers.has(object)) makers.set(object, key);
  }
  return planned.map((one) => {
    const more = awaited.get(stackKey(one.stack)) ?? [];
    if (one.kind !== 'done' || more.length === 0) return one;
    const {bases} = one.value;
    return {...one, value: {...one.value, bases: {...bases, awaits: [...new Set([...(bases.awaits ?? []), ...more])]}}};
  });
}

/** Returns the stack that waits for exactly the stacks that it depends on, or whose changes its plan was made with. */
export const awaiting = (stack: SelectedStack, {awaits = []}: Pick<PlanBases, 'awaits'>): SelectedStack => ({
  ...stack,
  behind: awaits.map((other) => ({stack: keyBeside(stack, other), ids: []})),
});

/** Returns the key of a stack that another one awaits: `PROJECT/STACK` in its own workspace, else the key itself. */
const keyBeside = ({workspace}: SelectedStack, awaited: string): string =>
  workspace === undefined || awaited.split('/').length > 2 ? awaited : `${awaited}/${workspace}`;

/** Returns undefined for an apply that succeeded, or that was not carried out. */
export const failureIn = (outcome: ApplyOutcome) => (outcome.kind === 'applied' ? outcome.failure : undefined);
