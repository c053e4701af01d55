import type {Diagnosis, LogTail, ObjectEvent} from '../../../../core/failure/diagnosis.ts';
import type {Failure} from '../../../../core/failure/failure.ts';
import type {JsonObject} from '../../../../core/json.ts';
import {identityOf} from '../../../../core/resource/identity.ts';
import {seenEvent} from '../../../../kubernetes/readiness/event.ts';
import {failingContainer} from '../../../../kubernetes/readiness/failing-container.ts';
import {podFailure} from '../../../../kubernetes/readiness/pod-failure.ts';
import {type Problem, withCause} from '../../../../kubernetes/readiness/problem.ts';
import {textAt} from '../../../../kubernetes/readiness/read.ts';
import {relatedEvents} from '../../../../kubernetes/readiness/related-events.ts';
import {defined} from '../../../../lib/defined.ts';
import type {KubernetesClient} from '../client/client.ts';
import type {ReadyEnd} from './await-ready.ts';
import type {Warnings} from './look-at-pods.ts';
import {unboundPvcEvents} from './pvc-events.ts';
import {type AskedCluster, PATIENCE, type ReadPods, read, readPods, shownPods, unlessLost} from './read-pods.ts';
import {EVENTS} from './workload-kinds.ts';

type Client = Pick<KubernetesClient, 'list' | 'log' | 'clean'>;

type Asked = AskedCluster & {readonly client: Client};

/** The number of log lines that fit on one screen. */
const LOG_LINES = 20;

/** A wait that failed, with the data that is needed to find its cause. */
export type FailedWait = Extract<ReadyEnd, {readonly failure: Failure}> & {
  readonly signal: AbortSignal;
  /** The pods, if they were read already. */
  readonly pods?: ReadPods;
  /** Reports whether the cluster is asked about this failure; if absent, it is. */
  readonly mayDiagnose?: (() => boolean) | undefined;
};

const NOT_READ = 'cause not read: the run has many failures, and only the causes of the first ones were read';

/**
 * Adds what the cluster reports about an object that failed, or was not ready in time: the pod and its problem in the
 * message; then the warnings about the object and its pods, and the end of the failing container's log. This takes a
 * handful of requests and is done only for the first failures of a run: with thousands of failures it would block the
 * main thread for seconds. A user without permission to read these gets the failure unchanged.
 */
export async function diagnoseFailure(client: Client, wait: FailedWait): Promise<Failure> {
  const {failure, signal} = wait;
  if (failure.code !== 'object/not-ready' && failure.code !== 'object/failed') return failure;
  const {detail} = failure;
  if (signal.aborted) return {...failure, detail: client.clean(detail)};
  if (wait.mayDiagnose?.() === false)
    return {...failure, detail: client.clean(withCause(detail, wait.problem?.detail ?? NOT_READ))};
  const {why, trouble} = await readDiagnosis(client, wait);
  return {
    ...failure,
    detail: client.clean(withCause(detail, why)),
    ...defined({trouble: trouble.events.length === 0 && trouble.logs.length === 0 ? undefined : trouble}),
  };
}

type ReadDiagnosis = {readonly why: string | undefined; readonly trouble: Diagnosis};

async function readDiagnosis(client: Client, wait: FailedWait): Promise<ReadDiagnosis> {
  const {last, signal} = wait;
  const asked = {client, signal, namespace: identityOf(last).namespace};
  const {maker, pods} = shownPods(wait.pods ?? (await readPods(asked, last)));
  const pod = failedPod(pods, wait.problem);
  const why = wait.problem?.detail ?? sayPod(pod, last);
  const [ofClaims, events, logs] = await Promise.all([
    pod === undefined ? [] : unboundPvcEvents(asked, pod),
    eventsOf(asked, {known: wait.warnings, about: [last, maker, ...(pod === undefined ? [] : [pod]), ...pods]}),
    pod === undefined ? [] : logsOf(asked, pod, wait.problem?.container),
  ]);
  const claims = relatedEvents(ofClaims, new Set(ofClaims.map(({uid}) => uid)), client.clean);
  return {why, trouble: {events: [...events, ...claims], logs}};
}

const failedPod = (pods: readonly JsonObject[], problem: Problem | undefined): JsonObject | undefined =>
  problem === undefined
    ? (pods.find((pod) => podFailure(pod) !== undefined) ?? pods[0])
    : pods.find((pod) => textAt(pod, 'metadata', 'name') === problem.pod);

function sayPod(pod: JsonObject | undefined, workload: JsonObject): string | undefined {
  const diagnosis = pod === undefined || pod === workload ? undefined : podFailure(pod);
  return pod === undefined || diagnosis === undefined
    ? undefined
    : `pod ${textAt(pod, 'metadata', 'name')}: ${diagnosis}`;
}

type Concerned = {readonly known: Warnings | undefined; readonly about: readonly JsonObject[]};

/** Returns the events that were read while waiting, or else reads those of the object, of the owner of its pods and of one pod. */
async function eventsOf(asked: Asked, {known, about}: Concerned): Promise<readonly ObjectEvent[]> {
  const {client} = asked;
  const uids = [...new Set(about.map((object) => textAt(object, 'metadata', 'uid')))].filter((uid) => uid !== '');
  const seen = uids.map((uid) => known?.(uid));
  if (!seen.includes(undefined))
    return relatedEvents(
      seen.flatMap((some) => some ?? []),
      new Set(uids),
      client.clean,
    );
  const lists = await Promise.all(
    uids
      .slice(0, 3)
      .map((uid) => read(eventPlace(asked), {resource: EVENTS, fieldSelector: `involvedObject.uid=${uid}`})),
  );
  return relatedEvents(lists.flatMap((list) => list ?? []).map(seenEvent), new Set(uids), client.clean);
}

/** Returns the namespace of the events; those of cluster-scoped objects are in `default`. */
const eventPlace = (asked: Asked): Asked => ({...asked, namespace: asked.namespace ?? 'default'});

async function logsOf(asked: Asked, pod: JsonObject, wanted: string | undefined): Promise<readonly LogTail[]> {
  const {client, signal, namespace = ''} = asked;
  const name = textAt(pod, 'metadata', 'name');
  const failing = failingContainer(pod, wanted);
  if (failing === undefined) return [];
  const {container, runs} = failing;
  const tails = runs.map(async (run): Promise<readonly LogTail[]> => {
    const previous = run === 'previous' ? {previous: true as const} : {};
    const about = {namespace, pod: name, container, ...previous, tailLines: LOG_LINES, signal, ...PATIENCE};
    const reply = await unlessLost(signal, () => client.log(about));
    return reply?.ok === true && reply.lines.length > 0
      ? [{pod: name, container, ...previous, lines: reply.lines}]
      : [];
  });
  return (await Promise.all(tails)).flat();
}
