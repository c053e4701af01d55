import type {JsonObject} from '../../core/json.ts';
import {NO_QUANTITY, type Quantity, showQuantity} from '../../kubernetes/fields/quantity.ts';
import {addDemands, type Demand, demandOf} from '../../kubernetes/plan/quota-demand.ts';
import {namespaceOf} from '../model/metadata.ts';
import {part} from '../model/part.ts';
import type {GroupResource} from '../model/resource.ts';
import type {ClusterView} from '../model/view.ts';
import {countsObject} from './counts-object.ts';

/** Returns the usage of one object itself. Objects that controllers create for it are counted separately. */
export function usageOf(object: JsonObject, {group, plural}: GroupResource): Demand {
  const kind = (group === '' ? BY_CONTENT.get(plural) : undefined) ?? '';
  const demand = demandOf({object, group, kind, plural});
  const phase = part(object['status'])['phase'];
  const isDone = kind === 'Pod' && (phase === 'Succeeded' || phase === 'Failed');
  return isDone ? new Map([...demand].filter(([name]) => name === 'count/pods')) : demand;
}

/** Resources that are counted by content. All others are counted by number. */
const BY_CONTENT: ReadonlyMap<string, string> = new Map([
  ['pods', 'Pod'],
  ['services', 'Service'],
  ['persistentvolumeclaims', 'PersistentVolumeClaim'],
]);

/** Returns the current usage of these resources in the namespace of a quota. */
export function usedOf(quota: JsonObject, names: readonly string[], cluster: ClusterView): Demand {
  const namespace = namespaceOf(quota);
  const resources = new Set(names.map(resourceOf));
  const all = [...resources].flatMap((key) => {
    const [plural = '', ...group] = key.split('.');
    return cluster
      .list(key, namespace)
      .filter((object) => countsObject(quota, object))
      .map((object) => usageOf(object, {group: group.join('.'), plural}));
  });
  const sum = addDemands(...all);
  return new Map(names.map((name) => [name, sum.get(name) ?? NO_QUANTITY]));
}

/** Returns the resource whose objects count for a name in a quota. */
function resourceOf(name: string): string {
  if (name.startsWith('count/')) return name.slice('count/'.length);
  if (name.startsWith('services.')) return 'services';
  if (name === 'requests.storage' || name.includes('.storageclass.')) return 'persistentvolumeclaims';
  return NUMBERED.has(name) ? name : 'pods';
}

const NUMBERED = new Set([
  'configmaps',
  'persistentvolumeclaims',
  'replicationcontrollers',
  'resourcequotas',
  'secrets',
  'services',
]);

/** Formats a quantity in the unit of its resource: binary suffixes for memory and storage. */
export const amountText = (name: string, amount: Quantity): string =>
  showQuantity(amount, /memory|storage$|hugepages-/.test(name) ? 'bytes' : 'things');
