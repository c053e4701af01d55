import {compareNaturally} from '../../lib/compare-naturally.ts';
import {buildGraph, reverse} from '../graph/graph.ts';

/** A stack and the stacks that come before it, as PROJECT/STACK. */
export type StackNode = {readonly name: string; readonly after: readonly string[]};

/** The order of stacks in a run, or the cycle that prevents one. */
export type StackOrder =
  | {
      readonly order: readonly string[];
      /** Maps each stack to the stacks of the run that it waits for. */
      readonly after: ReadonlyMap<string, readonly string[]>;
    }
  /** The closed cycle, for messages. */
  | {readonly cycle: readonly string[]};

/**
 * Orders the stacks of a run: dependencies come first, or last in a destroy. Independent stacks are sorted by name, so that the order is
 * always the same.
 */
export function orderStacks(stacks: readonly StackNode[], operation: 'apply' | 'destroy' = 'apply'): StackOrder {
  const nodes = stacks
    .map(({name, after}) => ({id: name, after: after.toSorted(compareNaturally)}))
    .toSorted((a, b) => compareNaturally(a.id, b.id));
  const graph = buildGraph(nodes);
  if ('cycle' in graph) return graph;
  const {order, after} = operation === 'destroy' ? reverse(graph) : graph;
  return {order, after};
}
