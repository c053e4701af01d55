import {isObject, type JsonObject} from '../../core/json.ts';
import {objectsAt, textAt, textsAt, valueAt} from '../model/part.ts';
import {age, type Cell, type Cells, count, name, text} from './cell.ts';

const webhookCells: readonly Cell[] = [name, count('webhooks'), age];

/** Columns of the admission kinds. */
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

/** Returns the name of the parameters. Whether their kind is namespaced is not known here, so a missing namespace stands for any. */
function paramName(binding: JsonObject): string {
  const reference = valueAt(binding, 'spec', 'paramRef');
  if (!isObject(reference)) return '<unset>';
  const called = textAt(reference, 'name');
  if (called !== '') return `${textAt(reference, 'namespace') || '*'}/${called}`;
  const selector = valueAt(reference, 'selector');
  return isObject(selector) ? goSelector(selector) : '<unset>';
}

/** Prints a selector as a Go struct, like the server, which does not format it. */
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
