import type {StepRun} from '../../../../ports/step-run.ts';

/** Each attempt, retries too, begins only while the lock surely outlasts it and the run has not been told to stop. */
export const heldWhile = ({beforeWrite, writeTimeoutMs, stop}: StepRun) => ({
  beforeAttempt: () => beforeWrite(stop),
  timeoutMs: writeTimeoutMs,
  stop,
});
