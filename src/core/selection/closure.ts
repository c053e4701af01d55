/** Some ids and all that can be reached from them. */
export function closure(start: Iterable<string>, next: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(start);
  // A set that grows while it is walked visits what was added.
  for (const id of reached) for (const other of next.get(id) ?? []) reached.add(other);
  return reached;
}

/** The same edges the other way round. */
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
