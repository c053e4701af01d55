import type {JsonObject} from '../../../core/json.ts';
import {defined} from '../../../lib/defined.ts';
import {listAt, objectAt, partAt, textAt} from '../../model/part.ts';
import type {Write} from '../../model/rules.ts';
import {asText, changeAt, itemsAt} from '../objects/fields.ts';
import {admitted, tolerant} from './admitted-pod.ts';
import {withAppArmorFields} from './app-armor.ts';
import {withDefaultLimits} from './pod-limits.ts';
import {qosOf} from './pod-qos.ts';

/** Sets what the server and its admission plugins set: defaults of LimitRanges on creation, and a status that other writes cannot change. */
export function preparePod(write: Write): JsonObject {
  if (write.before === undefined) {
    const pod = admitted({...write, object: withDefaultLimits(write)});
    return created(withAppArmorFields(pod), write.now);
  }
  if (write.subresource === '') return updated(write.object, write.before);
  return write.subresource === 'status' ? statusKept(write.object, write.before) : write.object;
}

function created(pod: JsonObject, now: string): JsonObject {
  const spec = withLabelKeys(partAt(pod, 'spec'), partAt(pod, 'metadata', 'labels'));
  const gates = listAt(spec, 'schedulingGates');
  return {
    ...pod,
    spec,
    status: {
      phase: 'Pending',
      ...defined({conditions: gates.length === 0 ? undefined : [gated(now)]}),
      qosClass: qosOf(spec),
    },
  };
}

const gated = (now: string): JsonObject => ({
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  lastTransitionTime: now,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
});

const TERMS = ['podAffinity', 'podAntiAffinity'].flatMap((kind) => [
  ['affinity', kind, 'requiredDuringSchedulingIgnoredDuringExecution', '*'],
  ['affinity', kind, 'preferredDuringSchedulingIgnoredDuringExecution', '*', 'podAffinityTerm'],
]);

/** Converts the label keys of a term to expressions with the values of this Pod. */
const withLabelKeys = (spec: JsonObject, labels: JsonObject): JsonObject =>
  [...TERMS, ['topologySpreadConstraints', '*']].reduce(
    (changed, path) => changeAt(changed, path, (term) => merged(term, labels)),
    spec,
  );

function merged(term: JsonObject, labels: JsonObject): JsonObject {
  const selector = objectAt(term, 'labelSelector');
  const added = [
    ...expressions(listAt(term, 'matchLabelKeys').map(asText), 'In', labels),
    ...expressions(listAt(term, 'mismatchLabelKeys').map(asText), 'NotIn', labels),
  ];
  if (selector === undefined || added.length === 0) return term;
  return {...term, labelSelector: {...selector, matchExpressions: [...listAt(selector, 'matchExpressions'), ...added]}};
}

const expressions = (keys: readonly string[], operator: string, labels: JsonObject): readonly JsonObject[] =>
  keys.flatMap((key) => {
    const value = labels[key];
    return value === undefined ? [] : [{key, operator, values: [value]}];
  });

/** Keeps computed values that an update leaves out. */
function updated(pod: JsonObject, before: JsonObject): JsonObject {
  const [spec, old] = [partAt(pod, 'spec'), partAt(before, 'spec')];
  const computed = Object.fromEntries(
    ['priority', 'preemptionPolicy'].flatMap((key) => {
      const value = old[key];
      return spec[key] === undefined && value !== undefined ? [[key, value]] : [];
    }),
  );
  return tolerant({...pod, spec: {...spec, ...computed}});
}

/** Keeps the QoS class and the observed generation of conditions, which a write to the status cannot remove. */
function statusKept(pod: JsonObject, before: JsonObject): JsonObject {
  const [status, old] = [partAt(pod, 'status'), partAt(before, 'status')];
  const conditions = itemsAt(status, 'conditions').map(([condition]) => {
    const known = itemsAt(old, 'conditions').find(([one]) => textAt(one, 'type') === textAt(condition, 'type'))?.[0];
    return known === undefined || condition['observedGeneration'] !== undefined
      ? condition
      : {...condition, ...kept(known, 'observedGeneration')};
  });
  return {
    ...pod,
    status: {
      ...kept(old, 'qosClass'),
      ...kept(old, 'observedGeneration'),
      ...status,
      ...defined({conditions: conditions.length === 0 ? undefined : conditions}),
    },
  };
}

const kept = (object: JsonObject, key: string): JsonObject => {
  const value = object[key];
  return value === undefined ? {} : {[key]: value};
};
