import {describe, expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../../../../src/core/json.ts';
import {WORKLOAD_RULES} from '../../../../../src/sandbox/kinds/workload-rules.ts';
import {type Problem, Refusal} from '../../../../../src/sandbox/model/status.ts';
import type {ClusterView} from '../../../../../src/sandbox/model/view.ts';
import {CASES} from './all-cases.ts';
import {BASES, changed, NAMESPACE} from './bases.ts';
import type {Case} from './cases.ts';
import {type Fact, factOf} from './facts.ts';

const NOW = '2026-11-22T00:00:00Z';

/** The content of the namespace during the measurements. */
const HELD: Readonly<Record<string, JsonObject>> = {
  [`serviceaccounts/${NAMESPACE}/default`]: {metadata: {name: 'default', namespace: NAMESPACE}},
  'priorityclasses.scheduling.k8s.io//system-node-critical': {
    metadata: {name: 'system-node-critical'},
    value: 2_000_001_000,
    preemptionPolicy: 'PreemptLowerPriority',
  },
};

const cluster: ClusterView = {
  get: (resource, namespace, name) => HELD[`${resource}/${namespace}/${name}`],
  list: (resource) => Object.entries(HELD).flatMap(([key, held]) => (key.startsWith(`${resource}/`) ? [held] : [])),
};

type Outcome = Pick<Fact, 'object' | 'problems' | 'refused'>;

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key];
  return isObject(value) ? value : {};
};

function rulesFor({apiVersion, kind}: JsonObject) {
  const group = String(apiVersion).includes('/') ? `.${String(apiVersion).split('/')[0] ?? ''}` : '';
  const rules = WORKLOAD_RULES[`${String(kind)}${group}`];
  if (rules === undefined) throw new Error(`no rules for ${String(kind)}${group}`);
  return rules;
}

/** Does the work of the verbs around the rules. */
function played({of, set = {}}: Case, {before}: Fact): Outcome {
  const sent = changed(before ?? BASES[of], set);
  const object = {...sent, metadata: {...objectAt(sent, 'metadata'), uid: 'UID'}};
  const rules = rulesFor(object);
  const write = {before, subresource: '', cluster, now: NOW};
  const complete = rules.defaults?.(object) ?? object;
  try {
    const ready = rules.prepare?.({...write, object: complete}) ?? complete;
    const problems = rules.validate?.({...write, object: ready}) ?? [];
    return problems.length === 0 ? {object: ready} : {problems: problems.map(shown)};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return {refused: [error.status.code, error.status.message]};
  }
}

const shown = ({reason, field, message}: Problem) => [reason, field, message] as const;

/** Sorts the problems, because the server visits its maps in random order. */
const sorted = ({problems, ...rest}: Outcome): Outcome =>
  problems === undefined ? rest : {...rest, problems: problems.toSorted((a, b) => (a.join() < b.join() ? -1 : 1))};

/** Removes the fields that the verbs set, and those that differ every time. */
function comparable({object, ...rest}: Outcome): Outcome {
  if (object === undefined) return rest;
  const {generation: _, uid: __, ...metadata} = objectAt(object, 'metadata');
  const text = JSON.stringify({...object, metadata})
    .replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-xxxxx')
    .replaceAll(/"lastTransitionTime":"[^"]*"/g, '"lastTransitionTime":"now"');
  return {object: JSON.parse(text) as JsonObject};
}

/** Removes the status, which controllers write meanwhile and updates do not change. */
function withoutStatus({object, ...rest}: Outcome): Outcome {
  if (object === undefined) return rest;
  const {status: _, ...others} = object;
  return {...rest, object: others};
}

const outcomeOf = ({object, problems, refused}: Fact): Outcome => ({
  ...(object === undefined ? {} : {object}),
  ...(problems === undefined ? {} : {problems}),
  ...(refused === undefined ? {} : {refused}),
});

describe.each(Object.keys(BASES))('a %s in the sandbox and on a real API server', (of) => {
  it.each(CASES.filter((one) => one.of === of))('a real server gives the same result: $name', (one) => {
    const fact = factOf(one);
    const outcome = sorted(comparable(played(one, fact)));
    expect(fact.before === undefined ? outcome : withoutStatus(outcome)).toEqual(sorted(comparable(outcomeOf(fact))));
  });

  it('the generation is set if the real server sets it', () => {
    const first = CASES.filter((one) => one.of === of)
      .map((one) => factOf(one).object)
      .find((object) => object !== undefined);
    if (first === undefined) throw new Error(`nothing of ${of} was accepted`);
    expect(rulesFor(first).generation ?? false).toBe(objectAt(first, 'metadata')['generation'] !== undefined);
  });
});
