import {isObject, type JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {type Current, isGoing} from './current-pods.ts';
import type {SeenEvent} from './event.ts';
import {GRACE} from './grace.ts';
import {podProblem} from './pod-problem.ts';
import {podTrouble} from './pod-trouble.ts';
import {type Problem, withoutGrace} from './problem.ts';
import {conditionOf, intAt, isTrue, listAt, textAt} from './read.ts';
import {refusedPods} from './refused-pods.ts';

/** A workload, its pods and events at one moment. */
export type Look = {
  readonly workload: JsonObject;
  readonly current: Current;
  /** Warnings about the workload and its pods; absent: they may not be read. */
  readonly events?: readonly SeenEvent[] | undefined;
};

/** All that keeps a workload from becoming ready, by its pods of the current template and by what their controllers were told. */
export function workloadProblems(look: Look): readonly Problem[] {
  const {workload, current} = look;
  const active = current.pods.filter((pod) => !hasEnded(pod));
  const told = Map.groupBy(look.events ?? [], ({uid}) => uid);
  const ofPods = active
    .flatMap((pod) => podProblem(pod) ?? stuckBefore(pod, told.get(textAt(pod, 'metadata', 'uid'))) ?? [])
    .map((problem) => (problem.cause === 'unschedulable' && current.makesRoom ? withoutGrace(problem) : problem));
  const own = kindOf(workload);
  // A Job counts its failed pods itself, and its containers' restarts: its own condition says when it has given up.
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

/** Its controller makes another one at once: where that one fails, too, and the next, it does not help. */
function failedPods({workload, current: {maker, pods}, events = []}: Look): readonly Problem[] {
  const [newest] = pods;
  const failed = pods.slice(0, AGAIN + 1).filter((pod) => textAt(pod, 'status', 'phase') === 'Failed');
  const again = failed.length >= AGAIN && newest !== undefined && textAt(newest, 'status', 'phase') !== 'Running';
  const [last] = failed;
  // The one that replaced it may have come within the same second.
  const isReplaced = pods.filter((pod) => !hasEnded(pod)).length >= wantedPods(maker);
  if (last !== undefined && (again || (last === newest && !isReplaced))) {
    const name = textAt(last, 'metadata', 'name');
    const detail = `pod ${name} has failed: ${podTrouble(last) ?? 'no reason is reported'}`;
    return [{cause: 'failed-pods', detail, pod: name, graceMs: GRACE.failedPods}];
  }
  const about = aboutNewest(workload, events).filter(({reason}) => DELETED_AGAIN.has(reason));
  const told = newestOf(about, DELETED_AGAIN);
  if (told === undefined || about.reduce((sum, {count}) => sum + count, 0) < AGAIN) return [];
  return [{cause: 'failed-pods', detail: `its pods fail repeatedly: ${told.message}`, graceMs: GRACE.failedPods}];
}

/** How often in a row is no accident. */
const AGAIN = 3;
/** Some controllers delete a failed pod before they make the next. */
const DELETED_AGAIN: ReadonlySet<string> = new Set(['FailedDaemonPod', 'RecreatingFailedPod']);

/** One pod after the other, each when the one before is ready: the controller never replaces one that cannot get there. */
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
  const told = newestOf(aboutNewest(workload, events), REFUSED);
  // Whoever has made a pod since is let again: the next one of a StatefulSet waits for this one to be ready.
  const [newest] = active;
  if (told === undefined || (newest !== undefined && textAt(newest, 'metadata', 'creationTimestamp') > told.time))
    return [];
  return [refusedPods(told.message)];
}

/** An event knows no generation: one from before the last write was about another template. */
function aboutNewest(workload: JsonObject, events: readonly SeenEvent[]): readonly SeenEvent[] {
  const [uid, since] = [textAt(workload, 'metadata', 'uid'), writtenAt(workload)];
  return events.filter((event) => event.uid === uid && event.time >= since);
}

const REFUSED: ReadonlySet<string> = new Set(['FailedCreate']);

/** How many pods its controller would have made by now, had it been let. */
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

/** When its spec was last written, by the server's clock, to the second. */
function writtenAt(object: JsonObject): string {
  const times = listAt(object, 'metadata', 'managedFields')
    .filter(isObject)
    .filter((entry) => textAt(entry, 'subresource') === '')
    .map((entry) => textAt(entry, 'time'));
  return times.reduce((a, b) => (a > b ? a : b), textAt(object, 'metadata', 'creationTimestamp'));
}

/** A pod whose containers have not begun: volumes and networks are told of by events alone. */
function stuckBefore(pod: JsonObject, own: readonly SeenEvent[] = []): Problem | undefined {
  if (textAt(pod, 'status', 'phase') !== 'Pending' || isGoing(pod)) return undefined;
  const told = newestOf(own, BEFORE_START);
  if (told === undefined) return undefined;
  const name = textAt(pod, 'metadata', 'name');
  return {...beforeStart(told), detail: `pod ${name}: ${told.reason}: ${told.message}`, pod: name, toldAt: told.time};
}

const BEFORE_START: ReadonlySet<string> = new Set(['FailedMount', 'FailedAttachVolume', 'FailedCreatePodSandBox']);

function beforeStart({reason, message}: SeenEvent): Pick<Problem, 'cause' | 'graceMs'> {
  if (reason === 'FailedCreatePodSandBox') return {cause: 'sandbox', graceMs: GRACE.sandbox};
  // A volume leaves the node of a lost pod after minutes only: it comes in the end.
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
