import type {Graph} from './graph.ts';

export type Skipped = {
  readonly id: string;
  /** The failed id that it depends on, directly or through others. */
  readonly because: string;
};

/** What may run now, as a run goes on. The engine starts what it is handed and reports each end, once. */
export type Frontier = {
  /** Free from the beginning, in the graph's order. */
  readonly ready: readonly string[];
  /** Reports success; answers what has become free by it, each id once in the whole run. */
  readonly done: (id: string) => readonly string[];
  /** Reports a failure; answers what will never run because of it, nearest first. Siblings go on. */
  readonly failed: (id: string) => readonly Skipped[];
  /** How many ids are neither done, failed nor skipped. */
  readonly pending: () => number;
};

/** Walks a graph in O(V+E) over the whole run, however it ends. */
export function startFrontier(graph: Graph): Frontier {
  const waitsFor = new Map(graph.order.map((id) => [id, graph.after.get(id)?.length ?? 0]));
  const settled = new Set<string>();

  const settle = (id: string): void => {
    if (!waitsFor.has(id)) throw new Error(`${id} is not in the graph`);
    if (settled.has(id)) throw new Error(`${id} has ended already`);
    settled.add(id);
  };

  return {
    ready: graph.order.filter((id) => waitsFor.get(id) === 0),
    done: (id) => {
      settle(id);
      return (graph.before.get(id) ?? []).filter((next) => {
        const left = (waitsFor.get(next) ?? 0) - 1;
        waitsFor.set(next, left);
        return left === 0 && !settled.has(next);
      });
    },
    failed: (id) => {
      settle(id);
      const skipped: Skipped[] = [];
      const queue = [id];
      for (let i = 0; i < queue.length; i++) {
        for (const next of graph.before.get(queue[i] as string) ?? []) {
          if (settled.has(next)) continue;
          settled.add(next);
          queue.push(next);
          skipped.push({id: next, because: id});
        }
      }
      return skipped;
    },
    pending: () => waitsFor.size - settled.size,
  };
}
