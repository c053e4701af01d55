import type {JsonObject} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {numberAt, objectAt, partAt, textAt} from '../../model/part.ts';
import {child, choiceOf, forbidden, invalid, required} from '../../model/problem.ts';
import type {Problem} from '../../model/status.ts';
import {templateProblems} from './check-template.ts';
import {inOrder} from './internal-json.ts';
import {isEmptySelector, meaningOf, selectorProblems} from './labels.ts';
import {has, negatives} from './numbers.ts';

/** Returns `spec.selector` of a workload; undefined if it is missing. */
export const selectorOf = (object: JsonObject): JsonObject | undefined => objectAt(object, 'spec', 'selector');

/** Returns `spec.template`, empty if there is none. */
export const templateOf = (object: JsonObject): JsonObject => partAt(object, 'spec', 'template');

/** Returns the labels of a pod template; undefined if there are none, which the server shows as null. */
export const labelsOf = (template: JsonObject): JsonObject | undefined => objectAt(template, 'metadata', 'labels');

/** Checks a selector that must exist and must not be empty. */
export function strictSelectorProblems(selector: JsonObject | undefined, kind: string): readonly Problem[] {
  if (selector === undefined) return [required('spec.selector')];
  return [...selectorProblems(selector, 'spec.selector'), ...emptySelectorProblems(selector, kind)];
}

/** Reports a selector that would match every pod; a missing one is reported elsewhere. */
export const emptySelectorProblems = (selector: JsonObject | undefined, kind: string): readonly Problem[] =>
  selector !== undefined && isEmptySelector(selector)
    ? [invalid('spec.selector', inOrder(selector), `empty selector is invalid for ${kind}`)]
    : [];

/** Checks that the selector matches the labels of the template. */
export function matchProblems(object: JsonObject): readonly Problem[] {
  const [selector, labels] = [selectorOf(object), labelsOf(templateOf(object))];
  const meaning = meaningOf(selector);
  if (meaning === undefined || meaning(labels)) return [];
  return [mismatch(labels)];
}

/** Returns the problem of a template whose labels the selector does not match: its controller would create pods without end. */
export const mismatch = (labels: JsonObject | undefined): Problem =>
  invalid(
    'spec.template.metadata.labels',
    labels === undefined ? null : inOrder(labels),
    '`selector` does not match template `labels`',
  );

/** Checks the fields of pods that must run forever: they always restart, and have no deadline. */
export function stayProblems(object: JsonObject, kind: string): readonly Problem[] {
  const spec = objectAt(templateOf(object), 'spec');
  const policy = textAt(spec, 'restartPolicy');
  return [
    ...choiceOf('spec.template.spec.restartPolicy', policy, ['Always']),
    ...(has(spec, 'activeDeadlineSeconds')
      ? [forbidden('spec.template.spec.activeDeadlineSeconds', `activeDeadlineSeconds in ${kind} is not Supported`)]
      : []),
  ];
}

/** Checks a template together with the selector of its Pods. */
export function selectedTemplateProblems(object: JsonObject): readonly Problem[] {
  const selector = selectorOf(object);
  if (meaningOf(selector) === undefined) {
    return [invalid('spec.selector', inOrder(selector ?? {}), 'invalid label selector')];
  }
  return [
    ...matchProblems(object),
    ...templateProblems(templateOf(object), 'spec.template'),
    ...stayProblems(object, 'ReplicaSet'),
  ];
}

/** Reports a changed field of the spec. Unset and null are equal. */
export const immutable = (object: JsonObject, before: JsonObject, key: string): readonly Problem[] => {
  const [next, old] = [object, before].map((one) => objectAt(one, 'spec')?.[key]);
  return deepEqual(next ?? null, old ?? null)
    ? []
    : [invalid(child('spec', key), inOrder(next ?? null), 'field is immutable')];
};

/** Checks that the counts of a status are not negative, and that some do not exceed others. */
export function statusProblems(
  object: JsonObject,
  counts: readonly string[],
  limits: readonly (readonly [count: string, most: string, detail: string])[] = [],
): readonly Problem[] {
  const status = objectAt(object, 'status');
  return [
    ...negatives(status, 'status', ...counts),
    ...limits.flatMap(([count, most, detail]) =>
      numberAt(status, count) > numberAt(status, most)
        ? [invalid(child('status', count), numberAt(status, count), detail)]
        : [],
    ),
  ];
}

const MORE = 'cannot be greater than status.replicas';

/** Pairs each count with `replicas`, which it must not exceed. */
export const replicaLimits = (...counts: readonly string[]) =>
  counts.map((count) => [count, 'replicas', MORE] as const);
