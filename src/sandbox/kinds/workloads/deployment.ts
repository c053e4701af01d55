import type {JsonObject} from '../../../core/json.ts';
import {numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {forbidden, invalid, notSupported} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {withDefaults} from '../objects/fields.ts';
import {fresh} from './fresh.ts';
import {internalJson} from './internal-json.ts';
import {amountOf, amountProblems, has, negatives, over100} from './numbers.ts';
import {templateDefaults} from './pod-defaults.ts';
import {
  immutable,
  replicaLimits,
  selectedTemplateProblems,
  selectorOf,
  statusProblems,
  strictSelectorProblems,
  templateOf,
} from './replicated.ts';

/** Rules of the Deployment. A change of its annotations raises the generation, too. */
export const DEPLOYMENT: KindRules = {
  defaults: (object) => ({...object, spec: specDefaults(partAt(object, 'spec'))}),
  prepare: (write) => fresh(write, {}),
  validate: deploymentProblems,
  generation: true,
  // Annotations are copied to ReplicaSets, so a change of one counts as a change of the spec.
  generationOf: (object) => ({
    spec: partAt(object, 'spec'),
    annotations: partAt(object, 'metadata', 'annotations'),
  }),
};

function specDefaults(spec: JsonObject): JsonObject {
  const strategy = withDefaults(partAt(spec, 'strategy'), {type: 'RollingUpdate'});
  const rolling = {maxUnavailable: '25%', maxSurge: '25%', ...objectAt(strategy, 'rollingUpdate')};
  return {
    replicas: 1,
    revisionHistoryLimit: 10,
    progressDeadlineSeconds: 600,
    ...spec,
    template: templateDefaults(partAt(spec, 'template')),
    strategy: strategy['type'] === 'RollingUpdate' ? {...strategy, rollingUpdate: rolling} : strategy,
  };
}

const COUNTS = ['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'].concat(
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
);

const LIMITS = [
  ...replicaLimits('updatedReplicas', 'readyReplicas', 'availableReplicas'),
  ['availableReplicas', 'readyReplicas', 'cannot be greater than readyReplicas'] as const,
];

function deploymentProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return statusProblems(object, COUNTS, LIMITS);
  const spec = objectAt(object, 'spec');
  return [
    ...negatives(spec, 'spec', 'replicas'),
    ...strictSelectorProblems(selectorOf(object), 'deployment'),
    ...selectedTemplateProblems(object),
    ...strategyProblems(partAt(spec, 'strategy')),
    ...negatives(spec, 'spec', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'),
    ...deadlineProblems(spec),
    ...(before === undefined ? [] : immutable(object, before, 'selector')),
  ];
}

function deadlineProblems(spec: JsonObject | undefined): readonly Problem[] {
  const deadline = spec?.['progressDeadlineSeconds'];
  return typeof deadline === 'number' && deadline <= numberAt(spec, 'minReadySeconds')
    ? [invalid('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')]
    : [];
}

function strategyProblems(strategy: JsonObject): readonly Problem[] {
  const rolling = partAt(strategy, 'rollingUpdate');
  switch (textAt(strategy, 'type')) {
    case 'Recreate':
      return has(strategy, 'rollingUpdate')
        ? [forbidden('spec.strategy.rollingUpdate', "may not be specified when strategy `type` is 'Recreate'")]
        : [];
    case 'RollingUpdate':
      return rollingProblems(rolling, 'spec.strategy.rollingUpdate');
    default:
      return [
        notSupported('spec.strategy', internalJson('DeploymentStrategy', strategy), ['Recreate', 'RollingUpdate']),
      ];
  }
}

function rollingProblems(rolling: JsonObject, path: string): readonly Problem[] {
  const {maxUnavailable, maxSurge} = rolling;
  return [
    ...amountProblems(maxUnavailable, `${path}.maxUnavailable`),
    ...amountProblems(maxSurge, `${path}.maxSurge`),
    ...(amountOf(maxUnavailable) === 0 && amountOf(maxSurge) === 0
      ? [invalid(`${path}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
      : []),
    ...over100(maxUnavailable, `${path}.maxUnavailable`),
  ];
}

/** Rules of the ReplicaSet. */
export const REPLICA_SET: KindRules = {
  defaults: (object) => {
    const spec = partAt(object, 'spec');
    return {...object, spec: {replicas: 1, ...spec, template: templateDefaults(templateOf(object))}};
  },
  prepare: (write) => fresh(write, {replicas: 0}),
  validate: replicaSetProblems,
  generation: true,
};

function replicaSetProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return statusProblems(object, REPLICA_SET_COUNTS, REPLICA_SET_LIMITS);
  return [
    ...negatives(objectAt(object, 'spec'), 'spec', 'replicas', 'minReadySeconds'),
    // The server says `deployment` for a ReplicaSet too.
    ...strictSelectorProblems(selectorOf(object), 'deployment'),
    ...selectedTemplateProblems(object),
    ...(before === undefined ? [] : immutable(object, before, 'selector')),
  ];
}

/** Counts in the status that must not be negative. */
export const REPLICA_SET_COUNTS = ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'].concat(
  'observedGeneration',
  'terminatingReplicas',
);

/** Pairs of counts in the status: the first must not exceed the second, with the words of the server. */
export const REPLICA_SET_LIMITS = [
  ...replicaLimits('fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'),
  ['availableReplicas', 'readyReplicas', 'cannot be greater than readyReplicas'] as const,
];
