import {GantryError} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {type Current, currentPods} from '../../../../kubernetes/readiness/current-pods.ts';
import {type SeenEvent, seenEvent} from '../../../../kubernetes/readiness/event.ts';
import {judgeProblems, type Problem, type Sightings, withoutGrace} from '../../../../kubernetes/readiness/problem.ts';
import {textAt, valueAt} from '../../../../kubernetes/readiness/read.ts';
import {type Namesakes, namesakesWith, remadePods} from '../../../../kubernetes/readiness/remade-pods.ts';
import {type Look as Seen, workloadProblems} from '../../../../kubernetes/readiness/workload-problems.ts';
import {defined} from '../../../../lib/defined.ts';
import {type Bell, openBell} from './bell.ts';
import type {ExecuteSession} from './execute-session.ts';
import type {Followed} from './follow-collection.ts';
import {isMending} from './is-mending.ts';
import {EVENTS, isDeployment, isPod, PODS, podSelectorOf, REPLICA_SETS} from './workload-kinds.ts';

/** What looking at a workload's pods needs of the run. */
export type LookSession = Pick<ExecuteSession, 'client' | 'hub' | 'clock'>;

/** A request to look at the pods of a workload while it is not ready. */
export type LookRequest = {
  /** The workload as last seen. */
  readonly workload: () => JsonObject;
  /** What is wrong now, or nothing any more; it may mend itself. */
  readonly onProblem: (problem: Problem | undefined) => void;
  /** It has lasted too long, or can never mend itself: the look ends with it. Absent: that is for others to say. */
  readonly onDoomed?: (problem: Problem) => void;
  readonly onFailed: (error: unknown) => void;
};

/** The warnings about the object of this uid; undefined: they were not read. */
export type Warnings = (uid: string) => readonly SeenEvent[] | undefined;

/** A look that goes on until `stop`, or until the workload is doomed. */
export type Look = {
  /** The workload was seen again. */
  readonly changed: () => void;
  readonly warnings: Warnings;
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
  const bell = openBell();
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
    warnings: (uid) => warningsOf(followed, uid),
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
    ...defined({
      pods: selected === undefined ? undefined : hub.follow({resource: PODS, ...selected}, follower),
      sets:
        selected !== undefined && isDeployment(object)
          ? hub.follow({resource: REPLICA_SETS, ...selected}, follower)
          : undefined,
    }),
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
  const mending = new Set<string>();
  for (;;) {
    const rung = bell.count();
    const seen = seenOf(request.workload(), followed);
    if (seen !== undefined) namesakes = namesakesWith(namesakes, seen.current);
    const found = seen === undefined ? [] : [...workloadProblems(seen), ...remadePods(namesakes, seen.current)];
    const problems = found.map((problem) => (mending.has(keyOf(problem)) ? withoutGrace(problem) : problem));
    const verdict = judgeProblems(problems, sightings, clock.monotonic());
    ({sightings} = verdict);
    const {failed} = verdict;
    if (failed === undefined || request.onDoomed === undefined) {
      request.onProblem(failed ?? problems[0]);
      await bell.after(rung, verdict.nextMs, {clock, signal});
      await clock.sleep(SETTLE_MS, signal);
    } else if (await isMending(session, request.workload(), failed, signal)) {
      mending.add(keyOf(failed));
    } else return request.onDoomed(failed);
  }
}

/** What is told anew is another problem. */
const keyOf = ({cause, pod = '', toldAt = ''}: Problem): string => [cause, pod, toldAt].join(' ');

/** What there is to judge; undefined while that cannot be told. */
function seenOf(workload: JsonObject, followed: Sources): Seen | undefined {
  if (!isObserved(workload)) return undefined;
  const current = currentOf(workload, followed);
  if (current === undefined) return undefined;
  const told = [workload, ...current.pods].map((object) => warningsOf(followed, uidOf(object)));
  return {workload, current, events: told.includes(undefined) ? undefined : told.flatMap((some) => some ?? [])};
}

function currentOf(workload: JsonObject, {pods, sets}: Sources): Current | undefined {
  if (isPod(workload)) return {maker: workload, pods: [workload]};
  const replicaSets = sets?.of(uidOf(workload));
  const makers = isDeployment(workload) ? (replicaSets ?? []) : [workload];
  const made = makers.map((maker) => pods?.of(uidOf(maker)));
  if (made.includes(undefined)) return undefined;
  return currentPods({workload, replicaSets, pods: made.flatMap((some) => some ?? [])});
}

const uidOf = (object: JsonObject): string => textAt(object, 'metadata', 'uid');

/** Its controller has seen the template that was written: until then its pods are of another one. */
function isObserved(workload: JsonObject): boolean {
  if (identityOf(workload).group !== 'apps') return true;
  return valueAt(workload, 'status', 'observedGeneration') === valueAt(workload, 'metadata', 'generation');
}

const warningsOf = ({events}: Sources, uid: string): readonly SeenEvent[] | undefined =>
  events?.of(uid)?.map(seenEvent);
