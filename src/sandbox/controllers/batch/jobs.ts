import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {type Controller, type ControlView, record, type Step} from '../../model/controller.ts';
import {
  annotationsOf,
  finalizersOf,
  isBeingDeleted,
  labelsOf,
  nameOf,
  namespaceOf,
  uidOf,
  withMetadata,
} from '../../model/metadata.ts';
import {objectsAt, optionalNumberAt, partAt, textAt} from '../../model/part.ts';
import {timeAt, timestamp} from '../../model/time.ts';
import {hasCondition} from '../shared/condition.ts';
import {controlledBy, controllerOfKind, itself} from '../shared/owner.ts';
import {counts, withStatus} from '../shared/with-status.ts';
import {freeNames, podOfTemplate} from '../workloads/pod-of-template.ts';
import {isDone, isReady, phaseOf} from '../workloads/pod-state.ts';
import {type Tally, TRACKING, tally, untilNext} from './job-pods.ts';
import {verdictOf} from './verdict.ts';

const COMPONENT = 'job-controller';
const INDEX = 'batch.kubernetes.io/job-completion-index';

/** The controller of Jobs: it creates pods until enough of them have succeeded, or too many have failed. */
export const jobs: Controller = {
  name: COMPONENT,
  watches: {'jobs.batch': itself, pods: controllerOfKind('Job')},
  steps: (key, cluster, now) => {
    const job = cluster.get('jobs.batch', key.namespace, key.name);
    if (job === undefined) return [];
    const pods = controlledBy(job, 'pods', cluster);
    const turn = {job, pods, cluster, now, tally: tally(job, pods)};
    if (isBeingDeleted(job) || isFinished(job))
      return [...untrack(turn.pods.filter((pod) => isDone(pod) || isBeingDeleted(pod))), ...expire(turn)];
    return run(turn);
  },
};

type Turn = {
  readonly job: JsonObject;
  readonly pods: readonly JsonObject[];
  readonly cluster: ControlView;
  readonly now: number;
  readonly tally: Tally;
};

const isFinished = (job: JsonObject): boolean => hasCondition(job, 'Complete') || hasCondition(job, 'Failed');
const isSuspended = (job: JsonObject): boolean => partAt(job, 'spec')['suspend'] === true;

function run(turn: Turn): readonly Step[] {
  const {job, pods, now} = turn;
  const {fresh, held, active} = turn.tally;
  // Pods are counted in this order: listed as uncounted, finalizer removed, added to the counts.
  if (fresh.length > 0 || held.length > 0) return [...report(turn, []), ...untrack(held)];
  const verdict = verdictOf(job, {...turn.tally, pods, now});
  if (verdict !== undefined) {
    if (active.length > 0) return [...report(turn, [verdict.target]), ...active.flatMap((pod) => remove(turn, pod))];
    if (pods.some((pod) => !isDone(pod))) return report(turn, [verdict.target]);
    return [...report(turn, [verdict.target, verdict.condition]), tell(turn, verdict.reason, verdict.message)];
  }
  if (isSuspended(job)) return suspend(turn);
  return [...report(turn, resumed(job)), ...scale(turn), ...deadline(turn)];
}

const untrack = (pods: readonly JsonObject[]): readonly Step[] =>
  pods
    .filter((pod) => finalizersOf(pod).includes(TRACKING))
    .map((pod) => {
      const finalizers = finalizersOf(pod).filter((finalizer) => finalizer !== TRACKING);
      return {do: 'update', object: withMetadata(pod, {finalizers: finalizers.length === 0 ? undefined : finalizers})};
    });

function suspend(turn: Turn): readonly Step[] {
  const {
    job,
    tally: {active},
  } = turn;
  const condition = {type: 'Suspended', status: 'True', reason: 'JobSuspended', message: 'Job suspended'};
  const events = hasCondition(job, 'Suspended') ? [] : [tell(turn, 'Suspended', 'Job suspended')];
  return [...report(turn, [condition]), ...events, ...active.flatMap((pod) => remove(turn, pod))];
}

const resumed = (job: JsonObject): readonly JsonObject[] =>
  hasCondition(job, 'Suspended')
    ? [{type: 'Suspended', status: 'False', reason: 'JobResumed', message: 'Job resumed'}]
    : [];

function scale(turn: Turn): readonly Step[] {
  const {
    job,
    pods,
    cluster,
    now,
    tally: {active, succeeded},
  } = turn;
  const parallelism = optionalNumberAt(job, 'spec', 'parallelism') ?? 1;
  const completions = optionalNumberAt(job, 'spec', 'completions');
  // Without `completions`, no pods are created after the first success.
  const wanted =
    completions === undefined
      ? succeeded > 0
        ? active.length
        : parallelism
      : Math.min(parallelism, completions - succeeded);
  if (active.length > wanted) return active.slice(wanted).flatMap((pod) => remove(turn, pod));
  const missing = wanted - active.length;
  if (missing === 0) return [];
  const left = untilNext(pods, now);
  if (left > 0) return [{do: 'again', afterMs: left}];
  const indexes = textAt(job, 'spec', 'completionMode') === 'Indexed' ? freeIndexes(turn, missing) : undefined;
  return freeNames(job, missing, cluster, now).flatMap((name, i) => create(turn, name, indexes?.[i]));
}

