/**
 * What keeps a workload from becoming ready, as its pods and events tell it. Whether it will mend itself nobody can know:
 * each cause has a time for which that is likely.
 */
export type Problem = {
  readonly cause: ProblemCause;
  /** One line, as one reads it after the state of the workload. */
  readonly detail: string;
  readonly pod?: string;
  readonly container?: string;
  /** How long it may last before it is a failure: 0 is now; absent: as long as the timeout lasts. */
  readonly graceMs?: number;
  /** Only an event tells of it, last at this time (RFC 3339): no event says that it is over. */
  readonly toldAt?: string;
};

/** It may last as long as the timeout. */
export const withoutGrace = ({graceMs: _, ...problem}: Problem): Problem => problem;

/** The causes of a rollout that fails. */
export type ProblemCause =
  /** The image cannot be had. */
  | 'image'
  /** A ConfigMap, Secret or key that the container needs is missing, or its settings contradict each other. */
  | 'config'
  /** The container cannot be started at all. */
  | 'start'
  /** It starts, and ends again and again. */
  | 'crash'
  | 'unschedulable'
  | 'mount'
  | 'sandbox'
  /** Pods are not admitted: quota, policy, webhook. */
  | 'refused'
  /** Pods end as Failed (evicted, refused by their node), and so do those that replace them. */
  | 'failed-pods'
  /** A pod of an older template is in the way of the newest. */
  | 'stuck';

/**
 * Since when each pod has each cause, and since when not any more, on a clock that never goes back. One pod after the other may have
 * the same trouble in a rollout, and each of them mend itself.
 */
export type Sightings = ReadonlyMap<string, {readonly first: number; readonly gone?: number}>;

/** Pods that fail are replaced by others, which fail, too: that is one trouble of them all. */
const keyOf = ({cause, pod = ''}: Problem): string => (cause === 'failed-pods' ? cause : `${cause} ${pod}`);

/** The problems of a workload, and whether one has lasted too long. */
export type Verdict = {
  readonly sightings: Sightings;
  /** It has lasted too long. */
  readonly failed?: Problem;
  /** Milliseconds until the next one will have, if it stays. */
  readonly nextMs?: number;
};

/** A container that is tried again is not in trouble for a moment, and then in the same: that is no new beginning. */
const SAME_MS = 10_000;

/** Compares what is wrong now with what was wrong before: the times are those of whoever looks, no server's. */
export function judgeProblems(problems: readonly Problem[], before: Sightings, now: number): Verdict {
  const lasting = [...before].filter(([, {gone = now}]) => now - gone <= SAME_MS);
  const sightings = new Map<string, {first: number; gone?: number}>();
  for (const [key, {first, gone = now}] of lasting) sightings.set(key, {first, gone});
  const left = problems
    .flatMap((problem) => {
      const [key, {graceMs}] = [keyOf(problem), problem];
      // What has no time uses none up: it begins when it has.
      const first = graceMs === undefined ? now : (sightings.get(key)?.first ?? now);
      sightings.set(key, {first});
      return graceMs === undefined ? [] : [{problem, leftMs: first + graceMs - now}];
    })
    .toSorted((a, b) => a.leftMs - b.leftMs);
  const [first] = left;
  if (first === undefined) return {sightings};
  return first.leftMs <= 0 ? {sightings, failed: first.problem} : {sightings, nextMs: first.leftMs};
}

/** How far it has come, and what is in the way. A bare pod says of itself what is wrong with it. */
export const withCause = (state: string, cause: string | undefined): string =>
  cause === undefined ? state : cause.includes(state) ? cause : `${state}; ${cause}`;
