import {stackKey} from '../../core/event.ts';
import type {Deps} from '../deps.ts';
import {applyPlanFile} from '../plan/apply-plan-file.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest} from '../plan/release-requests.ts';
import {failureIn} from './apply-stacks.ts';
import {eachStack, type StackRun} from './each-stack.ts';
import {openPlanSet} from './open-plan-set.ts';
import {namesIn, type SameRunStacks} from './same-run-stacks.ts';

export {isPlanSet} from '../../config/plan-set.ts';

/** An apply of several saved plans. */
export type ApplyPlanSet = {
  /** The directory that `preview --save DIR/` wrote. */
  readonly set: string;
  /** The directory where stacks are searched. */
  readonly directory: string;
  /** The maximum number of stacks that are applied at once. */
  readonly parallel?: number | undefined;
  readonly run: Omit<ApplyRequest, keyof PreviewRequest | 'confirm' | 'permit'>;
};

/**
 * Applies the saved plans of several stacks in the order of their dependencies, each exactly or not at all. A plan that is not applied
 * prevents the plans of its dependents.
 * @throws GantryError plan/unreadable, before anything is applied.
 */
export async function applyPlanSet(
  {set, directory, parallel, run}: ApplyPlanSet,
  deps: Deps,
): Promise<readonly StackRun<ApplyOutcome>[]> {
  const {stacks, plans} = openPlanSet({set, directory});
  const sameRun: SameRunStacks = {earlier: [], stacks: namesIn(stacks)};
  return eachStack(
    {
      stacks,
      parallel,
      step: 'apply',
      hasFailed: (outcome: ApplyOutcome) => failureIn(outcome) !== undefined,
      run: (stack, own) =>
        applyPlanFile({...run, ...stack.request, sameRun, file: plans.get(stackKey(stack))?.path ?? ''}, own),
    },
    deps,
  );
}
