const FILTER = /^filter\.[^]+\.(?:clean|process|required)$/;

/** The scopes of the repository's own configuration. All other scopes belong to the user or the system. */
const OF_THE_REPOSITORY: ReadonlySet<string> = new Set(['local', 'worktree']);

/**
 * Returns the options that disable all filters in a repository's configuration, because `git status` and `git diff` pass files
 * through `filter.NAME.clean`. A filter that the user has configured (Git LFS) is kept. Undefined if git cannot express the name
 * of a filter. @param listed the output of `git config --list --show-scope -z`
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
  // Only these keys: an empty `process` would replace the user's `clean`.
  return [...named].flatMap((key) => [
    '-c',
    `${key}=${settings.get(key) ?? (key.endsWith('.required') ? 'false' : '')}`,
  ]);
}
