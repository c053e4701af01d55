import type {Environment} from '@marcbachmann/cel-js';
import {deepEqual} from '../../../lib/deep-equal.ts';

type Ordered = string | number | bigint | boolean;

const isSorted = (items: readonly Ordered[]): boolean =>
  items.every((item, i) => i === 0 || (items[i - 1] ?? item) <= item);

function extreme(items: readonly Ordered[], better: (one: Ordered, than: Ordered) => boolean, name: string): Ordered {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error(`${name} called on empty list`);
  return rest.reduce((best, one) => (better(one, best) ? one : best), first);
}

function sum(items: readonly (number | bigint)[]): number | bigint {
  if (items.some((item) => typeof item === 'number')) return items.reduce<number>((all, one) => all + Number(one), 0);
  return items.reduce<bigint>((all, one) => all + BigInt(one), 0n);
}

/** Registers Kubernetes' list functions that the library does not have. */
export function registerLists(environment: Environment): void {
  environment
    .registerFunction('list.isSorted(): bool', isSorted)
    .registerFunction('list.sum(): dyn', sum)
    .registerFunction('list.min(): dyn', (items: readonly Ordered[]) => extreme(items, (a, b) => a < b, 'min'))
    .registerFunction('list.max(): dyn', (items: readonly Ordered[]) => extreme(items, (a, b) => a > b, 'max'))
    .registerFunction('list.indexOf(dyn): int', (items: readonly unknown[], wanted: unknown) =>
      BigInt(items.findIndex((item) => deepEqual(item, wanted))),
    )
    .registerFunction('list.lastIndexOf(dyn): int', (items: readonly unknown[], wanted: unknown) =>
      BigInt(items.findLastIndex((item) => deepEqual(item, wanted))),
    );
}
