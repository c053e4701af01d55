import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {defined} from '../../lib/defined.ts';
import {numberAt, objectAt, objectsAt, partAt, textAt} from '../model/part.ts';
import {withField, without} from './objects/fields.ts';
import {inOrder, internalJson} from './workloads/internal-json.ts';

const OLD = 'autoscaling/v1';
const NEW = 'autoscaling/v2';

const PREFIX = 'autoscaling.alpha.kubernetes.io/';
const [METRICS, CURRENT, CONDITIONS, BEHAVIOR] = ['metrics', 'current-metrics', 'conditions', 'behavior'].map(
  (name) => `${PREFIX}${name}`,
) as [string, string, string, string];

/** Converts a HorizontalPodAutoscaler to its other version. Fields that v1 does not have are stored in annotations there. */
export function convertAutoscaler(object: JsonObject, apiVersion: string): JsonObject {
  if (object['apiVersion'] === apiVersion) return object;
  if (apiVersion === OLD) return toOld(object);
  return apiVersion === NEW ? toNew(object) : {...object, apiVersion};
}

const isCpu = (metric: JsonObject): boolean =>
  textAt(metric, 'type') === 'Resource' &&
  textAt(metric, 'resource', 'name') === 'cpu' &&
  typeof objectAt(metric, 'resource', 'target')?.['averageUtilization'] === 'number';

function toOld(object: JsonObject): JsonObject {
  const [spec, status] = [partAt(object, 'spec'), partAt(object, 'status')];
  const [metrics, behavior] = [objectsAt(spec, 'metrics'), objectAt(spec, 'behavior')];
  const [current, conditions] = [objectsAt(status, 'currentMetrics'), objectsAt(status, 'conditions')];
  const others = metrics.filter((metric) => !isCpu(metric)).map(oldMetric);
  const cpu = metrics.find(isCpu);
  const annotations = {
    ...known(object),
    ...annotation(METRICS, others),
    ...annotation(CURRENT, current.map(oldStatus)),
    ...defined({[BEHAVIOR]: behavior === undefined ? undefined : goJson(shownBehavior(behavior))}),
    ...annotation(CONDITIONS, conditions.map(orderedCondition)),
  };
  const used = current.find((one) => textAt(one, 'resource', 'name') === 'cpu');
  const percent = objectAt(used, 'resource', 'current')?.['averageUtilization'];
  return {
    ...withAnnotations(object, annotations),
    apiVersion: OLD,
    spec: withField(
      without(spec, 'metrics', 'behavior'),
      'targetCPUUtilizationPercentage',
      cpu === undefined ? undefined : numberAt(cpu, 'resource', 'target', 'averageUtilization'),
    ),
    status: {
      currentReplicas: 0,
      desiredReplicas: 0,
      ...withField(without(status, 'currentMetrics', 'conditions'), 'currentCPUUtilizationPercentage', percent),
    },
  };
}

const annotation = (key: string, values: readonly Json[]): JsonObject =>
  values.length === 0 ? {} : {[key]: goJson(values)};

const goJson = (value: Json): string =>
  JSON.stringify(value).replaceAll(/[<>&]/g, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);

/** Returns the annotations without those that only carry fields of v2. */
const known = (object: JsonObject): JsonObject =>
  without(partAt(object, 'metadata', 'annotations'), METRICS, CURRENT, CONDITIONS, BEHAVIOR);

function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const metadata = partAt(object, 'metadata');
  const isEmpty = Object.keys(annotations).length === 0;
  return {...object, metadata: withField(metadata, 'annotations', isEmpty ? undefined : annotations)};
}

/** Returns the behavior with the names of the server's internal types, as this annotation has it. */
const shownBehavior = (behavior: JsonObject): JsonObject => internalJson('HorizontalPodAutoscalerBehavior', behavior);

/** Returns the fields that are set, in this order. */
const fields = (...entries: readonly (readonly [string, Json | undefined])[]): JsonObject =>
  Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, inOrder(value)]])));

const reference = (object: JsonObject | undefined): JsonObject =>
  fields(['kind', textAt(object, 'kind')], ['name', textAt(object, 'name')], ['apiVersion', object?.['apiVersion']]);

type Change = (source: JsonObject, amount: JsonObject) => JsonObject;

const OLD_SOURCE: Readonly<Record<string, Change>> = {
  object: (source, target) =>
    fields(
      ['target', undefined],
      ['metricName', textAt(source, 'metric', 'name')],
      ['targetValue', target['value'] ?? '0'],
      ['selector', objectAt(source, 'metric', 'selector')],
      ['averageValue', target['averageValue']],
    ),
  pods: (source, target) =>
    fields(
      ['metricName', textAt(source, 'metric', 'name')],
      ['targetAverageValue', target['averageValue'] ?? '0'],
      ['selector', objectAt(source, 'metric', 'selector')],
    ),
  resource: (source, target) =>
    fields(
      ['name', source['name']],
      ['targetAverageUtilization', target['averageUtilization']],
      ['targetAverageValue', target['averageValue']],
    ),
  containerResource: (source, target) =>
    fields(
      ['name', source['name']],
      ['targetAverageUtilization', target['averageUtilization']],
      ['targetAverageValue', target['averageValue']],
      ['container', source['container']],
    ),
  external: (source, target) =>
    fields(
      ['metricName', textAt(source, 'metric', 'name')],
      ['metricSelector', objectAt(source, 'metric', 'selector')],
      ['targetValue', target['value']],
      ['targetAverageValue', target['averageValue']],
    ),
};

