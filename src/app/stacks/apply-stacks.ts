import type {PlanBases} from '../../core/plan/plan-file.ts';
import type {Deps} from '../deps.ts';
import {applyCurrent} from '../plan/apply-plan-file.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../plan/release-requests.ts';
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
 */
export async function applyStacks(
  {stacks, planned, parallel, run}: ApplyStacks,
  deps: Deps,
): Promise<readonly StackRun<ApplyOutcome>[]> {
  const byName = new Map(withMakers(stacks, planned).map((one) => [one.stack.name, one]));
  const lost = planned.filter(({kind}) => kind !== 'done');
  const toRun = stacks.flatMap((stack) => {
    const one = byName.get(stack.name);
    return one?.kind === 'done' ? [awaiting(stack, one.value.bases)] : [];
  });
  const applied = await eachStack(
    {
      stacks: toRun,
      parallel,
      step: 'apply',
      failed: new Map(lost.map((one) => [one.stack.name, one.kind === 'skipped' ? one.because : one.stack.name])),
      hasFailed: (outcome: ApplyOutcome) => outcome.kind === 'declined' || failureIn(outcome) !== undefined,
      run: async (stack, own) => {
        const {value} = byName.get(stack.name) as StackRun<PlannedStack> & {kind: 'done'};
        return applyCurrent(
          {saved: value, what: `the plan of ${stack.name}`, request: {...run, ...value.request}},
          own,
        );
      },
    },
    deps,
  );
  const outcomes = new Map([...lost, ...applied].map((one) => [one.stack.name, one]));
  return stacks.flatMap(({name}) => (outcomes.get(name) as StackRun<ApplyOutcome> | undefined) ?? []);
}

/**
 * Adds to each plan the earlier stacks that create the same object, for example a common namespace. Such plans do not depend on each other yet if the
 * stack that should create the object could not be planned.
 */
function withMakers(
  stacks: readonly SelectedStack[],
  planned: readonly StackRun<PlannedStack>[],
): readonly StackRun<PlannedStack>[] {
  const done = new Map(planned.flatMap((one) => (one.kind === 'done' ? [[one.stack.name, one.value] as const] : [])));
  const makers = new Map<string, string>();
  const awaited = new Map<string, readonly string[]>();
  for (const {name} of stacks) {
    const {workspace, changes = []} = done.get(name)?.plan ?? {};
    const created = changes.filter(({action}) => action === 'create').map(({id}) => `${workspace} ${id}`);
    awaited.set(name, [...new Set(created.flatMap((key) => makers.get(key) ?? []))]);
    for (const key of created) if (!makers.has(key)) makers.set(key, name);
  }
  return planned.map((one) => {
    const more = awaited.get(one.stack.name) ?? [];
    if (one.kind !== 'done' || more.length === 0) return one;
    const {bases} = one.value;
    return {...one, value: {...one.value, bases: {...bases, awaits: [...new Set([...(bases.awaits ?? []), ...more])]}}};
  });
}

/** Returns the stack that waits for exactly the stacks that it depends on, or whose changes its plan was made with. */
export const awaiting = (stack: SelectedStack, {awaits = []}: Pick<PlanBases, 'awaits'>): SelectedStack => ({
  ...stack,
  behind: awaits.map((other) => ({stack: other, ids: []})),
});

/** Returns undefined for an apply that succeeded, or that was not carried out. */
export const failureIn = (outcome: ApplyOutcome) => (outcome.kind === 'applied' ? outcome.failure : undefined);
