/** Returns ids and all ids that can be reached from them. */
export function closure(start: Iterable<string>, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(start);
  // Iterating a Set also visits elements that are added during the iteration.
  for (const id of reached) for (const other of next.get(id) ?? []) reached.add(other);
  return reached;
}

/** Reverses the edges. */
export function inverse(edges: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const turned = new Map<string, string[]>();
  for (const [id, others] of edges) {
    for (const other of others) {
      const known = turned.get(other);
      if (known === undefined) turned.set(other, [id]);
      else known.push(id);
    }
  }
  return turned;
}
