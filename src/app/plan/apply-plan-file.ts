import type {PlanWithBases} from '../../kubernetes/plan/stale-bases.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import {applyPrepared} from './apply-release.ts';
import {basesOf} from './plan-bases.ts';
import {preparePlan} from './prepare-plan.ts';
import {refuseStale} from './refuse-stale.ts';
import type {ApplyOutcome, ApplyRequest, PreviewRequest, StackRequest} from './release-requests.ts';
import {openSealedPlan} from './sealed-plan.ts';

/** An apply of a plan that `preview --save` wrote. */
export type ApplyPlanFile = StackRequest &
  Omit<ApplyRequest, keyof PreviewRequest | 'confirm'> & {
    readonly file: string;
  };

/**
 * Applies a saved plan exactly, or not at all: recreates it from the same flags and compares its inputs. There is no prompt: applying
 * the file is the confirmation.
 * @throws GantryError plan/unreadable; plan/stale with everything that has moved; and as applyRelease does.
 */
export async function applyPlanFile({file, ...run}: ApplyPlanFile, given: Deps): Promise<ApplyOutcome> {
  const {saved, request, backend} = await openSealedPlan({file, ...placeOf(run)}, given);
  return applyCurrent(
    {saved, what: file, request: {...run, ...request, planDigest: saved.digest}},
    {...given, backend},
  );
}

/** An apply of exactly the plan that was shown; `plan/stale` if the cluster changed since. */
export type ApplyCurrent = {
  /** A plan that was shown, with its inputs. */
  readonly saved: PlanWithBases;
  /** The name of the plan in messages: a file, or the plan of a stack. */
  readonly what: string;
  readonly request: Omit<ApplyRequest, 'confirm'>;
};

/**
 * Makes a plan once more, and applies it if it is still the one that was shown.
 * @throws GantryError plan/stale with everything that has moved; and as applyRelease does.
 */
export async function applyCurrent({saved, what, request}: ApplyCurrent, deps: Deps): Promise<ApplyOutcome> {
  await using prepared = await preparePlan(request, deps);
  refuseStale(saved, {plan: prepared.plan, bases: basesOf(prepared)}, what);
  // Awaited here: the connection is closed when this function returns.
  return await applyPrepared(prepared, {...request, confirm: yes}, deps);
}

/**
 * Returns the stack and the workspace of a saved plan, whatever the command line that applies it says.
 * @throws GantryError plan/unreadable, input/usage.
 */
export async function stackOfPlanFile(plan: StackRequest & {readonly file: string}, deps: Deps): Promise<StackRequest> {
  return placeOf((await openSealedPlan(plan, deps)).request);
}

const placeOf = ({directory, stack, workspace}: StackRequest): StackRequest => defined({directory, stack, workspace});

const yes = async (): Promise<boolean> => true;
