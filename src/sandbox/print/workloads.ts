import type {Json, JsonObject} from '../../core/json.ts';
import {isTrue} from '../../kubernetes/readiness/read.ts';
import {isBeingDeleted} from '../model/metadata.ts';
import {numberAt, objectsAt, textAt, valueAt} from '../model/part.ts';
import {age, type Cell, type Cells, containerCells, count, name, number, text, textOr} from './cell.ts';
import {humanDuration, sinceTime} from './human-duration.ts';
import {bareSelectorText, labelsText, selectorText} from './selector-text.ts';

const templateCells = containerCells('spec', 'template', 'spec');
const at =
  (show: (value: Json | undefined) => string, ...path: readonly string[]): Cell =>
  (object) =>
    show(valueAt(object, ...path));

const replicaCells: readonly Cell[] = [
  name,
  number('spec', 'replicas'),
  number('status', 'replicas'),
  number('status', 'readyReplicas'),
  age,
  ...templateCells,
];

const readyOf: Cell = (object) =>
  `${numberAt(object, 'status', 'readyReplicas')}/${numberAt(object, 'spec', 'replicas')}`;

/** Columns of workloads. */
export const WORKLOAD_CELLS: Cells = {
  PodTemplate: [name, ...containerCells('template', 'spec'), at(labelsText, 'template', 'metadata', 'labels')],
  ReplicationController: [...replicaCells, at(labelsText, 'spec', 'selector')],
  'ReplicaSet.apps': [...replicaCells, at(selectorText, 'spec', 'selector')],
  'Deployment.apps': [
    name,
    readyOf,
    number('status', 'updatedReplicas'),
    number('status', 'availableReplicas'),
    age,
    ...templateCells,
    at(bareSelectorText, 'spec', 'selector'),
  ],
  'StatefulSet.apps': [name, readyOf, age, ...templateCells],
  'DaemonSet.apps': [
    name,
    number('status', 'desiredNumberScheduled'),
    number('status', 'currentNumberScheduled'),
    number('status', 'numberReady'),
    number('status', 'updatedNumberScheduled'),
    number('status', 'numberAvailable'),
    at(labelsText, 'spec', 'template', 'spec', 'nodeSelector'),
    age,
    ...templateCells,
    at(selectorText, 'spec', 'selector'),
  ],
  'ControllerRevision.apps': [name, controllerOf, number('revision'), age],
  'Job.batch': [name, jobStatus, completions, jobDuration, age, ...templateCells, at(selectorText, 'spec', 'selector')],
  'CronJob.batch': [
    name,
    text('spec', 'schedule'),
    textOr('<none>', 'spec', 'timeZone'),
    at(suspended, 'spec', 'suspend'),
    count('status', 'active'),
    (job, now) => {
      const last = textAt(job, 'status', 'lastScheduleTime');
      return last === '' ? '<none>' : sinceTime(last, now);
    },
    age,
    ...containerCells('spec', 'jobTemplate', 'spec', 'template', 'spec'),
    at(selectorText, 'spec', 'jobTemplate', 'spec', 'selector'),
  ],
  'PodDisruptionBudget.policy': [
    name,
    at(amount, 'spec', 'minAvailable'),
    at(amount, 'spec', 'maxUnavailable'),
    number('status', 'disruptionsAllowed'),
    age,
  ],
};

function suspended(value: Json | undefined): string {
  return value === undefined ? '<unset>' : value === true ? 'True' : 'False';
}

function amount(value: Json | undefined): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : 'N/A';
}

function controllerOf(revision: JsonObject): string {
  const owner = objectsAt(revision, 'metadata', 'ownerReferences').find((one) => one['controller'] === true);
  if (owner === undefined) return '<none>';
  const [group, version] = textAt(owner, 'apiVersion').split('/');
  const kind = version === undefined ? textAt(owner, 'kind') : `${textAt(owner, 'kind')}.${group}`;
  return `${kind.toLowerCase()}/${textAt(owner, 'name')}`;
}

function completions(job: JsonObject): string {
  const done = numberAt(job, 'status', 'succeeded');
  const wanted = valueAt(job, 'spec', 'completions');
  if (typeof wanted === 'number') return `${done}/${wanted}`;
  const parallel = numberAt(job, 'spec', 'parallelism');
  return parallel > 1 ? `${done}/1 of ${parallel}` : `${done}/1`;
}

function jobDuration(job: JsonObject, now: number): string {
  const start = textAt(job, 'status', 'startTime');
  const end = textAt(job, 'status', 'completionTime');
  if (start === '') return '';
  return humanDuration((end === '' ? now : Date.parse(end)) - Date.parse(start));
}

function jobStatus(job: JsonObject): string {
  const ended = ['Complete', 'Failed'].find((type) => isTrue(job, type));
  if (ended !== undefined) return ended;
  if (isBeingDeleted(job)) return 'Terminating';
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find((type) => isTrue(job, type)) ?? 'Running';
}
