import type {GraphNode} from '../../../../src/core/graph/graph.ts';

/** The same nodes, with every read of an edge counted: proof of O(V+E) on a busy machine. */
export function countReads(nodes: readonly GraphNode[]): {nodes: GraphNode[]; reads: () => number} {
  let reads = 0;
  return {nodes: nodes.map(({id, after}) => ({id, after: counted(after, () => reads++)})), reads: () => reads};
}

export const counted = <T>(list: readonly T[], onRead: () => void): readonly T[] =>
  new Proxy(list, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) onRead();
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
