import type {JsonObject} from '../../core/json.ts';
import {text} from '../model/part.ts';
import {at, child} from '../model/problem.ts';
import {itemsAt} from './objects/fields.ts';

/** Deprecated node labels and their replacements. */
export const NODE_LABELS: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/arch': 'deprecated since v1.14; use "kubernetes.io/arch" instead',
  'beta.kubernetes.io/os': 'deprecated since v1.14; use "kubernetes.io/os" instead',
  'failure-domain.beta.kubernetes.io/region': 'deprecated since v1.17; use "topology.kubernetes.io/region" instead',
  'failure-domain.beta.kubernetes.io/zone': 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
  'beta.kubernetes.io/instance-type': 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead',
  'app.kubernetes.io/created-by': 'deprecated since v1.9',
  'scheduler.alpha.kubernetes.io/preferAvoidPods': 'deprecated since v1.22; use Taints and Tolerations instead',
  'node-role.kubernetes.io/master': 'use "node-role.kubernetes.io/control-plane" instead',
};

/** Returns the warning for a deprecated label as the value of a field. */
export const labelWarning = (label: string, path: string): readonly string[] =>
  Object.hasOwn(NODE_LABELS, label) ? [`${path}: ${label} is ${NODE_LABELS[label]}`] : [];

/** Returns the warnings for deprecated labels in one term of a node affinity. */
export const termWarnings = (term: JsonObject, path: string): readonly string[] =>
  itemsAt(term, 'matchExpressions').flatMap(([expression, i]) =>
    labelWarning(text(expression['key']), child(at(child(path, 'matchExpressions'), i), 'key')),
  );
