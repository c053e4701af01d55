import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {defined} from '../../../lib/defined.ts';
import {nameOf} from '../../model/metadata.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {at, choiceOf, forbidden, invalid, invalids} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {dnsLabel} from '../formats.ts';
import {itemsAt, withDefaults, without} from '../objects/fields.ts';
import {pvcSpecProblems} from './check-pvc.ts';
import {podAnnotationsProblems, templateProblems} from './check-template.ts';
import {fresh} from './fresh.ts';
import {inOrder, internalJson} from './internal-json.ts';
import {annotationsProblems, labelsProblems, meaningOf} from './labels.ts';
import {negatives} from './numbers.ts';
import {templateDefaults} from './pod-defaults.ts';
import {
  labelsOf,
  matchProblems,
  replicaLimits,
  selectorOf,
  statusProblems,
  stayProblems,
  strictSelectorProblems,
  templateOf,
} from './replicated.ts';
import {pvcSpecDefaults} from './volume-defaults.ts';

/** Rules of the StatefulSet. Its name is a DNS label, since pods are named after it. */
export const STATEFUL_SET: KindRules = {
  defaults: (object) => ({...object, spec: specDefaults(partAt(object, 'spec'))}),
  prepare: (write) => fresh(write, {replicas: 0, availableReplicas: 0}),
  validate: statefulSetProblems,
  generation: true,
  names: 'label',
};

function specDefaults(spec: JsonObject): JsonObject {
  return {
    replicas: 1,
    revisionHistoryLimit: 10,
    podManagementPolicy: 'OrderedReady',
    // The field is written even without a service.
    serviceName: '',
    ...spec,
    template: templateDefaults(partAt(spec, 'template')),
    updateStrategy: strategyDefaults(partAt(spec, 'updateStrategy')),
    persistentVolumeClaimRetentionPolicy: withDefaults(partAt(spec, 'persistentVolumeClaimRetentionPolicy'), {
      whenDeleted: 'Retain',
      whenScaled: 'Retain',
    }),
    ...defined({
      volumeClaimTemplates:
        spec['volumeClaimTemplates'] === undefined
          ? undefined
          : itemsAt(spec, 'volumeClaimTemplates').map(([pvc]) => pvcDefaults(pvc)),
    }),
  };
}

/** Sets the defaults of a strategy. A rolling update gets a partition, but only if it has settings at all. */
function strategyDefaults(strategy: JsonObject): JsonObject {
  const type = textAt(strategy, 'type');
  const rolling = objectAt(strategy, 'rollingUpdate') ?? (type === '' ? {} : undefined);
  const isRolling = type === '' || type === 'RollingUpdate';
  const settings =
    rolling === undefined
      ? {}
      : {rollingUpdate: isRolling ? {partition: 0, ...without(rolling, 'maxUnavailable')} : rolling};
  return {...strategy, type: type === '' ? 'RollingUpdate' : type, ...settings};
}

const pvcDefaults = (pvc: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  ...pvc,
  metadata: partAt(pvc, 'metadata'),
  spec: pvcSpecDefaults(partAt(pvc, 'spec')),
  status: withDefaults(partAt(pvc, 'status'), {phase: 'Pending'}),
});

const COUNTS = ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'].concat([
  'observedGeneration',
  'collisionCount',
]);

const LIMITS = [
  ...replicaLimits('readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'),
  ['availableReplicas', 'readyReplicas', 'cannot be greater than status.readyReplicas'] as const,
];

function statefulSetProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return statusProblems(object, COUNTS, LIMITS);
  if (before === undefined) return specProblems(object, {isNew: true, checksTemplate: true});
  const wasSound = specProblems(before, {isNew: false, checksTemplate: true}).length === 0;
  return [...specProblems(object, {isNew: false, checksTemplate: wasSound}), ...changeProblems(object, before)];
}

type Options = {
  /** Immutable fields are checked only on creation. */
  readonly isNew: boolean;
  readonly checksTemplate: boolean;
};

