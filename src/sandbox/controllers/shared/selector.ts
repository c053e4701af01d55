import {isObject, type Json} from '../../../core/json.ts';
import {labelSelector, labelsOf, selects, serviceSelector} from '../../../kubernetes/graph/edges/selector.ts';

/** Whether labels match a `metav1.LabelSelector`; an empty one matches everything, none nothing. */
export function matchesSelector(selector: Json | undefined, labels: Json | undefined): boolean {
  const wanted = selectorRead(selector);
  return wanted !== undefined && selects(wanted, labelsRead(labels));
}

/** Whether all these labels are there: the selector of a Service or a ReplicationController. None matches nothing. */
export function matchesLabels(wanted: Json | undefined, labels: Json | undefined): boolean {
  const selector = plainRead(wanted);
  return selector !== undefined && selects(selector, labelsRead(labels));
}

/** Every pod is held against every Service of its namespace, again and again: what is stored never changes, and is read once. */
function readOnce<T>(read: (value: Json | undefined) => T): (value: Json | undefined) => T {
  const known = new WeakMap<object, T>();
  return (value) => {
    if (!isObject(value)) return read(value);
    const before = known.get(value);
    if (before !== undefined) return before;
    const now = read(value);
    known.set(value, now);
    return now;
  };
}

const selectorRead = readOnce(labelSelector);
const plainRead = readOnce(serviceSelector);
const labelsRead = readOnce(labelsOf);
