/** A file of the build: a node of the graph of static imports. */
export type Chunk = {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** The names of the chunks that it imports statically: Node.js loads them with it. */
  readonly imports: readonly string[];
  /** True if something loads it by itself: an entry, or the target of a dynamic import. */
  readonly isEntry: boolean;
  /** True if it stays a file of its own. */
  readonly isFixed: boolean;
  /** The weight of a byte that this entry loads without need. Default: 1. */
  readonly weight?: number;
};

type Node = {
  readonly members: string[];
  size: number;
  weight: number;
  imports: Set<Node>;
  isEntry: boolean;
  readonly isFixed: boolean;
};

/**
 * Merges chunks until `most` are left, and returns the names in each. It merges the smallest chunk with the one for which commands load the fewest
 * bytes that they do not need, and never creates a cycle of imports: Node.js would evaluate its modules before what they import.
 * Greedy, O(n³) for n chunks: some hundred.
 */
export function mergeChunks(chunks: readonly Chunk[], most: number): readonly (readonly string[])[] {
  const nodes = new Set(graphOf(chunks));
  while (nodes.size > most) {
    const entries = entriesOf(nodes);
    const [first, second] = bestPair([...nodes], entries) ?? [];
    if (first === undefined || second === undefined) break;
    merge(first, second, nodes);
  }
  return [...nodes].map(({members}) => members);
}

function graphOf(chunks: readonly Chunk[]): readonly Node[] {
  const byName = new Map(chunks.map((chunk): [string, Node] => [chunk.name, nodeOf(chunk)]));
  for (const {name, imports} of chunks)
    for (const imported of imports) {
      const to = byName.get(imported);
      if (to !== undefined) byName.get(name)?.imports.add(to);
    }
  return [...byName.values()];
}

const nodeOf = ({name, size, isEntry, isFixed, weight = 1}: Chunk): Node => ({
  members: [name],
  size,
  weight,
  imports: new Set(),
  isEntry,
  isFixed,
});

/** Returns the entries that load each node. */
function entriesOf(nodes: ReadonlySet<Node>): ReadonlyMap<Node, ReadonlySet<Node>> {
  const loadedBy = new Map([...nodes].map((node) => [node, new Set<Node>()]));
  for (const entry of nodes) if (entry.isEntry) for (const node of reach(entry)) loadedBy.get(node)?.add(entry);
  return loadedBy;
}

/** Returns a node and all that it imports, directly or not. */
function reach(from: Node): ReadonlySet<Node> {
  const found = new Set([from]);
  // A set that grows while it is iterated visits what was added.
  for (const node of found) for (const imported of node.imports) found.add(imported);
  return found;
}

function bestPair(nodes: readonly Node[], entries: ReturnType<typeof entriesOf>): readonly [Node, Node] | undefined {
  const movable = nodes.filter(({isFixed}) => !isFixed).toSorted((a, b) => a.size - b.size);
  let best: readonly [cost: number, into: Node, small: Node] | undefined;
  for (const [index, small] of movable.entries()) {
    if (best !== undefined && index >= SMALL) break;
    const near = movable
      .filter((other) => other !== small)
      .map((other) => [overlapCost(small, other, entries), other] as const)
      .toSorted(([a], [b]) => a - b)
      .filter(([, other]) => !isCyclic(small, other))
      .slice(0, NEAR);
    for (const [, other] of near) {
      const cost = waste(small, other, entries);
      if (best === undefined || cost < best[0]) best = [cost, other, small];
    }
  }
  return best && [best[1], best[2]];
}

/** The number of the smallest chunks that are compared to choose the cheapest merge. The merge of the smallest chunk may be expensive. */
const SMALL = 30;

/** The number of pairs whose exact cost is computed: it takes long, and the best pair is among those with the most entries in common. */
const NEAR = 128;

/** Returns the bytes that entries load without need after a merge, over all entries: the other chunk, and what that one imports. */
const waste = (a: Node, b: Node, entries: ReturnType<typeof entriesOf>): number =>
  added(entries.get(a), b, entries) + added(entries.get(b), a, entries);

function added(loading: ReadonlySet<Node> = new Set(), other: Node, entries: ReturnType<typeof entriesOf>): number {
  return [...reach(other)].reduce(
    (sum, node) => sum + node.size * weightOf(loading.difference(entries.get(node) ?? new Set())),
    0,
  );
}

const weightOf = (entries: ReadonlySet<Node>): number => [...entries].reduce((sum, {weight}) => sum + weight, 0);

/** Returns the bytes of the two chunks alone that entries load without need: quick to compute. */
function overlapCost(a: Node, b: Node, entries: ReturnType<typeof entriesOf>): number {
  const [ofA, ofB] = [entries.get(a) ?? new Set<Node>(), entries.get(b) ?? new Set<Node>()];
  return a.size * weightOf(ofB.difference(ofA)) + b.size * weightOf(ofA.difference(ofB));
}

/** Reports whether a merge of two nodes would create a cycle: one imports the other by way of a third. */
const isCyclic = (a: Node, b: Node): boolean => leadsTo(a, b) || leadsTo(b, a);

const leadsTo = (from: Node, to: Node): boolean =>
  [...from.imports].some((imported) => imported !== to && imported !== from && reach(imported).has(to));

/** Adds `from` to `into`. */
function merge(into: Node, from: Node, nodes: Set<Node>): void {
  into.members.push(...from.members);
  into.size += from.size;
  into.weight = Math.max(into.weight, from.weight);
  into.isEntry ||= from.isEntry;
  for (const imported of from.imports) into.imports.add(imported);
  nodes.delete(from);
  for (const {imports} of nodes) if (imports.delete(from)) imports.add(into);
  into.imports.delete(into);
}
