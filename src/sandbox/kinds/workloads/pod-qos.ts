import type {JsonObject} from '../../../core/json.ts';
import {
  addQuantities,
  compareQuantities,
  NO_QUANTITY,
  type Quantity,
  quantityOf,
} from '../../../kubernetes/fields/quantity.ts';
import {objectAt, partAt} from '../../model/part.ts';
import {itemsAt} from '../objects/fields.ts';

type Sums = ReadonlyMap<string, Quantity>;

/** Returns the QoS class: pods without requests are evicted first, then those that may use more than they request. */
export function qosOf(spec: JsonObject): 'BestEffort' | 'Burstable' | 'Guaranteed' {
  const whole = objectAt(spec, 'resources');
  const parts =
    whole === undefined
      ? ['containers', 'initContainers'].flatMap((list) =>
          itemsAt(spec, list).map(([container]) => partAt(container, 'resources')),
        )
      : [whole];
  const [requests, limits] = [sums(parts, 'requests'), sums(parts, 'limits')];
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const limited = parts.every((part) => COUNTED.every((name) => isPositive(part, name)));
  const same = [...requests].every(([name, sum]) => {
    const limit = limits.get(name);
    return limit !== undefined && compareQuantities(limit, sum) === 0;
  });
  return limited && same && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}

const COUNTED = ['cpu', 'memory'];

const isPositive = (resources: JsonObject, name: string): boolean =>
  compareQuantities(quantityOf(objectAt(resources, 'limits')?.[name]) ?? NO_QUANTITY, NO_QUANTITY) > 0;

function sums(parts: readonly JsonObject[], list: string): Sums {
  const found = new Map<string, Quantity>();
  for (const part of parts) {
    for (const name of COUNTED) {
      const quantity = quantityOf(objectAt(part, list)?.[name]);
      if (quantity === undefined || compareQuantities(quantity, NO_QUANTITY) <= 0) continue;
      found.set(name, addQuantities(found.get(name) ?? NO_QUANTITY, quantity));
    }
  }
  return found;
}
