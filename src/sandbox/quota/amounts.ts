import type {JsonObject} from '../../core/json.ts';
import {addQuantities, compareQuantities, type Quantity, quantityOf} from '../../kubernetes/fields/quantity.ts';
import {list, part, text} from '../model/part.ts';
import {amountText} from './usage.ts';

/** An amount of a resource, and its text. */
export type Amount = {readonly quantity: Quantity; readonly text: string};

/** Amounts by resource name: `cpu`, `memory`. */
export type Amounts = ReadonlyMap<string, Amount>;

type What = 'requests' | 'limits';

/** Returns the amounts in the `resources` of an object. */
export const amountsIn = (taker: JsonObject, what: What): Amounts =>
  new Map(
    Object.entries(part(part(taker['resources'])[what])).flatMap(([name, amount]) => {
      const quantity = quantityOf(amount);
      return quantity === undefined ? [] : [[name, {quantity, text: text(amount)}]];
    }),
  );

/**
 * Returns the amounts of a pod: those of its containers and sidecars together, or those of an init container with the sidecars started
 * before it, if that needs more. For `cpu` and `memory`, the pod's own amounts have priority.
 */
export function podAmounts(spec: JsonObject, what: What): Amounts {
  let running = list(spec['containers'])
    .map((one) => amountsIn(part(one), what))
    .reduce(sum, NONE);
  let sidecars = NONE;
  let first = NONE;
  for (const init of list(spec['initContainers']).map(part)) {
    const amounts = amountsIn(init, what);
    if (init['restartPolicy'] === 'Always') {
      running = sum(running, amounts);
      sidecars = sum(sidecars, amounts);
      first = largest(first, sidecars);
    } else first = largest(first, sum(amounts, sidecars));
  }
  const said = [...amountsIn(spec, what)].filter(([name]) => name === 'cpu' || name === 'memory');
  return new Map([...largest(running, first), ...said]);
}

const NONE: Amounts = new Map();

const merged =
  (both: (a: Amount, b: Amount, name: string) => Amount) =>
  (one: Amounts, other: Amounts): Amounts =>
    new Map([
      ...one,
      ...[...other].map(([name, amount]) => {
        const present = one.get(name);
        return [name, present === undefined ? amount : both(present, amount, name)] as const;
      }),
    ]);

const sum = merged((a, b, name) => {
  const quantity = addQuantities(a.quantity, b.quantity);
  return {quantity, text: amountText(name, quantity)};
});

const largest = merged((a, b) => (compareQuantities(b.quantity, a.quantity) > 0 ? b : a));
