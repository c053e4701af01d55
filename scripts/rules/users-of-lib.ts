import type {SourceFile, Violations} from './source-file.ts';

const FEWEST = 3;

/** What fewer than three files need is theirs, and not a part of the library. A folder of lib is one part, which its files share. */
export function usersOfLib(files: readonly SourceFile[]): Violations {
  const parts = new Map<string, Set<string>>();
  for (const {path} of files) if (path.startsWith('src/lib/')) parts.set(partOf(path), new Set());
  for (const {path, imports} of files)
    for (const file of imports) if (partOf(file) !== partOf(path)) parts.get(partOf(file))?.add(path);
  return [...parts]
    .filter(([, users]) => users.size < FEWEST)
    .map(
      ([part, users]) => `${part}: ${users.size} users (${[...users].join(', ')}); a part of lib has ${FEWEST} or more`,
    );
}

const partOf = (path: string): string => /^src\/lib\/[^/]+/.exec(path)?.[0] ?? path;
