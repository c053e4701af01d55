import type {JsonObject} from '../../../core/json.ts';
import {finalizersOf, isBeingDeleted, uidOf} from '../../model/metadata.ts';
import {numberAt, objectsAt, partAt, textsAt} from '../../model/part.ts';
import {timeAt} from '../../model/time.ts';
import {phaseOf} from '../workloads/pod-state.ts';

/** Finalizer that keeps a finished pod until the Job has counted it. */
export const TRACKING = 'batch.kubernetes.io/job-tracking';

/** The pods of a Job, sorted by whether its status has counted them already (see the tracking finalizer of KEP-2307). */
export type Tally = {
  readonly active: readonly JsonObject[];
  readonly succeeded: number;
  readonly failed: number;
  /** Finished pods with the finalizer that the status does not count yet. */
  readonly fresh: readonly JsonObject[];
  /** Finished pods that are listed as uncounted and still have the finalizer. */
  readonly held: readonly JsonObject[];
  readonly uncounted: {readonly succeeded: readonly string[]; readonly failed: readonly string[]};
};

/** Sorts the pods of a Job, and reads from its status the counts of those that finished before. */
export function tally(job: JsonObject, pods: readonly JsonObject[]): Tally {
  const listed = partAt(job, 'status', 'uncountedTerminatedPods');
  const lists = {succeeded: textsAt(listed, 'succeeded'), failed: textsAt(listed, 'failed')};
  const holds = (uid: string): boolean => pods.some((pod) => uidOf(pod) === uid && isTracked(pod));
  const known = new Set([...lists.succeeded, ...lists.failed]);
  const done = pods.filter((pod) => isTracked(pod) && outcome(pod) !== undefined);
  const fresh = done.filter((pod) => !known.has(uidOf(pod)));
  const still = (uids: readonly string[]): readonly string[] => uids.filter((uid) => holds(uid));
  const counted = (uids: readonly string[]): number => uids.length - still(uids).length;
  return {
    active: pods.filter((pod) => outcome(pod) === undefined && !isBeingDeleted(pod)),
    succeeded: numberAt(job, 'status', 'succeeded') + counted(lists.succeeded),
    failed: numberAt(job, 'status', 'failed') + counted(lists.failed),
    fresh,
    held: done.filter((pod) => known.has(uidOf(pod))),
    uncounted: {
      succeeded: [
        ...still(lists.succeeded),
        ...fresh.filter((pod) => outcome(pod) === 'Succeeded').map((pod) => uidOf(pod)),
      ],
      failed: [...still(lists.failed), ...fresh.filter((pod) => outcome(pod) === 'Failed').map((pod) => uidOf(pod))],
    },
  };
}

const isTracked = (pod: JsonObject): boolean => finalizersOf(pod).includes(TRACKING);

/** Returns how a pod ended. A pod that is deleted before it has finished counts as failed. */
function outcome(pod: JsonObject): 'Succeeded' | 'Failed' | undefined {
  const phase = phaseOf(pod);
  if (phase === 'Succeeded' || phase === 'Failed') return phase;
  return isBeingDeleted(pod) ? 'Failed' : undefined;
}

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 600_000;

/** Returns when a pod ended, as far as its status shows it. */
const ended = (pod: JsonObject): number =>
  Math.max(
    timeAt(pod, 'metadata', 'creationTimestamp'),
    ...objectsAt(pod, 'status', 'containerStatuses').map((one) => timeAt(one, 'state', 'terminated', 'finishedAt')),
  );

/** Returns how long to wait after consecutive failures before the next pod, in milliseconds: 10 s, 20 s, 40 s, … */
export function untilNext(pods: readonly JsonObject[], now: number): number {
  const done = pods.filter((pod) => outcome(pod) !== undefined).toSorted((a, b) => ended(b) - ended(a));
  const since = done.findIndex((pod) => outcome(pod) === 'Succeeded');
  const failures = since === -1 ? done.length : since;
  const [last] = done;
  if (last === undefined || failures === 0) return 0;
  return Math.max(0, ended(last) + Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS) - now);
}
