import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {listAt, numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {at, child, choiceOf, invalid, notSupported, required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {itemsAt, without} from '../objects/fields.ts';
import {metricsProblems} from './check-metrics.ts';
import {referenceProblems} from './check-reference.ts';
import {fresh} from './fresh.ts';
import {has, negatives} from './numbers.ts';

/** Rules of the HorizontalPodAutoscaler in autoscaling/v1 and v2, whose defaults differ. */
export const AUTOSCALER: KindRules = {
  defaults: (object) => ({
    ...object,
    spec: isOld(object) ? oldDefaults(object) : specDefaults(partAt(object, 'spec')),
  }),
  // It has no generation, but its status has an observed one.
  prepare: (write) =>
    fresh(
      write,
      isOld(write.object) ? {currentReplicas: 0, desiredReplicas: 0} : {desiredReplicas: 0, currentMetrics: null},
    ),
  validate: autoscalerProblems,
};

const CPU: JsonObject = {
  type: 'Resource',
  resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 80}},
};

const isOld = (object: JsonObject): boolean => object['apiVersion'] === 'autoscaling/v1';

/** Sets the defaults of v1, which has one metric, and keeps others in an annotation. */
function oldDefaults(object: JsonObject): JsonObject {
  const others = textAt(object, 'metadata', 'annotations', 'autoscaling.alpha.kubernetes.io/metrics');
  return {
    minReplicas: 1,
    ...defined({targetCPUUtilizationPercentage: others === '' ? 80 : undefined}),
    ...objectAt(object, 'spec'),
  };
}

function specDefaults(spec: JsonObject): JsonObject {
  const behavior = objectAt(spec, 'behavior');
  return {
    minReplicas: 1,
    ...spec,
    ...defined({
      metrics: listAt(spec, 'metrics').length === 0 ? [CPU] : undefined,
      behavior: behavior === undefined ? undefined : behaviorDefaults(behavior),
    }),
  };
}

const AT_ONCE = {type: 'Percent', value: 100, periodSeconds: 15};

const UP = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [{type: 'Pods', value: 4, periodSeconds: 15}, AT_ONCE],
};
const DOWN = {selectPolicy: 'Max', policies: [AT_ONCE]};

/** The feature gate of the tolerance is off. */
const behaviorDefaults = (behavior: JsonObject): JsonObject => ({
  ...behavior,
  scaleUp: {...UP, ...without(partAt(behavior, 'scaleUp'), 'tolerance')},
  scaleDown: {...DOWN, ...without(partAt(behavior, 'scaleDown'), 'tolerance')},
});

function autoscalerProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') {
    return negatives(objectAt(object, 'status'), 'status', 'currentReplicas', 'desiredReplicas');
  }
  const spec = partAt(object, 'spec');
  const [least, most] = [numberAt(spec, 'minReplicas'), numberAt(spec, 'maxReplicas')];
  const mayRest = before !== undefined && objectAt(before, 'spec')?.['minReplicas'] === 0;
  return [
    ...(has(spec, 'minReplicas') && least < (mayRest ? 0 : 1)
      ? [invalid('spec.minReplicas', least, `must be greater than or equal to ${mayRest ? 0 : 1}`)]
      : []),
    ...(most < 1 ? [invalid('spec.maxReplicas', most, 'must be greater than 0')] : []),
    ...(has(spec, 'minReplicas') && most < least
      ? [invalid('spec.maxReplicas', most, 'must be greater than or equal to `minReplicas`')]
      : []),
    ...targetProblems(spec, before),
    ...metricsProblems(spec, 'spec.metrics'),
    ...behaviorProblems(objectAt(spec, 'behavior')),
  ];
}

function targetProblems(spec: JsonObject, before: JsonObject | undefined): readonly Problem[] {
  const [target, known] = [partAt(spec, 'scaleTargetRef'), objectAt(before, 'spec', 'scaleTargetRef')];
  const isKnown =
    known !== undefined && ['apiVersion', 'kind'].every((key) => textAt(known, key) === textAt(target, key));
  const needsGroup = textAt(target, 'kind') !== 'ReplicationController';
  return referenceProblems(target, 'spec.scaleTargetRef', {checksVersion: !isKnown, needsGroup});
}

const SELECT = ['Disabled', 'Max', 'Min'];

const behaviorProblems = (behavior: JsonObject | undefined): readonly Problem[] =>
  ['scaleUp', 'scaleDown'].flatMap((way) => {
    const rules = objectAt(behavior, way);
    return rules === undefined ? [] : rulesProblems(rules, `spec.behavior.${way}`);
  });

function rulesProblems(rules: JsonObject, path: string): readonly Problem[] {
  const [window, select] = [numberAt(rules, 'stabilizationWindowSeconds'), textAt(rules, 'selectPolicy')];
  const policies = itemsAt(rules, 'policies');
  const [windowPath, list] = [child(path, 'stabilizationWindowSeconds'), child(path, 'policies')];
  return [
    ...(window < 0 ? [invalid(windowPath, window, 'must be greater than or equal to zero')] : []),
    ...(window > 3600 ? [invalid(windowPath, window, 'must be less than or equal to 3600')] : []),
    ...(has(rules, 'selectPolicy') && !SELECT.includes(select)
      ? [notSupported(child(path, 'selectPolicy'), select, SELECT)]
      : []),
    ...(policies.length === 0 ? [required(list, 'must specify at least one Policy')] : []),
    ...policies.flatMap(([policy, index]) => policyProblems(policy, at(list, index))),
  ];
}

function policyProblems(policy: JsonObject, path: string): readonly Problem[] {
  const [type, value, period] = [textAt(policy, 'type'), numberAt(policy, 'value'), numberAt(policy, 'periodSeconds')];
  const periodPath = child(path, 'periodSeconds');
  return [
    ...choiceOf(child(path, 'type'), type, ['Percent', 'Pods']),
    ...(value <= 0 ? [invalid(child(path, 'value'), value, 'must be greater than zero')] : []),
    ...(period <= 0 ? [invalid(periodPath, period, 'must be greater than zero')] : []),
    ...(period > 1800 ? [invalid(periodPath, period, 'must be less than or equal to 1800')] : []),
  ];
}
