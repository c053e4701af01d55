import type {Json, JsonObject} from '../../../core/json.ts';
import {quantityOf} from '../../../kubernetes/fields/quantity.ts';
import {numberAt, partAt, textAt} from '../../model/part.ts';
import {at, child, forbidden, invalid, invalids, notSupported, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel, pathSegment} from '../formats.ts';
import {itemsAt} from '../objects/fields.ts';
import {referenceProblems} from './check-reference.ts';
import {containerResourceName} from './check-resources.ts';
import {has} from './numbers.ts';

const TYPES = ['ContainerResource', 'External', 'Object', 'Pods', 'Resource'];

/** The field of each type of metric, in the server's order. */
const FIELDS: Readonly<Record<string, string>> = {
  Object: 'object',
  External: 'external',
  Pods: 'pods',
  Resource: 'resource',
  ContainerResource: 'containerResource',
};

/** Checks the metrics (`validateMetrics`). Zero replicas need an Object or External metric, since there are no pods to measure. */
export function metricsProblems(spec: JsonObject, path: string): readonly Problem[] {
  const metrics = itemsAt(spec, 'metrics');
  const types = metrics.map(([metric]) => textAt(metric, 'type'));
  const mayRest = types.includes('Object') || types.includes('External');
  return [
    ...metrics.flatMap(([metric, index]) => metricProblems(metric, at(path, index))),
    ...(spec['minReplicas'] === 0 && !mayRest
      ? [forbidden(path, 'must specify at least one Object or External metric to support scaling to zero replicas')]
      : []),
  ];
}

function metricProblems(metric: JsonObject, path: string): readonly Problem[] {
  const type = textAt(metric, 'type');
  const present = Object.values(FIELDS).filter((field) => has(metric, field));
  const [first, expected] = [present[0], FIELDS[type]];
  const unknown = expected === undefined ? [notSupported(child(path, 'type'), type, TYPES)] : [];
  return [
    ...(type === '' ? [required(child(path, 'type'), 'must specify a metric source type')] : []),
    ...unknown,
    ...(first === undefined ? [] : (CHECK[first]?.(partAt(metric, first), child(path, first)) ?? [])),
    ...(expected === undefined || has(metric, expected)
      ? unknown
      : [required(child(path, expected), 'must populate information for the given metric source')]),
    ...(present.length === 1 ? [] : present.filter((field) => field !== expected)).map((field) =>
      forbidden(child(path, field), 'must populate the given metric source only'),
    ),
  ];
}

type Check = (source: JsonObject, path: string) => readonly Problem[];

const targetOf = (source: JsonObject): JsonObject => partAt(source, 'target');

const CHECK: Readonly<Record<string, Check>> = {
  object: (source, path) => [
    ...referenceProblems(partAt(source, 'describedObject'), child(path, 'describedObject'), {
      checksVersion: true,
      needsGroup: false,
    }),
    ...ofMetric(source, path),
    ...oneOf(
      source,
      ['value', 'averageValue'],
      required(child(path, 'target', 'averageValue'), 'must set either a target value or averageValue'),
    ),
  ],
  external: (source, path) => [
    ...ofMetric(source, path),
    ...oneOf(
      source,
      ['value', 'averageValue'],
      required(child(path, 'target', 'averageValue'), 'must set either a target value for metric or a per-pod target'),
    ),
    ...notBoth(
      source,
      ['averageValue', 'value'],
      forbidden(child(path, 'target', 'value'), 'may not set both a target value for metric and a per-pod target'),
    ),
  ],
  pods: (source, path) => [
    ...ofMetric(source, path),
    ...oneOf(
      source,
      ['averageValue'],
      required(child(path, 'target', 'averageValue'), 'must specify a positive target averageValue'),
    ),
  ],
  resource: (source, path) => [
    ...(textAt(source, 'name') === '' ? [required(child(path, 'name'), 'must specify a resource name')] : []),
    ...ofResource(source, path),
  ],
  containerResource: (source, path) => {
    const [name, container] = [textAt(source, 'name'), textAt(source, 'container')];
    return [
      ...(name === ''
        ? [required(child(path, 'name'), 'must specify a resource name')]
        : containerResourceName(name, child(path, 'name'))),
      ...(container === ''
        ? [required(child(path, 'container'), 'must specify a container')]
        : invalids(child(path, 'container'), container, dnsLabel(container))),
      ...ofResource(source, path),
    ];
  },
};

function ofMetric(source: JsonObject, path: string): readonly Problem[] {
  const [name, field] = [textAt(source, 'metric', 'name'), child(path, 'metric', 'name')];
  return [
    ...(name === '' ? [required(field, 'must specify a metric name')] : invalids(field, name, pathSegment(name))),
    ...targetProblems(targetOf(source), child(path, 'target')),
  ];
}

const ofResource: Check = (source, path) => [
  ...targetProblems(targetOf(source), child(path, 'target')),
  ...oneOf(
    source,
    ['averageUtilization', 'averageValue'],
    required(child(path, 'target', 'averageUtilization'), 'must set either a target raw value or a target utilization'),
  ),
  ...notBoth(
    source,
    ['averageUtilization', 'averageValue'],
    forbidden(child(path, 'target', 'averageValue'), 'may not set both a target raw value and a target utilization'),
  ),
];

const oneOf = (source: JsonObject, keys: readonly string[], problem: Problem): readonly Problem[] =>
  keys.some((key) => has(targetOf(source), key)) ? [] : [problem];

const notBoth = (source: JsonObject, keys: readonly string[], problem: Problem): readonly Problem[] =>
  keys.every((key) => has(targetOf(source), key)) ? [problem] : [];

const TARGETS = ['Utilization', 'Value', 'AverageValue'];

function targetProblems(target: JsonObject, path: string): readonly Problem[] {
  const [type, utilization] = [textAt(target, 'type'), numberAt(target, 'averageUtilization')];
  return [
    ...(type === '' ? [required(child(path, 'type'), 'must specify a metric target type')] : []),
    ...(TARGETS.includes(type)
      ? []
      : [invalid(child(path, 'type'), type, 'must be either Utilization, Value, or AverageValue')]),
    ...positive(target['value'], child(path, 'value')),
    ...positive(target['averageValue'], child(path, 'averageValue')),
    ...(has(target, 'averageUtilization') && utilization < 1
      ? [invalid(child(path, 'averageUtilization'), utilization, 'must be greater than 0')]
      : []),
  ];
}

const positive = (value: Json | undefined, path: string): readonly Problem[] =>
  value === undefined || (quantityOf(value)?.digits ?? 0n) > 0n ? [] : [invalid(path, value, 'must be positive')];
