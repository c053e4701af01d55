import type {JsonObject} from '../../core/json.ts';
import {isBeingDeleted} from '../model/metadata.ts';
import {textAt, valueAt} from '../model/part.ts';
import {age, type Cells, count, name, number, sizeAt, text, textOr} from './cell.ts';

/** Columns of ConfigMaps, Secrets and quotas. */
export const CONFIGURATION_CELLS: Cells = {
  ConfigMap: [name, (map) => sizeAt(map, 'data') + sizeAt(map, 'binaryData'), age],
  Secret: [name, text('type'), count('data'), age],
  ResourceQuota: [name, (quota) => quotaText(quota, false), (quota) => quotaText(quota, true), age],
  'PriorityClass.scheduling.k8s.io': [
    name,
    number('value'),
    (object) => valueAt(object, 'globalDefault') === true,
    age,
    text('preemptionPolicy'),
  ],
  'RuntimeClass.node.k8s.io': [name, text('handler'), age],
  'Lease.coordination.k8s.io': [name, text('spec', 'holderIdentity'), age],
  'DeviceClass.resource.k8s.io': [name, age],
  'ResourceClaim.resource.k8s.io': [name, resourceClaimState, age],
  'ResourceClaimTemplate.resource.k8s.io': [name, age],
  'ResourceSlice.resource.k8s.io': [
    name,
    textOr('', 'spec', 'nodeName'),
    text('spec', 'driver'),
    text('spec', 'pool', 'name'),
    age,
  ],
};

/** Returns the text of a quota. Limits have their own column. */
function quotaText(quota: JsonObject, limits: boolean): string {
  const hard = valueAt(quota, 'status', 'hard');
  return Object.keys(typeof hard === 'object' && hard !== null ? hard : {})
    .toSorted()
    .filter((resource) => resource.startsWith('limits.') === limits)
    .map((resource) => {
      const used = textAt(quota, 'status', 'used', resource) || '0';
      return `${resource}: ${used}/${textAt(quota, 'status', 'hard', resource)}`;
    })
    .join(', ');
}

function resourceClaimState(claim: JsonObject): string {
  const deleted = isBeingDeleted(claim);
  if (valueAt(claim, 'status', 'allocation') === undefined) return deleted ? 'deleted' : 'pending';
  const reserved = sizeAt(claim, 'status', 'reservedFor') > 0;
  return [...(deleted ? ['deleted'] : []), 'allocated', ...(reserved ? ['reserved'] : [])].join(',');
}
