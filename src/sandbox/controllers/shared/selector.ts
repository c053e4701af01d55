import {labelSelector, labelsOf, selects, serviceSelector} from '../../../core/graph/edges/selector.ts';
import type {Json} from '../../../core/json.ts';

/** Whether labels match a `metav1.LabelSelector`; an empty one matches everything, none nothing. */
export function matchesSelector(selector: Json | undefined, labels: Json | undefined): boolean {
  const wanted = labelSelector(selector);
  return wanted !== undefined && selects(wanted, labelsOf(labels));
}

/** Whether all these labels are there: the selector of a Service or a ReplicationController. None matches nothing. */
export function matchesLabels(wanted: Json | undefined, labels: Json | undefined): boolean {
  const selector = serviceSelector(wanted);
  return selector !== undefined && selects(selector, labelsOf(labels));
}
