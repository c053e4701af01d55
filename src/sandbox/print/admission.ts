import {isObject, type JsonObject} from '../../core/json.ts';
import {objectsAt, textAt, textsAt, valueAt} from '../model/part.ts';
import {age, type Cell, type Cells, count, name, text} from './cell.ts';

const webhookCells: readonly Cell[] = [name, count('webhooks'), age];

/** Columns of what looks at requests before they are stored. */
export const ADMISSION_CELLS: Cells = {
  'MutatingWebhookConfiguration.admissionregistration.k8s.io': webhookCells,
  'ValidatingWebhookConfiguration.admissionregistration.k8s.io': webhookCells,
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io': [name, count('spec', 'validations'), paramKind, age],
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io': [name, text('spec', 'policyName'), paramName, age],
};

function paramKind(policy: JsonObject): string {
  const kind = valueAt(policy, 'spec', 'paramKind');
  return isObject(kind) ? `${textAt(kind, 'apiVersion')}/${textAt(kind, 'kind')}` : '<unset>';
}

/** Whether the kind of the parameters has namespaces is not known here: one without is in any. */
function paramName(binding: JsonObject): string {
  const reference = valueAt(binding, 'spec', 'paramRef');
  if (!isObject(reference)) return '<unset>';
  const called = textAt(reference, 'name');
  if (called !== '') return `${textAt(reference, 'namespace') || '*'}/${called}`;
  const selector = valueAt(reference, 'selector');
  return isObject(selector) ? goSelector(selector) : '<unset>';
}

/** A selector as Go prints the struct: the server does not format it either. */
function goSelector(selector: JsonObject): string {
  const labels = isObject(selector['matchLabels']) ? selector['matchLabels'] : {};
  const pairs = Object.keys(labels)
    .toSorted()
    .map((key) => `${key}: ${textAt(labels, key)},`);
  const expressions = objectsAt(selector, 'matchExpressions').map(
    (one) =>
      `LabelSelectorRequirement{Key:${textAt(one, 'key')},Operator:${textAt(one, 'operator')},Values:[${textsAt(one, 'values').join(' ')}],},`,
  );
  return `&LabelSelector{MatchLabels:map[string]string{${pairs.join('')}},MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
