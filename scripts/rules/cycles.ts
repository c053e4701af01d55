import type {SourceFile, Violations} from './source-file.ts';

/**
 * Files that import each other in a ring, types included: none of them can be read first. Tarjan's strongly connected components
 * (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).
 */
export function cycles(files: readonly SourceFile[]): Violations {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const rings: (readonly string[])[] = [];
  const connect = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.size - 1);
    open.push(path);
    for (const next of imports.get(path) ?? []) {
      if (!imports.has(next)) continue;
      if (!index.has(next)) connect(next);
      if (open.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0));
    }
    if (low.get(path) !== index.get(path)) return;
    const ring = open.splice(open.indexOf(path));
    if (ring.length > 1) rings.push(ring);
  };
  for (const path of imports.keys()) if (!index.has(path)) connect(path);
  return rings.map((ring) => `${ring.join(' ')}: import each other`);
}
