/**
 * A problem that keeps a workload from becoming ready, according to its pods and events. It is unknown whether it
 * resolves itself: for each cause there is a time within which that is likely.
 */
export type Problem = {
  readonly cause: ProblemCause;
  /** One line that continues after the state of the workload. */
  readonly detail: string;
  readonly pod?: string;
  readonly container?: string;
  /** The time for which it may last before it is a failure: 0 means immediately, absent means until the timeout. */
  readonly graceMs?: number;
  /** The time of the last Event (RFC 3339), if only an Event reports the problem: no Event reports its end. */
  readonly toldAt?: string;
};

/** Returns the problem without a grace, so that it may last until the timeout. */
export const withoutGrace = ({graceMs: _, ...problem}: Problem): Problem => problem;

/** The causes of a rollout that fails. */
export type ProblemCause =
  /** The image cannot be pulled. */
  | 'image'
  /** A ConfigMap, Secret or key that the container needs is missing, or its settings contradict each other. */
  | 'config'
  /** The container cannot be started. */
  | 'start'
  /** The container ends repeatedly. */
  | 'crash'
  | 'unschedulable'
  | 'mount'
  | 'sandbox'
  /** Pods are not admitted: quota, policy, webhook. */
  | 'refused'
  /** Pods end as Failed (evicted, refused by their node), and their replacements do, too. */
  | 'failed-pods'
  /** A pod of an older template blocks the rollout. */
  | 'stuck';

/**
 * The times at which each pod first had each cause and no longer had it, on a monotonic clock. In a rollout one pod
 * after the other may have the same problem, and each may resolve itself.
 */
export type Sightings = ReadonlyMap<string, {readonly first: number; readonly gone?: number}>;

/** Returns the key of a problem. Failed pods are replaced by others, so `failed-pods` is one problem of all of them. */
const keyOf = ({cause, pod = ''}: Problem): string => (cause === 'failed-pods' ? cause : `${cause} ${pod}`);

/** The problems of a workload, and whether one has lasted too long. */
export type Verdict = {
  readonly sightings: Sightings;
  /** The problem that has lasted too long. */
  readonly failed?: Problem;
  /** The time in milliseconds until the next problem has lasted too long. */
  readonly nextMs?: number;
};

/** The time within which a problem that returns is the same one: a container that is restarted has no problem for a moment. */
const SAME_MS = 10_000;

/** Compares the current problems with the previous ones. All times are those of this machine, not of a server. */
export function judgeProblems(problems: readonly Problem[], before: Sightings, now: number): Verdict {
  const lasting = [...before].filter(([, {gone = now}]) => now - gone <= SAME_MS);
  const sightings = new Map<string, {first: number; gone?: number}>();
  for (const [key, {first, gone = now}] of lasting) sightings.set(key, {first, gone});
  const left = problems
    .flatMap((problem) => {
      const [key, {graceMs}] = [keyOf(problem), problem];
      // A problem without a grace does not use any up: its grace begins when it has one.
      const first = graceMs === undefined ? now : (sightings.get(key)?.first ?? now);
      sightings.set(key, {first});
      return graceMs === undefined ? [] : [{problem, leftMs: first + graceMs - now}];
    })
    .toSorted((a, b) => a.leftMs - b.leftMs);
  const [first] = left;
  if (first === undefined) return {sightings};
  return first.leftMs <= 0 ? {sightings, failed: first.problem} : {sightings, nextMs: first.leftMs};
}

/** Joins the state of an object and what blocks it. The cause of a bare pod may already contain its state. */
export const withCause = (state: string, cause: string | undefined): string =>
  cause === undefined ? state : cause.includes(state) ? cause : `${state}; ${cause}`;
