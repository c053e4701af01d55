/** A resource and the ids of those that come before it. */
export type GraphNode = {readonly id: string; readonly after: readonly string[]};

/** Who comes after whom, without loops. */
export type Graph = {
  /** Every id after all that it depends on; otherwise as given. */
  readonly order: readonly string[];
  /** What each id must come after. */
  readonly after: ReadonlyMap<string, readonly string[]>;
  /** What must come after each id. */
  readonly before: ReadonlyMap<string, readonly string[]>;
};

/** A loop, closed so that it can be printed: `a → b → a`, where each comes after the next. */
export type Cycle = {readonly cycle: readonly string[]};

/**
 * Sorts nodes so that each comes after what it depends on, in O(V+E): the same nodes in the same order give the same
 * graph, and nodes that are in a fit order already stay as they are. An id in `after` that is no node makes no edge.
 */
export function buildGraph(nodes: readonly GraphNode[]): Graph | Cycle {
  const after = known(nodes);
  const sorted = sort(after);
  return 'loop' in sorted
    ? {cycle: shortestLoop(after, sorted.loop)}
    : {order: sorted.order, after, before: inverse(after)};
}

/** The same edges the other way round: the order in which things are taken down. */
export const reverse = ({order, after, before}: Graph): Graph => ({
  order: order.toReversed(),
  after: before,
  before: after,
});

function known(nodes: readonly GraphNode[]): ReadonlyMap<string, readonly string[]> {
  const ids = new Set(nodes.map(({id}) => id));
  return new Map(nodes.map(({id, after}) => [id, [...new Set(after).intersection(ids)]]));
}

function inverse(after: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const before = new Map<string, string[]>([...after.keys()].map((id) => [id, []]));
  for (const [id, needs] of after) for (const need of needs) before.get(need)?.push(id);
  return before;
}

/** The edge that closed a loop: `from` comes after `to`, which (through others) comes after `from`. */
type ClosingEdge = {readonly from: string; readonly to: string};

/** Depth first without recursion: a chain of 10,000 resources must not exhaust the stack. */
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

/** The shortest way from `to` back to `from`, breadth first: the loop that a reader can check. */
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
  // Collected backwards: from, …, to. Each must come after the next, so it is turned around; then it is closed.
  return closed(loop.toReversed(), [...after.keys()]);
}

/** Begins with the id that the user wrote first, and ends with it. */
function closed(loop: readonly string[], ids: readonly string[]): readonly string[] {
  const members = new Set(loop);
  const first = ids.find((id) => members.has(id)) as string;
  const at = loop.indexOf(first);
  return [...loop.slice(at), ...loop.slice(0, at), first];
}