function specProblems(object: JsonObject, {isNew, checksTemplate}: Options): readonly Problem[] {
  const [spec, selector] = [objectAt(object, 'spec'), selectorOf(object)];
  const service = textAt(spec, 'serviceName');
  return [
    ...managementProblems(textAt(spec, 'podManagementPolicy')),
    ...strategyProblems(partAt(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...retentionProblems(objectAt(spec, 'persistentVolumeClaimRetentionPolicy')),
    ...(isNew ? pvcsProblems(spec) : []),
    ...negatives(spec, 'spec', 'replicas', 'minReadySeconds'),
    ...negatives(objectAt(spec, 'ordinals'), 'spec.ordinals', 'start'),
    ...(isNew && service !== '' ? invalids('spec.serviceName', service, dnsLabel(service)) : []),
    ...strictSelectorProblems(selector, 'statefulset'),
    ...(meaningOf(selector) === undefined
      ? [invalid('spec.selector', inOrder(selector ?? {}), '')]
      : [...matchProblems(object), ...ownTemplateProblems(object, checksTemplate)]),
    ...stayProblems(object, 'StatefulSet'),
  ];
}

function managementProblems(policy: string): readonly Problem[] {
  return policy === 'OrderedReady' || policy === 'Parallel'
    ? []
    : [invalid('spec.podManagementPolicy', policy, "must be 'OrderedReady' or 'Parallel'")];
}

function strategyProblems(strategy: JsonObject, path: string): readonly Problem[] {
  const rolling = objectAt(strategy, 'rollingUpdate');
  switch (textAt(strategy, 'type')) {
    case 'OnDelete':
      return rolling === undefined
        ? []
        : [
            invalid(
              `${path}.rollingUpdate`,
              internalJson('RollingUpdateStatefulSetStrategy', rolling),
              "only allowed for updateStrategy 'RollingUpdate'",
            ),
          ];
    case 'RollingUpdate':
      return negatives(rolling, `${path}.rollingUpdate`, 'partition');
    default:
      return [
        invalid(path, internalJson('StatefulSetUpdateStrategy', strategy), "must be 'RollingUpdate' or 'OnDelete'"),
      ];
  }
}

const retentionProblems = (policy: JsonObject | undefined): readonly Problem[] =>
  ['whenDeleted', 'whenScaled'].flatMap((key) => {
    const value = textAt(policy, key);
    return choiceOf(`spec.persistentVolumeClaimRetentionPolicy.${key}`, value, ['Retain', 'Delete']);
  });

const pvcsProblems = (spec: JsonObject | undefined): readonly Problem[] =>
  itemsAt(spec, 'volumeClaimTemplates').flatMap(([pvc, index]) =>
    pvcSpecProblems(partAt(pvc, 'spec'), `${at('spec.volumeClaimTemplates', index)}.spec`),
  );

/** Checks the template with the pod names and the PVC volumes that the set adds. The server checks some of the metadata twice. */
function ownTemplateProblems(object: JsonObject, checksTemplate: boolean): readonly Problem[] {
  const [template, path] = [templateOf(object), 'spec.template'];
  const [annotations, spec] = [objectAt(template, 'metadata', 'annotations'), partAt(template, 'spec')];
  return [
    ...(checksTemplate ? templateProblems({...template, spec: withPvcs(spec, object)}, path) : []),
    ...labelsProblems(labelsOf(template), `${path}.labels`),
    ...annotationsProblems(annotations, `${path}.annotations`),
    ...podAnnotationsProblems(annotations, spec, `${path}.annotations`),
  ];
}

function withPvcs(spec: JsonObject, object: JsonObject): JsonObject {
  const names = itemsAt(object, 'spec', 'volumeClaimTemplates').map(([pvc]) => nameOf(pvc));
  const plain = without(spec, 'subdomain', 'hostname');
  if (names.length === 0) return plain;
  const pvcs = names.map((name) => ({name, persistentVolumeClaim: {claimName: name}}));
  const others = itemsAt(spec, 'volumes').flatMap(([volume]) =>
    names.includes(textAt(volume, 'name')) ? [] : [volume],
  );
  return {...plain, volumes: [...pvcs, ...others]};
}

const MAY_CHANGE = ['replicas', 'template', 'updateStrategy', 'minReadySeconds', 'ordinals'].concat([
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
]);

function changeProblems(object: JsonObject, before: JsonObject): readonly Problem[] {
  const [next, old] = [object, before].map((one) => without(partAt(one, 'spec'), ...MAY_CHANGE));
  return deepEqual(next, old)
    ? []
    : [
        forbidden(
          'spec',
          "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
        ),
      ];
}