/** Returns indexes that are not completed and have no running pod. */
function freeIndexes({job, pods}: Turn, count: number): readonly number[] {
  const completions = optionalNumberAt(job, 'spec', 'completions') ?? 1;
  const taken = new Set(pods.filter((pod) => phaseOf(pod) !== 'Failed').map((pod) => annotationsOf(pod)[INDEX]));
  return Array.from({length: completions}, (_, i) => i)
    .filter((i) => !taken.has(String(i)))
    .slice(0, count);
}

function create(turn: Turn, name: string, index: number | undefined): readonly Step[] {
  const {job} = turn;
  const template = partAt(job, 'spec', 'template');
  const own = partAt(template, 'metadata');
  const indexed = index === undefined ? {} : {[INDEX]: String(index)};
  const made = index === undefined ? name : name.replace(/-[^-]+$/, (suffix) => `-${index}${suffix}`);
  const annotations = {...partAt(own, 'annotations'), ...indexed};
  const pod = podOfTemplate(job, template, {
    generateName: index === undefined ? `${nameOf(job)}-` : `${nameOf(job)}-${index}-`,
    name: made,
    finalizers: [TRACKING],
    labels: {...labelsOf(template), ...indexed},
    ...defined({annotations: Object.keys(annotations).length > 0 ? annotations : undefined}),
  });
  const hostname = index === undefined ? {} : {hostname: `${nameOf(job)}-${index}`};
  return [
    {
      do: 'create',
      object: {...pod, spec: {...partAt(pod, 'spec'), ...hostname}},
      refused: (why) => [tell(turn, 'FailedCreate', `Error creating: ${why}`)],
    },
    tell(turn, 'SuccessfulCreate', `Created pod: ${made}`),
  ];
}

const WARNINGS = new Set(['FailedCreate', 'BackoffLimitExceeded', 'DeadlineExceeded', 'PodFailurePolicy']);

const tell = ({job}: Turn, reason: string, message: string): Step =>
  record({about: job, type: WARNINGS.has(reason) ? 'Warning' : 'Normal', reason, message, by: COMPONENT});

const remove = (turn: Turn, pod: JsonObject): readonly Step[] => [
  {do: 'delete', resource: 'pods', namespace: namespaceOf(pod), name: nameOf(pod), uid: uidOf(pod)},
  tell(turn, 'SuccessfulDelete', `Deleted pod: ${nameOf(pod)}`),
];

function report(turn: Turn, next: readonly JsonObject[]): readonly Step[] {
  const {
    job,
    pods,
    now,
    tally: {active, succeeded, failed, uncounted},
  } = turn;
  const before = objectsAt(job, 'status', 'conditions');
  const time = timestamp(now);
  const conditions = next.reduce<readonly JsonObject[]>((all, condition) => {
    const same = all.find((one) => one['type'] === condition['type']);
    if (same !== undefined && same['status'] === condition['status']) return all;
    return [...all.filter((one) => one !== same), {...condition, lastProbeTime: time, lastTransitionTime: time}];
  }, before);
  const isComplete = next.some(({type}) => type === 'Complete');
  const suspended = isSuspended(job);
  const status = defined({
    startTime: suspended ? undefined : textAt(job, 'status', 'startTime') || time,
    completionTime: isComplete ? time : partAt(job, 'status')['completionTime'],
    ...defined({conditions: conditions.length > 0 ? conditions : undefined}),
    ...counts({active: active.length, succeeded, failed}),
    ...completedIndexes(turn),
    ready: active.filter((pod) => isReady(pod)).length,
    terminating: pods.filter((pod) => isBeingDeleted(pod) && !isDone(pod)).length,
    uncountedTerminatedPods: lists(uncounted),
  });
  return deepEqual(status, job['status']) ? [] : [{do: 'status', object: withStatus(job, status)}];
}

const lists = (uncounted: Tally['uncounted']): JsonObject =>
  Object.fromEntries(Object.entries(uncounted).filter(([, uids]) => uids.length > 0));

/** Returns the completed indexes in the form `0-2,4`. */
function completedIndexes({job, pods}: Turn): JsonObject {
  if (textAt(job, 'spec', 'completionMode') !== 'Indexed') return {};
  const done = pods.filter((pod) => phaseOf(pod) === 'Succeeded').map((pod) => Number(annotationsOf(pod)[INDEX]));
  const ranges: [number, number][] = [];
  for (const index of [...new Set(done)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const text = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
  return text === '' ? {} : {completedIndexes: text};
}

function deadline({job, now}: Turn): readonly Step[] {
  const seconds = optionalNumberAt(job, 'spec', 'activeDeadlineSeconds');
  const start = timeAt(job, 'status', 'startTime');
  if (seconds === undefined || start === 0) return [];
  return [{do: 'again', afterMs: Math.max(1, start + seconds * 1000 - now)}];
}

/** Deletes a finished Job after `ttlSecondsAfterFinished`. */
function expire({job, now}: Turn): readonly Step[] {
  const seconds = optionalNumberAt(job, 'spec', 'ttlSecondsAfterFinished');
  if (seconds === undefined || isBeingDeleted(job)) return [];
  const finished = objectsAt(job, 'status', 'conditions').find(
    ({type, status}) => status === 'True' && (type === 'Complete' || type === 'Failed'),
  );
  const left = timeAt(finished, 'lastTransitionTime') + seconds * 1000 - now;
  if (left > 0) return [{do: 'again', afterMs: left}];
  return [
    {
      do: 'delete',
      resource: 'jobs.batch',
      namespace: namespaceOf(job),
      name: nameOf(job),
      uid: uidOf(job),
      propagation: 'Foreground',
    },
  ];
}
