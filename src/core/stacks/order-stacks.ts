import {buildGraph, reverse} from '../graph/graph.ts';

/** A stack and the stacks that it comes after, all by PROJECT/STACK. */
export type StackNode = {readonly name: string; readonly after: readonly string[]};

/** The order of stacks in one run, or the loop that prevents one. */
export type StackOrder =
  | {
      readonly order: readonly string[];
      /** Whom each one waits for in this order: of those in the run. */
      readonly after: ReadonlyMap<string, readonly string[]>;
    }
  /** Closed, so that it can be printed. */
  | {readonly cycle: readonly string[]};

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The order of a run over several stacks: what a stack depends on comes first, for a destroy last; what does not depend on one another
 * comes by name, so that the same stacks always run in the same order.
 */
export function orderStacks(stacks: readonly StackNode[], operation: 'apply' | 'destroy' = 'apply'): StackOrder {
  const nodes = stacks
    .map(({name, after}) => ({id: name, after: after.toSorted(byName)}))
    .toSorted((a, b) => byName(a.id, b.id));
  const graph = buildGraph(nodes);
  if ('cycle' in graph) return graph;
  const {order, after} = operation === 'destroy' ? reverse(graph) : graph;
  return {order, after};
}
