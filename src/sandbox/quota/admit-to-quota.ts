import type {JsonObject} from '../../core/json.ts';
import {
  addQuantities,
  compareQuantities,
  NO_QUANTITY,
  type Quantity,
  quantityOf,
  subtractQuantities,
} from '../../kubernetes/fields/quantity.ts';
import type {Demand} from '../../kubernetes/plan/quota-demand.ts';
import {nameOf} from '../model/metadata.ts';
import {list, part, text} from '../model/part.ts';
import {forbidden} from '../model/refusals.ts';
import type {ClusterView} from '../model/view.ts';
import type {Target} from '../verbs/verb-context.ts';
import {countsObject} from './counts-object.ts';
import {amountText, usageOf, usedOf} from './usage.ts';

type Asked = {readonly object: JsonObject; readonly before: JsonObject | undefined; readonly target: Target};

/**
 * Refuses an object that exceeds a ResourceQuota of its namespace (ResourceQuota admission), in dry runs too.
 * @throws Refusal 403
 */
export function admitToQuota({object, before, target}: Asked, cluster: ClusterView): void {
  const {resource, namespace, subresource} = target;
  if (!resource.namespaced || subresource !== '' || (before !== undefined && !CHARGED_AGAIN.has(resource.plural)))
    return;
  const asked = grownBy(usageOf(object, resource), before === undefined ? new Map() : usageOf(before, resource));
  for (const quota of cluster.list('resourcequotas', namespace)) {
    if (!countsObject(quota, object)) continue;
    const because = refusal(quota, {object, isPod: resource.kind === 'Pod' && resource.group === '', asked}, cluster);
    if (because !== undefined) throw forbidden(resource, nameOf(object), because);
  }
}

/** Resources whose usage may grow after the creation. */
const CHARGED_AGAIN = new Set(['services', 'persistentvolumeclaims']);

const grownBy = (now: Demand, before: Demand): Demand =>
  new Map(
    [...now].flatMap(([name, amount]): readonly [string, Quantity][] => {
      const more = subtractQuantities(amount, before.get(name) ?? NO_QUANTITY);
      return compareQuantities(more, NO_QUANTITY) > 0 ? [[name, more]] : [];
    }),
  );

type Charge = {readonly object: JsonObject; readonly isPod: boolean; readonly asked: Demand};

const amount = (of: Demand, name: string): Quantity => of.get(name) ?? NO_QUANTITY;

function refusal(quota: JsonObject, {object, isPod, asked}: Charge, cluster: ClusterView): string | undefined {
  const hard = part(part(quota['status'])['hard']);
  const missing = isPod ? unnamed(object, Object.keys(hard)) : '';
  if (missing !== '') return `failed quota: ${nameOf(quota)}: must specify ${missing}`;
  const names = Object.keys(hard).filter((name) => asked.has(name));
  if (names.length === 0) return undefined;
  const used = usedOf(quota, names, cluster);
  const exceeded = names
    .filter((name) => {
      const limit = quantityOf(hard[name]) ?? NO_QUANTITY;
      return compareQuantities(addQuantities(amount(used, name), amount(asked, name)), limit) > 0;
    })
    .toSorted();
  if (exceeded.length === 0) return undefined;
  const shown = (of: Demand): string =>
    exceeded.map((name) => `${name}=${amountText(name, amount(of, name))}`).join(',');
  const limited = exceeded.map((name) => `${name}=${text(hard[name])}`).join(',');
  return `exceeded quota: ${nameOf(quota)}, requested: ${shown(asked)}, used: ${shown(used)}, limited: ${limited}`;
}

/** If a quota limits one of these, every container must declare its amount. */
const REQUIRED: Readonly<Record<string, readonly [amounts: string, of: string]>> = {
  cpu: ['requests', 'cpu'],
  memory: ['requests', 'memory'],
  'requests.cpu': ['requests', 'cpu'],
  'requests.memory': ['requests', 'memory'],
  'limits.cpu': ['limits', 'cpu'],
  'limits.memory': ['limits', 'memory'],
};

/** Returns the containers without an amount: `requests.cpu for: app,side; …`; empty if there are none. */
function unnamed(pod: JsonObject, limited: readonly string[]): string {
  const spec = part(pod['spec']);
  if (Object.keys(part(spec['resources'])).length > 0) return '';
  const containers = [...list(spec['containers']), ...list(spec['initContainers'])].map(part);
  return limited
    .toSorted()
    .flatMap((name) => {
      const place = REQUIRED[name];
      if (place === undefined) return [];
      const [amounts, of] = place;
      const silent = containers.filter((one) => part(part(one['resources'])[amounts])[of] === undefined);
      const names = [...new Set(silent.map((one) => text(one['name'])))].toSorted();
      return names.length === 0 ? [] : [`${name} for: ${names.join(',')}`];
    })
    .join('; ');
}
