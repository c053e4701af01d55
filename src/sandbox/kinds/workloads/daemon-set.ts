import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {invalid, notSupported, required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {withDefaults} from '../objects/fields.ts';
import {templateProblems} from './check-template.ts';
import {fresh} from './fresh.ts';
import {internalJson} from './internal-json.ts';
import {selectorProblems} from './labels.ts';
import {amountOf, amountProblems, negatives, over100} from './numbers.ts';
import {templateDefaults} from './pod-defaults.ts';
import {
  emptySelectorProblems,
  immutable,
  matchProblems,
  selectorOf,
  statusProblems,
  stayProblems,
  templateOf,
} from './replicated.ts';

/** Rules of the DaemonSet. */
export const DAEMON_SET: KindRules = {
  defaults: (object) => ({...counted(object), spec: specDefaults(partAt(object, 'spec'))}),
  prepare: prepareDaemonSet,
  validate: daemonSetProblems,
  generation: true,
};

function specDefaults(spec: JsonObject): JsonObject {
  const strategy = withDefaults(partAt(spec, 'updateStrategy'), {type: 'RollingUpdate'});
  const rolling = {maxUnavailable: 1, maxSurge: 0, ...objectAt(strategy, 'rollingUpdate')};
  return {
    revisionHistoryLimit: 10,
    ...spec,
    template: templateDefaults(partAt(spec, 'template')),
    updateStrategy: strategy['type'] === 'RollingUpdate' ? {...strategy, rollingUpdate: rolling} : strategy,
  };
}

const NOTHING = {currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0};

/** The annotation in which older clients read the generation of the template. Only the server sets it. */
const GENERATION = 'deprecated.daemonset.template.generation';

/** Sets the generation annotation on every write, so that it has one manager. */
function counted(object: JsonObject): JsonObject {
  const metadata = partAt(object, 'metadata');
  const annotations = {[GENERATION]: '0', ...objectAt(metadata, 'annotations')};
  return {...object, metadata: {...metadata, annotations}};
}

function prepareDaemonSet(write: Write): JsonObject {
  const {object, before, subresource} = write;
  if (subresource !== '') return object;
  const metadata = partAt(object, 'metadata');
  const known = before === undefined ? metadata : partAt(before, 'metadata');
  const count = Number.parseInt(textAt(known, 'annotations', GENERATION), 10);
  const isChanged = before !== undefined && !deepEqual(templateOf(object), templateOf(before));
  const annotations = {
    ...objectAt(metadata, 'annotations'),
    [GENERATION]: `${Math.max(1, Number.isNaN(count) ? 0 : count) + (isChanged ? 1 : 0)}`,
  };
  return fresh({before, object: {...object, metadata: {...metadata, annotations}}}, NOTHING);
}

const COUNTS = ['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady'].concat([
  'observedGeneration',
  'updatedNumberScheduled',
  'numberAvailable',
  'numberUnavailable',
  'collisionCount',
]);

function daemonSetProblems({object, before, subresource}: Write): readonly Problem[] {
  if (subresource === 'status') return statusProblems(object, COUNTS);
  const spec = objectAt(object, 'spec');
  return [
    ...(before === undefined ? [] : immutable(object, before, 'selector')),
    ...selectorProblems(selectorOf(object), 'spec.selector'),
    ...matchProblems(object),
    ...emptySelectorProblems(selectorOf(object), 'daemonset'),
    ...templateProblems(templateOf(object), 'spec.template'),
    ...stayProblems(object, 'DaemonSet'),
    ...negatives(spec, 'spec', 'minReadySeconds'),
    ...strategyProblems(partAt(spec, 'updateStrategy'), 'spec.updateStrategy'),
    ...negatives(spec, 'spec', 'revisionHistoryLimit'),
  ];
}

function strategyProblems(strategy: JsonObject, path: string): readonly Problem[] {
  const type = textAt(strategy, 'type');
  if (type === 'OnDelete') return [];
  if (type !== 'RollingUpdate') {
    return [notSupported(path, internalJson('DaemonSetUpdateStrategy', strategy), ['RollingUpdate', 'OnDelete'])];
  }
  return rollingProblems(partAt(strategy, 'rollingUpdate'), `${path}.rollingUpdate`);
}

function rollingProblems({maxUnavailable, maxSurge}: JsonObject, path: string): readonly Problem[] {
  const [unavailable, surge] = [amountOf(maxUnavailable) !== 0, amountOf(maxSurge) !== 0];
  return [
    ...amountProblems(maxUnavailable, `${path}.maxUnavailable`),
    ...amountProblems(maxSurge, `${path}.maxSurge`),
    ...over100(maxUnavailable, `${path}.maxUnavailable`),
    ...over100(maxSurge, `${path}.maxSurge`),
    ...(unavailable && surge
      ? [invalid(`${path}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
      : []),
    ...(!unavailable && !surge ? [required(`${path}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : []),
  ];
}
