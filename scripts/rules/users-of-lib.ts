import type {SourceFile, Violations} from './source-file.ts';

const FEWEST = 3;

/** Parts with two users that must not import each other, and why the parts are in lib. */
const SHARED_BY_TWO: Readonly<Record<string, string>> = {
  'src/lib/cpu-time.ts':
    'the budget of rules of custom resources, here and in the sandbox; kubernetes itself has no clock',
  'src/lib/https-fetch.ts': 'the login of a person and the one that a kubeconfig names are two adapters',
  'src/lib/kept-directory.ts': 'the caches of git and of OCI artifacts are two adapters',
  'src/lib/once-successful.ts': 'the buckets of Google and of Azure are two adapters',
  'src/lib/read-regular-file.ts': 'stores of files and of sops are two adapters',
};

/** Returns the parts of lib with too few users: fewer than three. A folder of lib is one part, which its files share. */
export function usersOfLib(files: readonly SourceFile[]): Violations {
  const parts = new Map<string, Set<string>>();
  for (const {path} of files) if (path.startsWith('src/lib/')) parts.set(partOf(path), new Set());
  for (const {path, imports} of files)
    for (const file of imports) if (partOf(file) !== partOf(path)) parts.get(partOf(file))?.add(path);
  return [...parts]
    .filter(([part, users]) => users.size < (SHARED_BY_TWO[part] === undefined ? FEWEST : 2))
    .map(
      ([part, users]) => `${part}: ${users.size} users (${[...users].join(', ')}); a part of lib has ${FEWEST} or more`,
    );
}

const partOf = (path: string): string => /^src\/lib\/[^/]+/.exec(path)?.[0] ?? path;
