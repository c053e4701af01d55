import {compareNaturally} from '../../lib/compare-naturally.ts';
import type {JsonObject} from '../json.ts';
import {accessoriesNamed} from './expand-outputs.ts';

/** The order of the accessories of an application, or a cycle of outputs: each needs an output of the next, the last one of the first. */
export type UseOrder = {readonly order: readonly string[]} | {readonly cycle: readonly string[]};

/**
 * Orders accessories: each comes after those whose outputs it uses, and else in the order of the keys. A reference to an unknown accessory
 * does not order anything; its expansion reports it.
 */
export function orderUses(accessories: Readonly<Record<string, JsonObject>>): UseOrder {
  const keys = Object.keys(accessories).toSorted(compareNaturally);
  const needs = new Map(
    keys.map((key) => [key, [...accessoriesNamed(accessories[key] ?? {})].filter((one) => keys.includes(one))]),
  );
  const order: string[] = [];
  const done = new Set<string>();
  while (order.length < keys.length) {
    const next = keys.find((key) => !done.has(key) && (needs.get(key) ?? []).every((need) => done.has(need)));
    if (next === undefined) return {cycle: cycleIn(keys.find((key) => !done.has(key)) ?? '', needs, done)};
    order.push(next);
    done.add(next);
  }
  return {order};
}

/** Returns a cycle that is reached from a key. Each key that is not done needs another one that is not done. */
function cycleIn(
  start: string,
  needs: ReadonlyMap<string, readonly string[]>,
  done: ReadonlySet<string>,
): readonly string[] {
  const path: string[] = [];
  for (let at = start; ; at = (needs.get(at) ?? []).find((need) => !done.has(need)) ?? start) {
    const first = path.indexOf(at);
    if (first !== -1) return [...path.slice(first), at];
    path.push(at);
  }
}
