import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {
  compareQuantities,
  NO_QUANTITY,
  type Quantity,
  quantityOf,
  showQuantity,
  subtractQuantities,
} from '../fields/quantity.ts';
import type {Demand} from './quota-demand.ts';

/** A ResourceQuota: the live one, or with the limits that this plan gives it. */
export type Quota = {
  readonly namespace: string;
  readonly name: string;
  readonly hard: JsonObject;
  readonly used: JsonObject;
};

/** A resource of a quota that is insufficient, with amounts as the server writes them. */
export type Shortage = {readonly name: string; readonly asked: string; readonly left: string};

/** Returns the resources of a quota that a plan exceeds in its namespace. A plan that adds nothing never exceeds a quota. */
export const shortagesOf = ({hard, used}: Quota, added: Demand): readonly Shortage[] =>
  Object.entries(hard).flatMap(([name, limit]) => {
    const [most, asked] = [quantityOf(limit), added.get(name)];
    if (most === undefined || asked === undefined || compareQuantities(asked, NO_QUANTITY) <= 0) return [];
    const left = subtractQuantities(most, quantityOf(used[name]) ?? NO_QUANTITY);
    if (compareQuantities(asked, left) <= 0) return [];
    const counts = /memory|storage$/.test(name) ? 'bytes' : 'things';
    return [{name, asked: showQuantity(asked, counts), left: showQuantity(atLeastNone(left), counts)}];
  });

const atLeastNone = (quantity: Quantity): Quantity => (quantity.digits < 0n ? NO_QUANTITY : quantity);

/** Reads a ResourceQuota; returns undefined if it counts only some of the objects, which only the server can determine. */
export function quotaOf(object: JsonObject): Quota | undefined {
  const [metadata, spec, status] = [part(object['metadata']), part(object['spec']), part(object['status'])];
  const {scopes, scopeSelector} = spec;
  if ((isList(scopes) && scopes.length > 0) || scopeSelector !== undefined) return undefined;
  return {
    namespace: text(metadata['namespace']),
    name: text(metadata['name']),
    hard: part(spec['hard']),
    used: part(status['used']),
  };
}

const part = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
