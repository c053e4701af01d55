import {type Failure, GantryError} from '../../../../core/failure/failure.ts';
import type {StepRun} from '../../../../ports/step-run.ts';

/** A write that was sent and whose answer never came: the cluster may hold what it asked for. */
export type Lost = {readonly lost: Failure};

/**
 * Runs a write; a failure after which nobody knows whether the server did it is an answer too, so that the step can record
 * what may be there. Any other is thrown on.
 */
export async function tellLost<T>(run: StepRun, write: (run: StepRun) => Promise<T>): Promise<T | Lost> {
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

/** Whether more may be sent is asked before each attempt: where one had begun, it was a later one that was not allowed. */
const leavesOpen = (failure: Failure): boolean =>
  failure.code === 'cluster/unreachable' || failure.code === 'cluster/answer-too-large'
    ? failure.maybeExecuted === true
    : STOPS.has(failure.code);

const STOPS: ReadonlySet<Failure['code']> = new Set(['release/lease-lost', 'cancelled', 'apply/timeout']);
