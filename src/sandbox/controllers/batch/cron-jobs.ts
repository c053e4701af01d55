import type {Json, JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {readSchedule} from '../../kinds/workloads/schedule.ts';
import {type Controller, type ControlView, record, type Step} from '../../model/controller.ts';
import {annotationsOf, isBeingDeleted, labelsOf, nameOf, namespaceOf, uidOf} from '../../model/metadata.ts';
import {objectsAt, optionalNumberAt, partAt, textAt} from '../../model/part.ts';
import {timeAt, timestamp} from '../../model/time.ts';
import {hasCondition} from '../shared/condition.ts';
import {controlledBy, controllerOfKind, controllerReference, itself} from '../shared/owner.ts';
import {withStatus} from '../shared/with-status.ts';
import {nextDue} from './next-due.ts';

const COMPONENT = 'cronjob-controller';
const JOBS = 'jobs.batch';

/** The controller of CronJobs: it creates their Jobs when they are due. */
export const cronJobs: Controller = {
  name: COMPONENT,
  watches: {'cronjobs.batch': itself, [JOBS]: controllerOfKind('CronJob')},
  steps: (key, cluster, now) => {
    const cron = cluster.get('cronjobs.batch', key.namespace, key.name);
    if (cron === undefined || isBeingDeleted(cron)) return [];
    const turn = {cron, cluster, now, made: controlledBy(cron, JOBS, cluster)};
    return [...note(turn, {}), ...cleanUp(turn), ...due(turn)];
  },
};

type Turn = {
  readonly cron: JsonObject;
  readonly cluster: ControlView;
  readonly now: number;
  readonly made: readonly JsonObject[];
};

const isOver = (job: JsonObject): boolean => hasCondition(job, 'Complete') || hasCondition(job, 'Failed');

/** Updates the status: the active Jobs, and the time of the last successful one. */
function note({cron, made}: Turn, more: JsonObject): readonly Step[] {
  const before = partAt(cron, 'status');
  const known = objectsAt(before, 'active').map((reference) => textAt(reference, 'uid'));
  const active = made.filter((job) => !isOver(job) && !isBeingDeleted(job)).map((job) => referenceTo(job));
  const ended = made
    .filter((job) => hasCondition(job, 'Complete'))
    .map((job) => textAt(job, 'status', 'completionTime'));
  const last = ended.toSorted().at(-1);
  const status = defined({
    ...before,
    active: active.length === 0 ? undefined : active,
    lastSuccessfulTime: last ?? before['lastSuccessfulTime'],
    ...more,
  });
  const seen = made.filter((job) => isOver(job) && known.includes(uidOf(job)));
  const events = seen.map((job) => {
    const message = `Saw completed job: ${nameOf(job)}, condition: ${hasCondition(job, 'Complete') ? 'Complete' : 'Failed'}`;
    return record({about: cron, reason: 'SawCompletedJob', message, by: COMPONENT});
  });
  return deepEqual(status, before) ? [] : [{do: 'status', object: withStatus(cron, status)}, ...events];
}

const referenceTo = (job: JsonObject): Json => ({
  kind: 'Job',
  namespace: namespaceOf(job),
  name: nameOf(job),
  uid: uidOf(job),
  apiVersion: 'batch/v1',
  resourceVersion: textAt(job, 'metadata', 'resourceVersion'),
});

/** Deletes finished Jobs beyond the history limits. */
function cleanUp({cron, cluster, now, made}: Turn): readonly Step[] {
  const kept = (condition: string, limit: number): readonly JsonObject[] => {
    const ended = made.filter((job) => hasCondition(job, condition) && !isBeingDeleted(job));
    const byAge = ended.toSorted((a, b) => timeAt(a, 'status', 'startTime') - timeAt(b, 'status', 'startTime'));
    return byAge.slice(0, Math.max(0, byAge.length - limit));
  };
  const spec = partAt(cron, 'spec');
  const old = [
    ...kept('Complete', optionalNumberAt(spec, 'successfulJobsHistoryLimit') ?? 3),
    ...kept('Failed', optionalNumberAt(spec, 'failedJobsHistoryLimit') ?? 1),
  ];
  return old.flatMap((job) => remove(job, {cron, cluster, now}));
}

const remove = (job: JsonObject, {cron}: Omit<Turn, 'made'>): readonly Step[] => [
  {do: 'delete', resource: JOBS, namespace: namespaceOf(job), name: nameOf(job), uid: uidOf(job)},
  record({about: cron, reason: 'SuccessfulDelete', message: `Deleted job ${nameOf(job)}`, by: COMPONENT}),
];

function due(turn: Turn): readonly Step[] {
  const {cron, now} = turn;
  const schedule = readSchedule(textAt(cron, 'spec', 'schedule'));
  if (typeof schedule !== 'object' || partAt(cron, 'spec')['suspend'] === true) return [];
  const zone = textAt(cron, 'spec', 'timeZone') || undefined;
  const deadline = optionalNumberAt(cron, 'spec', 'startingDeadlineSeconds');
  const last = timeAt(cron, 'status', 'lastScheduleTime') || timeAt(cron, 'metadata', 'creationTimestamp');
  const since = deadline === undefined ? last : Math.max(last, now - deadline * 1000);
  const first = nextDue(schedule, since, zone);
  if (first === undefined) return [];
  if (first > now) return [{do: 'again', afterMs: first - now}];
  // If several runs were missed, only the last one counts.
  let at = first;
  for (let next = nextDue(schedule, at, zone); next !== undefined && next <= now; next = nextDue(schedule, next, zone))
    at = next;
  return begin(turn, at);
}

function begin(turn: Turn, at: number): readonly Step[] {
  const {cron, made} = turn;
  const running = made.filter((job) => !isOver(job) && !isBeingDeleted(job));
  const policy = textAt(cron, 'spec', 'concurrencyPolicy');
  const tell = (reason: string, message: string): Step => record({about: cron, reason, message, by: COMPONENT});
  if (policy === 'Forbid' && running.length > 0) {
    const message = 'Not starting job because prior execution is running and concurrency policy is Forbid';
    return [tell('JobAlreadyActive', message)];
  }
  const replaced = policy === 'Replace' ? running.flatMap((job) => remove(job, turn)) : [];
  const job = newJob(cron, at);
  return [
    ...replaced,
    {do: 'create', object: job, refused: (why) => [tell('FailedCreate', `Error creating job: ${why}`)]},
    tell('SuccessfulCreate', `Created job ${nameOf(job)}`),
    ...(replaced.length > 0 ? [] : note(turn, {lastScheduleTime: timestamp(at)})),
  ];
}

function newJob(cron: JsonObject, at: number): JsonObject {
  const template = partAt(cron, 'spec', 'jobTemplate');
  const labels = labelsOf(template);
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: `${nameOf(cron)}-${Math.floor(at / 60_000)}`,
      namespace: namespaceOf(cron),
      ...defined({labels: Object.keys(labels).length > 0 ? labels : undefined}),
      annotations: {...annotationsOf(template), 'batch.kubernetes.io/cronjob-scheduled-timestamp': timestamp(at)},
      ownerReferences: [controllerReference(cron)],
    },
    spec: partAt(template, 'spec'),
  };
}
