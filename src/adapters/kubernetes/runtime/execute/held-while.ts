import type {StepRun} from '../../../../ports/step-run.ts';

/**
 * Returns the options by which each attempt, including retries, begins only while the lock certainly outlasts it and
 * the run has not been told to stop.
 */
export const heldWhile = ({beforeWrite, writeTimeoutMs, stop}: StepRun) => ({
  beforeAttempt: () => beforeWrite(stop),
  timeoutMs: writeTimeoutMs,
  stop,
});
