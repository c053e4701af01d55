import {VARIABLE} from './expand-path.ts';

/** Names of variables that are made for paths. Any other variable may contain a secret. */
const FOR_PATHS =
  /^(?:HOME|USERPROFILE|USER|LOGNAME|PWD|TMPDIR|TMP|TEMP|KUBECONFIG|(?:[A-Za-z0-9]+_)+(?:DIR|DIRECTORY|PATH|HOME|FILE|ROOT|TEMP|WORKSPACE|CLUSTER|REGION|ENV|ENVIRONMENT|STAGE|TIER))$/;

/**
 * Returns the names of variables in a path that are not made for paths. Messages show paths, so the author of a path could have a token
 * printed.
 */
export function otherVariablesIn(path: string): readonly string[] {
  const names = [...path.matchAll(VARIABLE)].flatMap(([whole, braced, bare]) =>
    whole === '$$' || (braced !== undefined && !whole.endsWith('}')) ? [] : [braced ?? bare ?? ''],
  );
  return [...new Set(names)].filter((name) => !FOR_PATHS.test(name));
}
