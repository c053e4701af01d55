import type {Diagnostic} from './diagnostic.ts';

/** Sorts diagnostics by file and position. */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const files = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const file = diagnostic.at?.file ?? '';
    const known = files.get(file);
    if (known === undefined) files.set(file, [diagnostic]);
    else known.push(diagnostic);
  }
  return [...files.values()].flatMap((group) => group.toSorted(byPlace));
}

const byPlace = (a: Diagnostic, b: Diagnostic): number =>
  (a.at?.line ?? 0) - (b.at?.line ?? 0) || (a.at?.column ?? 0) - (b.at?.column ?? 0);
