import type {Environment} from '@marcbachmann/cel-js';
import {celEqual} from './cel-equal.ts';

/** The namespace `sets` of an expression. */
class SetsNamespace {
  readonly name = 'sets';
}

type Items = readonly unknown[];

const holds = (items: Items, wanted: unknown): boolean => items.some((item) => celEqual(item, wanted));
const contains = (all: Items, some: Items): boolean => some.every((one) => holds(all, one));

/** Registers the functions on lists as sets: `sets.contains(self.allowed, self.used)`. */
export function registerSets(environment: Environment): void {
  environment
    .registerType('ext.Sets', SetsNamespace)
    .registerConstant('sets', 'ext.Sets', new SetsNamespace())
    .registerFunction('ext.Sets.contains(list, list): bool', (_: SetsNamespace, all: Items, some: Items) =>
      contains(all, some),
    )
    .registerFunction(
      'ext.Sets.equivalent(list, list): bool',
      (_: SetsNamespace, a: Items, b: Items) => contains(a, b) && contains(b, a),
    )
    .registerFunction('ext.Sets.intersects(list, list): bool', (_: SetsNamespace, a: Items, b: Items) =>
      a.some((one) => holds(b, one)),
    );
}
