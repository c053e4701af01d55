import type {JsonObject} from '../../core/json.ts';
import {numberAt, objectsAt, partAt, textAt, valueAt} from '../model/part.ts';
import {age, type Cells, firstOf, name, number} from './cell.ts';

/** Columns of HorizontalPodAutoscalers, in both versions. */
export const AUTOSCALER_CELLS: Cells = {
  'HorizontalPodAutoscaler.autoscaling': [
    name,
    (scaler) =>
      `${textAt(scaler, 'spec', 'scaleTargetRef', 'kind')}/${textAt(scaler, 'spec', 'scaleTargetRef', 'name')}`,
    targets,
    (scaler) => {
      const least = valueAt(scaler, 'spec', 'minReplicas');
      return typeof least === 'number' ? `${least}` : '<unset>';
    },
    number('spec', 'maxReplicas'),
    number('status', 'currentReplicas'),
    age,
  ],
  'Scale.autoscaling': [name, number('spec', 'replicas'), number('status', 'replicas'), age],
};

function targets(scaler: JsonObject): string {
  const metrics = objectsAt(scaler, 'spec', 'metrics');
  const current = objectsAt(scaler, 'status', 'currentMetrics');
  const shown = metrics.map((metric, index) => metricText(metric, current[index] ?? {}));
  return firstOf([...shown, ...oldTarget(scaler)], 2, ', ') || '<none>';
}

/** Returns the targets of autoscaling/v1, which has only one metric. */
function oldTarget(scaler: JsonObject): readonly string[] {
  const target = valueAt(scaler, 'spec', 'targetCPUUtilizationPercentage');
  if (typeof target !== 'number') return [];
  const current = valueAt(scaler, 'status', 'currentCPUUtilizationPercentage');
  return [`cpu: ${typeof current === 'number' ? `${current}%` : '<unknown>'}/${target}%`];
}

const FIELD: Readonly<Record<string, string>> = {
  External: 'external',
  Pods: 'pods',
  Object: 'object',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};

function metricText(metric: JsonObject, status: JsonObject): string {
  const type = textAt(metric, 'type');
  const field = FIELD[type];
  if (field === undefined) return '<unknown type>';
  const target = partAt(metric, field, 'target');
  const current = partAt(status, field, 'current');
  if (field === 'pods') return ratio(current, target, 'averageValue');
  if (field === 'external' || field === 'object') {
    return 'averageValue' in target
      ? `${ratio(current, target, 'averageValue')} (avg)`
      : ratio(current, target, 'value');
  }
  const resource = textAt(metric, field, 'name');
  return `${resource}: ${'averageValue' in target ? ratio(current, target, 'averageValue') : percentages(current, target)}`;
}

const ratio = (current: JsonObject, target: JsonObject, value: string): string =>
  `${textAt(current, value) || '<unknown>'}/${textAt(target, value)}`;

const percentages = (current: JsonObject, target: JsonObject): string =>
  `${percentage(current, '<unknown>')}/${percentage(target, '<auto>')}`;

const percentage = (value: JsonObject, otherwise: string): string =>
  'averageUtilization' in value ? `${numberAt(value, 'averageUtilization')}%` : otherwise;
