import {existsSync, lstatSync, mkdirSync, realpathSync} from 'node:fs';
import {enableCompileCache} from 'node:module';
import {homedir} from 'node:os';
import {dirname, join, resolve} from 'node:path';

/**
 * Keeps what Node compiles in `$GANTRY_HOME/cache/compile`, so that the next run starts faster. Node runs the code that it finds
 * there. Its own default, a directory with a known name in `$TMPDIR`, can be created by any user of the machine. Where the directory
 * could be written by another user, there is no cache.
 */
export function keepCompiled({GANTRY_HOME: set, HOME: own}) {
  const home = set ? resolve(set) : join(own || homedir(), '.gantry');
  try {
    const cache = join(home, 'cache', 'compile');
    makeDirectory(cache);
    const path = realpathSync(cache);
    // The home may be a link that its owner made; nothing below it is one.
    if (path === join(realpathSync(home), 'cache', 'compile') && isPrivate(path)) enableCompileCache(path);
  } catch {
    // Without a writable directory, Node compiles the code at each start.
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
