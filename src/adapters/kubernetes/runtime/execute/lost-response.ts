import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import type {StepRun} from '../../../../ports/step-run.ts';

/** A write whose answer was lost: the cluster may have executed it. */
export type LostResponse = {readonly lost: Failure};

/**
 * Runs a write. A failure that leaves open whether the server executed it is returned, so that the step can record what
 * may exist. Other failures are thrown.
 */
export async function catchLost<T>(run: StepRun, write: (run: StepRun) => Promise<T>): Promise<T | LostResponse> {
  let begun = false;
  const watched: StepRun = {
    ...run,
    beforeWrite: async (stop) => {
      await run.beforeWrite(stop);
      begun = true;
    },
  };
  try {
    return await write(watched);
  } catch (error) {
    if (error instanceof GantryError && begun && leavesOpen(error.failure)) return {lost: error.failure};
    throw error;
  }
}

/**
 * Reports whether a failure leaves open if the write was executed. The check before each attempt may refuse a later
 * attempt after an earlier one was sent.
 */
const leavesOpen = (failure: Failure): boolean =>
  failure.code === 'cluster/unreachable' || failure.code === 'cluster/answer-too-large'
    ? failure.maybeExecuted === true
    : STOPS.has(failure.code);

const STOPS: ReadonlySet<Failure['code']> = new Set(['release/lease-lost', 'cancelled', 'apply/timeout']);
