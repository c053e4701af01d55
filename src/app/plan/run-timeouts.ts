const RESOURCE_MS = 10 * 60_000;
const TOTAL_MS = 30 * 60_000;

/** How long a run and each resource of it may take. Who says how long the run may take has not said that one may take less. */
export const runTimeouts = (seconds: number | undefined): {readonly resourceMs: number; readonly totalMs: number} =>
  seconds === undefined
    ? {resourceMs: RESOURCE_MS, totalMs: TOTAL_MS}
    : {resourceMs: seconds * 1000, totalMs: seconds * 1000};
