import type {StepRun} from '../../../../ports/runtime.ts';

/** Each attempt, retries too, begins only while the lock surely outlasts it. */
export const heldWhile = ({beforeWrite, writeTimeoutMs}: StepRun) => ({
  beforeAttempt: beforeWrite,
  timeoutMs: writeTimeoutMs,
});
