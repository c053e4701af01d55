const FILTER = /^filter\.[^]+\.(?:clean|process|required)$/;

/** The repository's own files of configuration; all others are the user's or the system's. */
const OF_THE_REPOSITORY: ReadonlySet<string> = new Set(['local', 'worktree']);

/**
 * Returns the options with which git runs no filter that a repository's configuration names: `git status` and `git diff` send the
 * files through `filter.NAME.clean`. A filter that the user has configured (Git LFS) keeps what the user says. Undefined where git
 * has no way to name one.
 * @param listed what `git config --list --show-scope -z` answers
 */
export function withoutFilters(listed: string): readonly string[] | undefined {
  const settings = new Map<string, string>();
  const named = new Set<string>();
  const parts = listed.split('\0');
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const [scope = '', entry = ''] = [parts[i], parts[i + 1]];
    const end = entry.indexOf('\n');
    const key = end < 0 ? entry : entry.slice(0, end);
    if (!FILTER.test(key)) continue;
    if (OF_THE_REPOSITORY.has(scope)) named.add(key);
    else settings.set(key, end < 0 ? 'true' : entry.slice(end + 1));
  }
  // The value begins at the first equals sign.
  if ([...named].some((key) => key.includes('='))) return undefined;
  // Only these: an empty `process` would take the place of the user's `clean`.
  return [...named].flatMap((key) => [
    '-c',
    `${key}=${settings.get(key) ?? (key.endsWith('.required') ? 'false' : '')}`,
  ]);
}
