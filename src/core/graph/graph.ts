/** A resource and the ids of those that come before it. */
export type GraphNode = {readonly id: string; readonly after: readonly string[]};

/** An acyclic graph of resources. */
export type Graph = {
  /** The ids in topological order. Otherwise, the given order is kept. */
  readonly order: readonly string[];
  /** Maps an id to the ids that it must come after. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** Maps an id to the ids that must come after it. */
  readonly before: ReadonlyMap<string, readonly string[]>;
};

/** A closed cycle for messages: `a → b → a`. Each id depends on the next one. */
export type Cycle = {readonly cycle: readonly string[]};

/**
 * Sorts nodes topologically in O(V+E). The sort is stable: nodes that are already in a valid order keep it. Ids in `after` that are not
 * nodes are ignored.
 */
export function buildGraph(nodes: readonly GraphNode[]): Graph | Cycle {
  const after = known(nodes);
  const sorted = sort(after);
  return 'loop' in sorted
    ? {cycle: shortestLoop(after, sorted.loop)}
    : {order: sorted.order, after, before: inverse(after)};
}

/** Reverses a graph, to get the order of deletions. */
export const reverse = ({order, after, before}: Graph): Graph => ({
  order: order.toReversed(),
  after: before,
  before: after,
});

function known(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(nodes.map(({id}) => id));
  return new Map(nodes.map(({id, after}) => [id, [...new Set(after)].filter((other) => ids.has(other))]));
}

function inverse(after: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const before = new Map<string, string[]>([...after.keys()].map((id) => [id, []]));
  for (const [id, needs] of after) for (const need of needs) before.get(need)?.push(id);
  return before;
}

/** The edge that closed a cycle: `from` comes after `to`, which (through others) comes after `from`. */
type ClosingEdge = {readonly from: string; readonly to: string};

/** Sorts depth first without recursion, so that a chain of 10,000 resources does not exhaust the stack. */
function sort(
  after: ReadonlyMap<string, readonly string[]>,
): {readonly order: readonly string[]} | {readonly loop: ClosingEdge} {
  const order: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const root of after.keys()) {
    if (state.has(root)) continue;
    const stack = [{id: root, next: 0}];
    state.set(root, 'open');
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const need = after.get(top.id)?.[top.next++];
      if (need === undefined) {
        state.set(top.id, 'done');
        order.push(top.id);
        stack.pop();
      } else if (state.get(need) === 'open') {
        return {loop: {from: top.id, to: need}};
      } else if (!state.has(need)) {
        state.set(need, 'open');
        stack.push({id: need, next: 0});
      }
    }
  }
  return {order};
}

/** Finds the shortest path from `to` back to `from`, breadth first, so that the message shows the shortest cycle. */
function shortestLoop(after: ReadonlyMap<string, readonly string[]>, {from, to}: ClosingEdge): readonly string[] {
  const cameFrom = new Map<string, string | undefined>([[to, undefined]]);
  const queue = [to];
  for (let i = 0; i < queue.length && !cameFrom.has(from); i++) {
    const id = queue[i] as string;
    for (const need of after.get(id) ?? []) {
      if (cameFrom.has(need)) continue;
      cameFrom.set(need, id);
      queue.push(need);
    }
  }
  const loop: string[] = [];
  for (let id: string | undefined = from; id !== undefined; id = cameFrom.get(id)) loop.push(id);
  // The path is collected from `from` to `to`. It is reversed, because each id must come after the next one, and then closed.
  return closed(loop.toReversed(), [...after.keys()]);
}

/** Closes a cycle: it begins and ends with the id that comes first in the input. */
function closed(loop: readonly string[], ids: readonly string[]): readonly string[] {
  const members = new Set(loop);
  const first = ids.find((id) => members.has(id)) as string;
  const at = loop.indexOf(first);
  return [...loop.slice(at), ...loop.slice(0, at), first];
}
