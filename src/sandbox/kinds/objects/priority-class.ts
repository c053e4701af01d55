import type {JsonObject} from '../../../core/json.ts';
import {nameOf} from '../../model/metadata.ts';
import {numberAt, textAt} from '../../model/part.ts';
import {choiceOf, forbidden, invalid} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {withDefaults} from './fields.ts';
import {forbiddenObject} from './invalid-object.ts';

const HIGHEST = 1_000_000_000;
const SYSTEM: Readonly<Record<string, number>> = {
  'system-node-critical': 2_000_001_000,
  'system-cluster-critical': 2_000_000_000,
};

/** Rules of the PriorityClass. Its value is immutable, and only one class is the global default. */
export const PRIORITY_CLASS: KindRules = {
  generation: true,
  // The generation stays 1, because the spec cannot change.
  generationOf: () => ({}),
  defaults: (object) => withDefaults(object, {value: 0, preemptionPolicy: 'PreemptLowerPriority'}),
  prepare: onlyDefault,
  validate: (write) => (write.before === undefined ? priorityProblems(write.object) : priorityChangeProblems(write)),
};

/** Allows one global default only (the plugin Priority). */
function onlyDefault({object, cluster}: Write): JsonObject {
  if (object['globalDefault'] !== true) return object;
  const name = nameOf(object);
  const other = cluster
    .list('priorityclasses.scheduling.k8s.io')
    .find((one) => one['globalDefault'] === true && nameOf(one) !== name);
  if (other === undefined) return object;
  const classes = {group: 'scheduling.k8s.io', plural: 'priorityclasses'};
  const why = `PriorityClass ${nameOf(other)} is already marked as default. Only one default can exist`;
  throw forbiddenObject(object, classes, why);
}

function priorityProblems(object: JsonObject): readonly Problem[] {
  const [name, value] = [nameOf(object), numberAt(object, 'value')];
  const policy = textAt(object, 'preemptionPolicy');
  const known = ['PreemptLowerPriority', 'Never'];
  return [
    ...(name.startsWith('system-') ? systemProblems(object, name, value) : []),
    ...(!name.startsWith('system-') && value > HIGHEST
      ? [forbidden('value', `maximum allowed value of a user defined priority is ${HIGHEST}`)]
      : []),
    ...choiceOf('preemptionPolicy', policy, known),
  ];
}

function systemProblems(object: JsonObject, name: string, value: number): readonly Problem[] {
  const reserved = "priority class names with 'system-' prefix are reserved for system use only. error: ";
  const say = (why: string): readonly Problem[] => [forbidden('metadata.name', `${reserved}${why}`)];
  const wanted = SYSTEM[name];
  if (wanted === undefined) return say(`${name} is not a known system priority class`);
  if (value !== wanted) return say(`value of ${name} PriorityClass must be ${wanted}`);
  return object['globalDefault'] === true ? say(`globalDefault of ${name} PriorityClass must be false`) : [];
}

function priorityChangeProblems({object, before}: Write): readonly Problem[] {
  const [policy, old] = [textAt(object, 'preemptionPolicy'), textAt(before, 'preemptionPolicy')];
  return [
    ...(numberAt(object, 'value') === numberAt(before, 'value')
      ? []
      : [forbidden('value', 'may not be changed in an update.')]),
    ...(policy === old ? [] : [invalid('preemptionPolicy', policy, 'field is immutable')]),
  ];
}
