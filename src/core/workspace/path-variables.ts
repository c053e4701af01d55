import {VARIABLE} from './expand-path.ts';

/** Variables that are there to stand in paths, by their names. Any other may hold a secret. */
const FOR_PATHS =
  /^(?:HOME|USERPROFILE|USER|LOGNAME|PWD|TMPDIR|TMP|TEMP|KUBECONFIG|(?:[A-Za-z0-9]+_)+(?:DIR|DIRECTORY|PATH|HOME|FILE|ROOT|TEMP|WORKSPACE|CLUSTER|REGION|ENV|ENVIRONMENT|STAGE|TIER))$/;

/**
 * Names of variables that a path takes, and that are not there for paths. What a path is shows in messages: whoever writes one could
 * have a token printed.
 */
export function otherVariablesIn(path: string): readonly string[] {
  const names = [...path.matchAll(VARIABLE)].flatMap(([whole, braced, bare]) =>
    whole === '$$' || (braced !== undefined && !whole.endsWith('}')) ? [] : [braced ?? bare ?? ''],
  );
  return [...new Set(names)].filter((name) => !FOR_PATHS.test(name));
}
