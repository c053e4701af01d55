const RESOURCE_MS = 10 * 60_000;
const TOTAL_MS = 30 * 60_000;

/** Returns the maximum time of a run and of each resource. If the user sets the time of the run, each resource may use all of it. */
export const runTimeouts = (seconds: number | undefined): {readonly resourceMs: number; readonly totalMs: number} =>
  seconds === undefined
    ? {resourceMs: RESOURCE_MS, totalMs: TOTAL_MS}
    : {resourceMs: seconds * 1000, totalMs: seconds * 1000};
