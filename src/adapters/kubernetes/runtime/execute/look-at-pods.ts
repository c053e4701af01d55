import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import type {SeenEvent} from '../../../../kubernetes/readiness/event.ts';
import {judgeProblems, type Problem, type Sightings, withoutGrace} from '../../../../kubernetes/readiness/problem.ts';
import {type Namesakes, namesakesWith, recreatedPods} from '../../../../kubernetes/readiness/recreated-pods.ts';
import {workloadProblems} from '../../../../kubernetes/readiness/workload-problems.ts';
import type {ExecuteSession} from './execute-session.ts';
import {isRecovering} from './is-recovering.ts';
import {type Notifier, openNotifier} from './notifier.ts';
import {followAll, type Sources, seenOf, warningsOf} from './pod-sources.ts';
import {isPod, podSelectorOf} from './workload-kinds.ts';

/** The parts of a session that the watch of a workload's pods needs. */
export type LookSession = Pick<ExecuteSession, 'client' | 'hub' | 'clock'>;

/** A request to look at the pods of a workload while it is not ready. */
export type LookRequest = {
  /** Returns the workload as last seen. */
  readonly workload: () => JsonObject;
  /** Called with the current problem, which may resolve itself, or with undefined when it has ended. */
  readonly onProblem: (problem: Problem | undefined) => void;
  /** Called when a problem has lasted too long or cannot resolve itself; the look then ends. Absent if another rule decides that. */
  readonly onDoomed?: (problem: Problem) => void;
  readonly onFailed: (error: unknown) => void;
};

/** Returns the warnings about the object with this uid, or undefined if they were not read. */
export type Warnings = (uid: string) => readonly SeenEvent[] | undefined;

/** A running look; it ends with `stop`, or when the workload has failed. */
export type Look = {
  /** Called when the workload was observed again. */
  readonly changed: () => void;
  readonly warnings: Warnings;
  readonly stop: () => void;
};

/** The time in milliseconds before pods are read: by then most workloads are ready or have a pod that has started. */
const QUIET_MS = 3_000;
/** The time in milliseconds within which several changes are looked at together. */
const SETTLE_MS = 250;

/**
 * Watches the pods of a workload that is not ready after a moment, their owners and their events, until it is stopped.
 * A user without permission to read them gets no reports. Returns undefined for kinds without pods.
 */
export function lookAtPods(session: LookSession, request: LookRequest): Look | undefined {
  const object = request.workload();
  const labelSelector = podSelectorOf(object);
  if (labelSelector === undefined && !isPod(object)) return undefined;
  const over = new AbortController();
  const notifier = openNotifier();
  const followed: Sources = {};
  const begin = async (): Promise<void> => {
    await session.clock.sleep(QUIET_MS, over.signal);
    Object.assign(
      followed,
      followAll(session, object, {labelSelector, onChange: notifier.notify, onFailed: request.onFailed}),
    );
    await watchOver(session, request, {followed, notifier, signal: over.signal});
  };
  begin().catch((error: unknown) => {
    // If the server is lost, the look ends; the wait for the object itself goes on, and reports it.
    if (!over.signal.aborted && !(error instanceof GantryError)) request.onFailed(error);
  });
  return {
    changed: notifier.notify,
    warnings: (uid) => warningsOf(followed, uid),
    stop: () => {
      over.abort();
      for (const one of Object.values(followed)) one.stop();
    },
  };
}

type Watching = {readonly followed: Sources; readonly notifier: Notifier; readonly signal: AbortSignal};

async function watchOver(
  session: LookSession,
  request: LookRequest,
  {followed, notifier, signal}: Watching,
): Promise<void> {
  const {clock} = session;
  let [sightings, namesakes]: [Sightings, Namesakes] = [new Map(), new Map()];
  const recovering = new Set<string>();
  for (;;) {
    const rung = notifier.count();
    const seen = seenOf(request.workload(), followed);
    if (seen !== undefined) namesakes = namesakesWith(namesakes, seen.current);
    const found = seen === undefined ? [] : [...workloadProblems(seen), ...recreatedPods(namesakes, seen.current)];
    const problems = found.map((problem) => (recovering.has(keyOf(problem)) ? withoutGrace(problem) : problem));
    const verdict = judgeProblems(problems, sightings, clock.monotonic());
    ({sightings} = verdict);
    const {failed} = verdict;
    if (failed === undefined || request.onDoomed === undefined) {
      request.onProblem(failed ?? problems[0]);
      await notifier.after(rung, verdict.nextMs, {clock, signal});
      await clock.sleep(SETTLE_MS, signal);
    } else if (await isRecovering(session, request.workload(), failed, signal)) {
      recovering.add(keyOf(failed));
    } else return request.onDoomed(failed);
  }
}

/** Returns the key of a problem. A repeated event is another problem. */
const keyOf = ({cause, pod = '', toldAt = ''}: Problem): string => [cause, pod, toldAt].join(' ');
