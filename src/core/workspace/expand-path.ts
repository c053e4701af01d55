/** The environment for the expansion of paths. */
export type PathSurroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

/** A path without `~` and variables, or the reason why it cannot be expanded. */
export type ExpandedPath = {readonly path: string} | {readonly problem: string};

/** A variable in a path: `$$`, `${NAME}` (the brace may be missing) or `$NAME`. */
export const VARIABLE = /\$(?:\$|\{([^}]*)(?:\}|$)|([A-Za-z_][A-Za-z0-9_]*))/g;

/**
 * Replaces a leading `~` and every `$VAR` or `${VAR}`; `$$` is a dollar sign. An unset or empty variable is a problem, so that a typo
 * in `$HOMME/.kube/config` does not result in `/.kube/config`.
 */
export function expandPath(text: string, {env, home}: PathSurroundings): ExpandedPath {
  let problem: string | undefined;
  const expanded = text.replaceAll(VARIABLE, (whole, braced: string | undefined, bare: string | undefined) => {
    if (whole === '$$') return '$';
    // A variable without its brace is literal text.
    if (braced !== undefined && !whole.endsWith('}')) return whole;
    const name = braced ?? bare ?? '';
    const value = env[name];
    if (value === undefined || value === '') {
      problem ??= `${whole} in ${text}: the environment variable ${name || '(no name)'} is not set`;
      return '';
    }
    return value;
  });
  if (problem !== undefined) return {problem};
  if (text === '~' || text.startsWith('~/') || text.startsWith('~\\')) return {path: home + expanded.slice(1)};
  if (text.startsWith('~')) return {problem: `${text}: only ~/ is supported, not the home of another user`};
  return {path: expanded};
}
