import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {objectAt, partAt} from '../../model/part.ts';
import {required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {templateProblems} from './check-template.ts';
import {REPLICA_SET_COUNTS, REPLICA_SET_LIMITS} from './deployment.ts';
import {fresh} from './fresh.ts';
import {negatives} from './numbers.ts';
import {templateDefaults} from './pod-defaults.ts';
import {labelsOf, mismatch, selectorOf, statusProblems, stayProblems, templateOf} from './replicated.ts';

/** Rules of the ReplicationController. A DELETE without options orphans its pods. */
export const REPLICATION_CONTROLLER: KindRules = {
  defaults: controllerDefaults,
  prepare: (write) => fresh(write, {replicas: 0}),
  validate: controllerProblems,
  generation: true,
  defaultPropagation: 'Orphan',
};

const isNone = (map: JsonObject | undefined): boolean => Object.keys(map ?? {}).length === 0;

/** Sets a missing selector, and missing labels, to the labels of the template. */
function controllerDefaults(object: JsonObject): JsonObject {
  const spec = partAt(object, 'spec');
  const template = objectAt(spec, 'template');
  const labels = template === undefined ? undefined : labelsOf(template);
  const metadata = partAt(object, 'metadata');
  return {
    ...object,
    metadata: labels !== undefined && isNone(objectAt(metadata, 'labels')) ? {...metadata, labels} : metadata,
    spec: {
      replicas: 1,
      ...spec,
      ...defined({
        selector: labels !== undefined && isNone(objectAt(spec, 'selector')) ? labels : undefined,
        template: template === undefined ? undefined : templateDefaults(template),
      }),
    },
  };
}

function controllerProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return statusProblems(object, REPLICA_SET_COUNTS, REPLICA_SET_LIMITS);
  const problems = specProblems(object);
  // The server validates an update twice.
  return before === undefined ? problems : [...problems, ...problems];
}

function specProblems(object: JsonObject): readonly Problem[] {
  const [spec, selector] = [objectAt(object, 'spec'), selectorOf(object)];
  const template = objectAt(spec, 'template');
  return [
    ...negatives(spec, 'spec', 'minReadySeconds'),
    ...(isNone(selector) ? [required('spec.selector')] : []),
    ...negatives(spec, 'spec', 'replicas'),
    ...(template === undefined
      ? [required('spec.template')]
      : [
          ...(selects(selector, labelsOf(template)) ? [] : [mismatch(labelsOf(template))]),
          ...templateProblems(templateOf(object), 'spec.template'),
          ...stayProblems(object, 'ReplicationController'),
        ]),
  ];
}

const selects = (selector: JsonObject | undefined, labels: JsonObject | undefined): boolean =>
  Object.entries(selector ?? {}).every(([key, value]) => labels?.[key] === value);