function oldMetric(metric: JsonObject): JsonObject {
  const kind = Object.keys(OLD_SOURCE).find((one) => isObject(metric[one])) ?? '';
  const source = partAt(metric, kind);
  const changed = OLD_SOURCE[kind]?.(source, partAt(source, 'target')) ?? {};
  const described = kind === 'object' ? {target: reference(objectAt(source, 'describedObject')), ...changed} : changed;
  return {type: textAt(metric, 'type'), [kind]: described};
}

/** Returns the current value of a metric. The status of v1 has fewer fields. */
function oldStatus(metric: JsonObject): JsonObject {
  const kind = Object.keys(OLD_SOURCE).find((one) => isObject(metric[one])) ?? '';
  const source = partAt(metric, kind);
  const current = partAt(source, 'current');
  const name = textAt(source, 'metric', 'name') || textAt(source, 'name');
  return {
    type: textAt(metric, 'type'),
    [kind]: fields(
      [kind.toLowerCase().endsWith('resource') ? 'name' : 'metricName', name],
      ['currentAverageUtilization', current['averageUtilization']],
      ['currentValue', current['value']],
      ['currentAverageValue', current['averageValue'] ?? '0'],
      ['container', source['container']],
    ),
  };
}

const orderedCondition = (condition: JsonObject): JsonObject =>
  fields(...['type', 'status', 'lastTransitionTime', 'reason', 'message'].map((key) => [key, condition[key]] as const));

function toNew(object: JsonObject): JsonObject {
  const [spec, status] = [partAt(object, 'spec'), partAt(object, 'status')];
  const cpu = spec['targetCPUUtilizationPercentage'];
  const metrics = [...read(object, METRICS).map(newMetric), ...(typeof cpu === 'number' ? [utilization(cpu)] : [])];
  const behavior = readBehavior(object);
  const conditions = read(object, CONDITIONS);
  const plain = without(spec, 'targetCPUUtilizationPercentage');
  return {
    ...withAnnotations(object, known(object)),
    apiVersion: NEW,
    spec: withField({...plain, metrics: metrics.length === 0 ? [utilization(80)] : metrics}, 'behavior', behavior),
    status: {
      desiredReplicas: 0,
      currentMetrics: null,
      ...without(status, 'currentCPUUtilizationPercentage'),
      ...defined({conditions: conditions.length === 0 ? undefined : conditions}),
    },
  };
}

const utilization = (percent: number): JsonObject => ({
  type: 'Resource',
  resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: percent}},
});

/** Parses an annotation. Invalid JSON counts as absent. */
function parsed(object: JsonObject, key: string): Json {
  try {
    return JSON.parse(textAt(object, 'metadata', 'annotations', key) || 'null') as Json;
  } catch {
    return null;
  }
}

const read = (object: JsonObject, key: string): readonly JsonObject[] => {
  const value = parsed(object, key);
  return isList(value) ? value.filter(isObject) : [];
};

function newMetric(metric: JsonObject): JsonObject {
  const kind = Object.keys(OLD_SOURCE).find((one) => isObject(metric[one])) ?? '';
  const source = partAt(metric, kind);
  const amount = newTarget(kind, source);
  const named = kind.toLowerCase().endsWith('resource')
    ? fields(['name', source['name']], ['container', source['container']])
    : {
        metric: fields(['name', source['metricName']], ['selector', source['selector'] ?? source['metricSelector']]),
        ...defined({describedObject: kind === 'object' ? partAt(source, 'target') : undefined}),
      };
  return {type: textAt(metric, 'type'), [kind]: {...named, target: amount}};
}

function newTarget(kind: string, source: JsonObject): JsonObject {
  const average = source['targetAverageValue'] ?? source['averageValue'];
  const [percent, value] = [source['targetAverageUtilization'], source['targetValue']];
  if (percent !== undefined) return fields(['type', 'Utilization'], ['averageUtilization', percent]);
  const isAverage = average !== undefined || kind === 'pods' || kind.toLowerCase().endsWith('resource');
  return isAverage
    ? fields(['type', 'AverageValue'], ['averageValue', average])
    : fields(['type', 'Value'], ['value', value]);
}

/** Reads the behavior. The names are those of the internal types, with a lower-case first letter. */
function readBehavior(object: JsonObject): JsonObject | undefined {
  const value = parsed(object, BEHAVIOR);
  const changed = isObject(value) ? lowered(value) : undefined;
  return isObject(changed) && Object.keys(changed).length > 0 ? changed : undefined;
}

function lowered(value: Json): Json {
  if (isList(value)) return value.map(lowered);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === null ? [] : [[`${key.charAt(0).toLowerCase()}${key.slice(1)}`, lowered(item)]],
    ),
  );
}
