import {isObject, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {type Current, isTerminating} from './current-pods.ts';
import type {SeenEvent} from './event.ts';
import {GRACE} from './grace.ts';
import {podFailure} from './pod-failure.ts';
import {podProblem} from './pod-problem.ts';
import {type Problem, withoutGrace} from './problem.ts';
import {conditionOf, intAt, isTrue, listAt, textAt} from './read.ts';
import {refusedPods} from './refused-pods.ts';

/** A workload, its pods and events at one moment. */
export type Look = {
  readonly workload: JsonObject;
  readonly current: Current;
  /** Warnings about the workload and its pods; absent if the user may not read them. */
  readonly events?: readonly SeenEvent[] | undefined;
};

/** Returns all problems that keep a workload from becoming ready, from its pods of the current template and from events. */
export function workloadProblems(look: Look): readonly Problem[] {
  const {workload, current} = look;
  const active = current.pods.filter((pod) => !hasEnded(pod));
  const eventsByUid = Map.groupBy(look.events ?? [], ({uid}) => uid);
  const ofPods = active
    .flatMap((pod) => podProblem(pod) ?? stuckBefore(pod, eventsByUid.get(textAt(pod, 'metadata', 'uid'))) ?? [])
    .map((problem) => (problem.cause === 'unschedulable' && current.makesRoom ? withoutGrace(problem) : problem));
  const own = kindOf(workload);
  // A Job counts its failed pods and its containers' restarts itself; its condition reports when it gives up.
  if (own === 'Job') return [...refused(look, active), ...ofPods.map(leftToJob)];
  if (own === 'Pod') return ofPods;
  return [
    ...refused(look, active),
    ...ofPods,
    ...failedPods(look),
    ...(own === 'StatefulSet' ? stuckRollout(look) : []),
  ];
}

const kindOf = (object: JsonObject): string => identityOf(object).kind;

const hasEnded = (pod: JsonObject): boolean => ['Failed', 'Succeeded'].includes(textAt(pod, 'status', 'phase'));

const leftToJob = (problem: Problem): Problem =>
  problem.cause === 'crash' || problem.cause === 'start' ? withoutGrace(problem) : problem;

/**
 * Returns the problem of pods that fail. The controller replaces a failed pod at once; if the replacements fail
 * repeatedly, waiting does not help.
 */
function failedPods({workload, current: {maker, pods}, events = []}: Look): readonly Problem[] {
  const [newest] = pods;
  const failed = pods.slice(0, AGAIN + 1).filter((pod) => textAt(pod, 'status', 'phase') === 'Failed');
  const again = failed.length >= AGAIN && newest !== undefined && textAt(newest, 'status', 'phase') !== 'Running';
  const [last] = failed;
  // The replacement may have been created within the same second.
  const isReplaced = pods.filter((pod) => !hasEnded(pod)).length >= wantedPods(maker);
  if (last !== undefined && (again || (last === newest && !isReplaced))) {
    const name = textAt(last, 'metadata', 'name');
    const detail = `pod ${name} has failed: ${podFailure(last) ?? 'no reason is reported'}`;
    return [{cause: 'failed-pods', detail, pod: name, graceMs: GRACE.failedPods}];
  }
  const about = aboutNewest(workload, events).filter(({reason}) => DELETED_AGAIN.has(reason));
  const event = newestOf(about, DELETED_AGAIN);
  if (event === undefined || about.reduce((sum, {count}) => sum + count, 0) < AGAIN) return [];
  return [{cause: 'failed-pods', detail: `its pods fail repeatedly: ${event.message}`, graceMs: GRACE.failedPods}];
}

/** The number of failures in a row that counts as a problem. */
const AGAIN = 3;
/** Events of controllers that delete a failed pod before they create the next one. */
const DELETED_AGAIN: ReadonlySet<string> = new Set(['FailedDaemonPod', 'RecreatingFailedPod']);

/**
 * Returns the problem of an old pod that blocks a rollout. Pods are replaced one by one, each when the previous one is
 * ready, so one that never becomes ready stops the rollout.
 */
function stuckRollout({workload, current: {older = []}}: Look): readonly Problem[] {
  if (textAt(workload, 'spec', 'podManagementPolicy') === 'Parallel') return [];
  const problem = older.flatMap((pod) => podProblem(pod) ?? [])[0];
  if (problem === undefined) return [];
  const detail = `${problem.detail}; it has an older template, and a StatefulSet replaces no other pod until this one is ready: delete this pod`;
  return [{...problem, cause: 'stuck', detail, graceMs: GRACE.stuck}];
}

function refused({workload, current: {maker}, events = []}: Look, active: readonly JsonObject[]): readonly Problem[] {
  const said = conditionOf(maker, 'ReplicaFailure');
  if (said?.status === 'True') return [refusedPods(said.message)];
  if (active.length >= wantedPods(workload)) return [];
  const event = newestOf(aboutNewest(workload, events), REFUSED);
  // A pod that was created since shows that creation is permitted again: the next pod of a StatefulSet waits for this
  // one.
  const [newest] = active;
  if (event === undefined || (newest !== undefined && textAt(newest, 'metadata', 'creationTimestamp') > event.time))
    return [];
  return [refusedPods(event.message)];
}

/** Returns the events since the last write. An event has no generation: an older one is about another template. */
function aboutNewest(workload: JsonObject, events: readonly SeenEvent[]): readonly SeenEvent[] {
  const [uid, since] = [textAt(workload, 'metadata', 'uid'), writtenAt(workload)];
  return events.filter((event) => event.uid === uid && event.time >= since);
}

const REFUSED: ReadonlySet<string> = new Set(['FailedCreate']);

/** Returns how many pods the controller would have created by now, if it were permitted to. */
function wantedPods(workload: JsonObject): number {
  switch (kindOf(workload)) {
    case 'DaemonSet':
      return intAt(workload, ['status', 'desiredNumberScheduled'], 0);
    case 'Job':
      return isTrue(workload, 'Complete') || intAt(workload, ['status', 'succeeded'], 0) > 0 ? 0 : 1;
    default:
      return intAt(workload, ['spec', 'replicas'], 1);
  }
}

/** Returns the time when the spec was last written, by the server's clock, in whole seconds. */
function writtenAt(object: JsonObject): string {
  const times = listAt(object, 'metadata', 'managedFields')
    .filter(isObject)
    .filter((entry) => textAt(entry, 'subresource') === '')
    .map((entry) => textAt(entry, 'time'));
  return times.reduce((a, b) => (a > b ? a : b), textAt(object, 'metadata', 'creationTimestamp'));
}

/** Returns the problem of a pod whose containers have not started: only events report problems of volumes and networks. */
function stuckBefore(pod: JsonObject, own: readonly SeenEvent[] = []): Problem | undefined {
  if (textAt(pod, 'status', 'phase') !== 'Pending' || isTerminating(pod)) return undefined;
  const seen = newestOf(own, BEFORE_START);
  if (seen === undefined) return undefined;
  const name = textAt(pod, 'metadata', 'name');
  return {...beforeStart(seen), detail: `pod ${name}: ${seen.reason}: ${seen.message}`, pod: name, toldAt: seen.time};
}

const BEFORE_START: ReadonlySet<string> = new Set(['FailedMount', 'FailedAttachVolume', 'FailedCreatePodSandBox']);

function beforeStart({reason, message}: SeenEvent): Pick<Problem, 'cause' | 'graceMs'> {
  if (reason === 'FailedCreatePodSandBox') return {cause: 'sandbox', graceMs: GRACE.sandbox};
  // A volume of a lost pod is detached from its node only after minutes, but it is detached in the end.
  if (/Multi-Attach/.test(message)) return {cause: 'mount'};
  if (/(configmap|secret)s? .{0,1000}not found|references non-existent/i.test(message)) {
    return {cause: 'config', graceMs: GRACE.missingConfig};
  }
  return {cause: 'mount', graceMs: GRACE.mount};
}

const newestOf = (events: readonly SeenEvent[], reasons: ReadonlySet<string>): SeenEvent | undefined =>
  events
    .filter(({reason}) => reasons.has(reason))
    .reduce<SeenEvent | undefined>((a, b) => (a === undefined || b.time >= a.time ? b : a), undefined);
