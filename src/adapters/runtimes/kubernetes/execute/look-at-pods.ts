import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {currentPods} from '../../../../core/readiness/current-pods.ts';
import {type SeenEvent, seenEvent} from '../../../../core/readiness/event.ts';
import {judgeProblems, type Problem, type Sightings} from '../../../../core/readiness/problem.ts';
import {valueAt} from '../../../../core/readiness/read.ts';
import {type Namesakes, namesakesWith, remadePods} from '../../../../core/readiness/remade-pods.ts';
import {type Look as Seen, workloadProblems} from '../../../../core/readiness/workload-problems.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Followed} from './follow-collection.ts';
import {isScalingUp} from './is-scaling-up.ts';
import {EVENTS, isDeployment, isPod, PODS, podSelectorOf, REPLICA_SETS} from './workload-kinds.ts';

export type LookSession = Pick<ExecuteSession, 'client' | 'hub' | 'clock'>;

export type LookRequest = {
  /** The workload as last seen. */
  readonly workload: () => JsonObject;
  /** What is wrong now, or nothing any more; it may mend itself. */
  readonly onProblem: (problem: Problem | undefined) => void;
  /** It has lasted too long, or can never mend itself: the look ends with it. Absent: that is for others to say. */
  readonly onDoomed?: (problem: Problem) => void;
  readonly onFailed: (error: unknown) => void;
};

export type Look = {
  /** The workload was seen again. */
  readonly changed: () => void;
  /** Warnings of the namespace, as far as they were read. */
  readonly events: () => readonly SeenEvent[] | undefined;
  readonly stop: () => void;
};

/** Most workloads are ready by then, or have a pod that has begun: nothing is asked about them. */
const QUIET_MS = 3_000;
/** Several changes of one moment are looked at together. */
const SETTLE_MS = 250;

/**
 * Looks at the pods of a workload that is not ready after a moment, at what makes them and at their events, by watches, until it is
 * stopped. Who may not read them is told nothing. Undefined for kinds that have no pods.
 */
export function lookAtPods(session: LookSession, request: LookRequest): Look | undefined {
  const object = request.workload();
  const labelSelector = podSelectorOf(object);
  if (labelSelector === undefined && !isPod(object)) return undefined;
  const over = new AbortController();
  const bell = ring();
  const followed: Sources = {};
  const begin = async (): Promise<void> => {
    await session.clock.sleep(QUIET_MS, over.signal);
    Object.assign(followed, followAll(session, object, {labelSelector, bell, request}));
    await watchOver(session, request, {followed, bell, signal: over.signal});
  };
  begin().catch((error: unknown) => {
    // A look that finds no server ends; the wait for the object itself goes on, and tells.
    if (!over.signal.aborted && !(error instanceof GantryError)) request.onFailed(error);
  });
  return {
    changed: bell.ring,
    events: () => eventsOf(followed),
    stop: () => {
      over.abort();
      for (const one of Object.values(followed)) one.stop();
    },
  };
}

type Sources = {pods?: Followed; sets?: Followed; events?: Followed};

type Follow = {readonly labelSelector: string | undefined; readonly bell: Bell; readonly request: LookRequest};

function followAll({hub}: LookSession, object: JsonObject, {labelSelector, bell, request}: Follow): Sources {
  const {namespace} = identityOf(object);
  const follower = {onChange: bell.ring, onFailed: request.onFailed};
  const selected = labelSelector === undefined ? undefined : {namespace, labelSelector};
  return {
    ...(selected === undefined ? {} : {pods: hub.follow({resource: PODS, ...selected}, follower)}),
    ...(selected !== undefined && isDeployment(object)
      ? {sets: hub.follow({resource: REPLICA_SETS, ...selected}, follower)}
      : {}),
    events: hub.follow({resource: EVENTS, namespace, fieldSelector: 'type=Warning'}, follower),
  };
}

type Watching = {readonly followed: Sources; readonly bell: Bell; readonly signal: AbortSignal};

async function watchOver(
  session: LookSession,
  request: LookRequest,
  {followed, bell, signal}: Watching,
): Promise<void> {
  const {clock} = session;
  let [sightings, namesakes]: [Sightings, Namesakes] = [new Map(), new Map()];
  const scaling = new Set<string>();
  for (;;) {
    const seen = seenOf(request.workload(), followed);
    if (seen !== undefined) namesakes = namesakesWith(namesakes, seen.current);
    const found = seen === undefined ? [] : [...workloadProblems(seen), ...remadePods(namesakes, seen.current)];
    const problems = found.map((problem) => excused(problem, scaling));
    const verdict = judgeProblems(problems, sightings, clock.monotonic());
    ({sightings} = verdict);
    const {failed} = verdict;
    if (failed === undefined || request.onDoomed === undefined) {
      request.onProblem(failed ?? problems[0]);
      await bell.next(clock, verdict.nextMs, signal);
      await clock.sleep(SETTLE_MS, signal);
    } else if (failed.cause === 'unschedulable' && (await isScalingUp(session, request.workload(), failed, signal))) {
      scaling.add(failed.pod ?? '');
    } else return request.onDoomed(failed);
  }
}

/** An autoscaler makes room: it alone knows how long that takes. */
function excused(problem: Problem, scaling: ReadonlySet<string>): Problem {
  if (problem.cause !== 'unschedulable' || !scaling.has(problem.pod ?? '')) return problem;
  const {graceMs: _, ...rest} = problem;
  return rest;
}

/** What there is to judge; undefined while that cannot be told. */
function seenOf(workload: JsonObject, followed: Sources): Seen | undefined {
  if (!isObserved(workload)) return undefined;
  const events = eventsOf(followed);
  if (isPod(workload)) return {workload, current: {maker: workload, pods: [workload]}, events};
  const pods = followed.pods?.items();
  const current = pods === undefined ? undefined : currentPods({workload, replicaSets: followed.sets?.items(), pods});
  return current === undefined ? undefined : {workload, current, events};
}

/** Its controller has seen the template that was written: until then its pods are of another one. */
function isObserved(workload: JsonObject): boolean {
  if (identityOf(workload).group !== 'apps') return true;
  return valueAt(workload, 'status', 'observedGeneration') === valueAt(workload, 'metadata', 'generation');
}

const eventsOf = ({events}: Sources): readonly SeenEvent[] | undefined => events?.items()?.map(seenEvent);

type Bell = {
  readonly ring: () => void;
  /** When it rings, has rung since the last time, or the time is over. */
  readonly next: (clock: LookSession['clock'], ms: number | undefined, signal: AbortSignal) => Promise<void>;
};

function ring(): Bell {
  let rung = Promise.withResolvers<void>();
  return {
    ring: () => rung.resolve(),
    next: async (clock, ms, signal) => {
      const over = new AbortController();
      const either = AbortSignal.any([signal, over.signal]);
      const time = clock.sleep(ms ?? LONG_MS, either).catch(() => undefined);
      await Promise.race([rung.promise, time]);
      over.abort();
      signal.throwIfAborted();
      rung = Promise.withResolvers<void>();
    },
  };
}

/** Nothing is due: what happens rings. */
const LONG_MS = 3_600_000;
