import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {isBlocked} from '../../core/plan/summary.ts';
import type {Deps} from '../deps.ts';
import {blockedFailure} from '../plan/blocked-failure.ts';
import type {PreviewRequest} from '../plan/release-requests.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import {type PlannedStack, type PlanStack, planStack} from './plan-stack.ts';
import {refuseUselessPermissions} from './refuse-useless-permissions.ts';
import type {SameRunStacks} from './same-run-stacks.ts';
import type {SelectedStack} from './selection.ts';
import {countUnusedFlags} from './unused-flags.ts';
import {countUselessImages} from './useless-images.ts';

/** Several stacks to plan. */
export type PlanStacks = {
  readonly stacks: readonly SelectedStack[];
  /** The flags, which are the same for all. */
  readonly request: Omit<PreviewRequest, 'directory' | 'stack' | 'workspace'>;
  readonly use: PlanStack['use'];
  /** Called with each plan as soon as it is made. */
  readonly onPlan?: (planned: PlannedStack, stack: SelectedStack) => void;
  /** Called after all plans are made, with the remarks about all of them. */
  readonly onRemarks?: (remarks: readonly Diagnostic[]) => void;
};

/**
 * Plans several stacks, each with the planned changes of those before it. A stack that cannot be planned prevents only the plans of its
 * dependents; in a preview, not even those.
 * @throws GantryError `input/usage` for a flag that matches none of them.
 */
export async function planStacks(
  {stacks, request, use, onPlan, onRemarks}: PlanStacks,
  deps: Deps,
): Promise<readonly StackRun<PlannedStack>[]> {
  const earlier: PlannedStack[] = [];
  const deleting = new Set<string>();
  const images = countUselessImages();
  const flags = countUnusedFlags();
  const sameRun: SameRunStacks = {
    earlier,
    deleting,
    stacks: new Set(stacks.map(({name}) => name)),
    onUnusedImage: images.onUnusedImage,
    onUnusedFlag: flags.onUnusedFlag,
  };
  const runs = await eachStack(
    {
      stacks,
      step: use === 'look' ? 'look' : 'plan',
      dependants: use === 'apply' ? 'skip' : 'run',
      run: async (stack, own) => {
        const planned = await planStack({stack, request: {...request, ...stack.request}, sameRun, use}, own);
        onPlan?.(planned, stack);
        if (use === 'apply' && isBlocked(planned.plan)) throw blockedFailure(planned.plan);
        // A destroy creates nothing for later stacks; the deleted objects are gone when the next one starts.
        if (request.operation === 'apply') earlier.push(planned);
        else for (const uid of planned.deleting) deleting.add(uid);
        return planned;
      },
    },
    deps,
  );
  if (runs.every(({kind}) => kind === 'done')) {
    images.refuse(stacks.length);
    refuseUselessPermissions(request, runs);
    onRemarks?.(flags.warnings(stacks.length));
  }
  return runs;
}
