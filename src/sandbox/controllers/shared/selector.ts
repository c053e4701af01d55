import {isObject, type Json} from '../../../core/json.ts';
import {labelSelector, labelsOf, selects, serviceSelector} from '../../../kubernetes/graph/edges/selector.ts';

/** Reports whether labels match a `metav1.LabelSelector`. An empty selector matches everything, a missing one nothing. */
export function matchesSelector(selector: Json | undefined, labels: Json | undefined): boolean {
  const wanted = selectorRead(selector);
  return wanted !== undefined && selects(wanted, labelsRead(labels));
}

/** Reports whether all these labels are set, as the selector of a Service or ReplicationController requires. A missing selector matches nothing. */
export function matchesLabels(wanted: Json | undefined, labels: Json | undefined): boolean {
  const selector = plainRead(wanted);
  return selector !== undefined && selects(selector, labelsRead(labels));
}

/** Caches a parsed value by identity. Every pod is compared with every Service of its namespace many times, and stored values never change. */
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
