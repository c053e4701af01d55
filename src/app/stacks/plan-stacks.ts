import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {stackKey} from '../../core/event.ts';
import {isBlocked} from '../../core/plan/summary.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {blockedFailure} from '../plan/blocked-failure.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {awaitsCluster} from './awaits-cluster.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import {earlierOf} from './earlier-of.ts';
import {type PlannedStack, type PlanStack, planStack} from './plan-stack.ts';
import {refuseSharedObjects} from './refuse-shared-objects.ts';
import {refuseUselessPermissions} from './refuse-useless-permissions.ts';
import {namesIn, type SameRunStacks} from './same-run-stacks.ts';
import type {SelectedStack} from './selection.ts';
import {countUnusedFlags} from './unused-flags.ts';
import {countUselessImages} from './useless-images.ts';
import {usersElsewhere} from './users-elsewhere.ts';

/** Several stacks to plan. */
export type PlanStacks = {
  readonly stacks: readonly SelectedStack[];
  /** The flags, which are the same for all. */
  readonly request: Omit<PreviewRequest, 'directory' | 'stack' | 'workspace'>;
  readonly use: PlanStack['use'];
  readonly wait?: boolean;
  /** The maximum number of stacks that are planned at once. */
  readonly parallel?: number | undefined;
  /** Set after a part of the stacks was applied: the stacks are the rest of a run. */
  readonly rest?: {
    /** The runs of the other stacks. */
    readonly before: readonly StackRun<PlannedStack>[];
    /** The stacks that failed, by their keys, each with the cause. */
    readonly failed: ReadonlyMap<string, string>;
    /** The time that the kubeconfig of a shared resource may take to appear. */
    readonly clusterWaitSeconds: number;
  };
  /** Called with each plan, in the order of the stacks. */
  readonly onPlan?: (planned: PlannedStack, stack: SelectedStack) => void;
  /** Called after all plans are made, with the remarks about all of them. */
  readonly onRemarks?: (remarks: readonly Diagnostic[]) => void;
};

/**
 * Plans several stacks, each with the planned changes of those before it. A stack that cannot be planned prevents only the plans of its
 * dependents; in a preview, not even those. A stack whose cluster another stack of the run makes is not planned: it is deferred.
 * @throws GantryError `input/usage` for a flag that matches none of them; `workspace/same-objects`.
 */
export async function planStacks(
  {stacks, request, use, wait, parallel, rest, onPlan, onRemarks}: PlanStacks,
  deps: Deps,
): Promise<readonly StackRun<PlannedStack>[]> {
  // A blocked plan is shown, and not applied.
  const shown = new Map<string, PlannedStack>();
  const planned = new Map<string, PlannedStack>();
  const deferred = new Set<string>();
  const images = countUselessImages();
  const flags = countUnusedFlags();
  const sameRunOf = (stack: SelectedStack): SameRunStacks => ({
    ...earlierOf(stack, {stacks, planned, operation: request.operation}),
    stacks: namesIn(stacks),
    clusterWaitSeconds: rest?.clusterWaitSeconds,
    onUnusedImage: images.onUnusedImage,
    onUnusedFlag: flags.onUnusedFlag,
  });
  const runs = await eachStack(
    {
      stacks,
      parallel,
      step: use === 'look' ? 'look' : 'plan',
      dependants: use === 'apply' ? 'skip' : 'run',
      ...defined({failed: rest?.failed}),
      defer: (stack) => {
        const awaited = request.operation === 'apply' ? awaitsCluster(stack, {planned: shown, deferred}) : undefined;
        if (awaited !== undefined) deferred.add(stackKey(stack));
        return awaited;
      },
      run: async (stack, own) => {
        const sameRun = sameRunOf(stack);
        const made = await planStack(
          {stack, request: {...request, ...stack.request}, sameRun, use, ...defined({wait})},
          own,
        );
        shown.set(stackKey(stack), made);
        if (use === 'apply' && isBlocked(made.plan)) throw blockedFailure(made.plan);
        planned.set(stackKey(stack), made);
        return made;
      },
      onRun: ({stack}) => {
        const made = shown.get(stackKey(stack));
        if (made !== undefined) onPlan?.(made, stack);
      },
    },
    deps,
  );
  if (request.operation === 'apply' && stacks.some(({workspace}) => workspace !== undefined))
    refuseSharedObjects([...(rest?.before ?? []), ...runs]);
  // A flag may be for a stack that is planned later, or was planned before.
  if (rest === undefined && runs.every(({kind}) => kind === 'done')) {
    images.refuse(stacks.length);
    refuseUselessPermissions(request, runs);
    const plans = runs.flatMap((one) => (one.kind === 'done' ? [one.value.plan] : []));
    onRemarks?.([...flags.warnings(stacks.length), ...usersElsewhere(plans)]);
  }
  return runs;
}
