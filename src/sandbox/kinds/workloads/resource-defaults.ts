import type {Json, JsonObject} from '../../../core/json.ts';
import {
  addQuantities,
  compareQuantities,
  NO_QUANTITY,
  quantityOf,
  showQuantity,
} from '../../../kubernetes/fields/quantity.ts';
import {objectAt, partAt, textAt} from '../../model/part.ts';
import {entriesOf, itemsAt, withField} from '../objects/fields.ts';

/** Rounds the amounts of a container up to thousandths, the finest unit that Kubernetes stores. */
export function roundedResources(resources: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(resources).map(([key, value]) =>
      key === 'limits' || key === 'requests' ? [key, roundedList(objectAt(resources, key))] : [key, value],
    ),
  );
}

/** Rounds quantities up to thousandths, the finest that Kubernetes stores. */
export const roundedList = (list: JsonObject | undefined): JsonObject =>
  Object.fromEntries(entriesOf(list).map(([name, quantity]) => [name, rounded(quantity)]));

function rounded(value: Json): Json {
  const quantity = quantityOf(value);
  if (quantity === undefined || quantity.exponent >= -3) return value;
  const step = 10n ** BigInt(-3 - quantity.exponent);
  if (quantity.digits % step === 0n) return value;
  const up = quantity.digits > 0n ? 1n : 0n;
  return showQuantity({digits: quantity.digits / step + up, exponent: -3});
}

const forPods = (name: string): boolean => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/**
 * Returns the maximum that all containers request at the same time: the regular containers and sidecars, or an init container with the
 * sidecars that were started before it.
 */
export function containerRequests(spec: JsonObject): JsonObject {
  const names = new Set([...requestNames(spec, 'containers'), ...requestNames(spec, 'initContainers')]);
  return Object.fromEntries([...names].toSorted().map((name) => [name, together(spec, name)]));
}

const requestNames = (spec: JsonObject, list: string): readonly string[] =>
  itemsAt(spec, list).flatMap(([container]) => Object.keys(partAt(container, 'resources', 'requests')));

function together(spec: JsonObject, name: string): string {
  const requestOf = (container: JsonObject): Json | undefined => objectAt(container, 'resources', 'requests')?.[name];
  const quantity = (container: JsonObject) => quantityOf(requestOf(container)) ?? NO_QUANTITY;
  let [running, most] = [NO_QUANTITY, NO_QUANTITY];
  for (const [container] of itemsAt(spec, 'initContainers')) {
    const stays = textAt(container, 'restartPolicy') === 'Always';
    const now = addQuantities(running, quantity(container));
    if (stays) running = now;
    if (compareQuantities(now, most) > 0) most = now;
  }
  for (const [container] of itemsAt(spec, 'containers')) running = addQuantities(running, quantity(container));
  return showQuantity(compareQuantities(running, most) > 0 ? running : most, name === 'cpu' ? 'things' : 'bytes');
}

/** Sets missing requests of a Pod with its own limits: to the requests of its containers, or else to the limits. */
export function podResources(spec: JsonObject): JsonObject {
  const resources = objectAt(spec, 'resources');
  const limits = objectAt(resources, 'limits');
  if (resources === undefined || limits === undefined || Object.keys(limits).length === 0) return spec;
  const ofContainers = Object.fromEntries(
    entriesOf(containerRequests(spec)).filter(([name]) => name === 'cpu' || name === 'memory'),
  );
  const ofLimits = Object.fromEntries(entriesOf(limits).filter(([name]) => forPods(name)));
  const requests = {...ofLimits, ...ofContainers, ...objectAt(resources, 'requests')};
  return {...spec, resources: withField(resources, 'requests', requests)};
}
