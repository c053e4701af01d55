import {existsSync, lstatSync, mkdirSync, realpathSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join, resolve} from 'node:path';

/** Returns `$GANTRY_HOME`, by default `~/.gantry`. */
export const homeIn = ({GANTRY_HOME: set, HOME: own}) => (set ? resolve(set) : join(own || homedir(), '.gantry'));

/**
 * Returns the directory `$GANTRY_HOME/cache/NAME`, which it creates. Returns undefined if another user could write the directory, or if it
 * cannot be created.
 */
export function ownCache(home, name) {
  try {
    const cache = join(home, 'cache', name);
    makeDirectory(cache);
    const path = realpathSync(cache);
    // The home may be a link that its owner made; nothing below it is one.
    return path === join(realpathSync(home), 'cache', name) && isPrivate(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Creates a directory and its parents. The option `recursive` of Node is not used, because it never ends below /proc. */
function makeDirectory(path) {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, {mode: 0o700});
  } catch (error) {
    // Another run may have created it.
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Reports whether no other user can open the directory, or replace it or one of its parents. */
function isPrivate(path) {
  const me = process.getuid?.();
  const {uid, mode} = lstatSync(path);
  return uid === me && (mode & 0o077) === 0 && ancestors(path).every((one) => isSafe(lstatSync(one), me));
}

/** Reports whether only the owner can rename the entries of a directory, as with the sticky bit of /tmp. */
const isSafe = ({uid, mode}, me) => (uid === me || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);

const ancestors = (path) => (dirname(path) === path ? [] : [dirname(path), ...ancestors(dirname(path))]);
