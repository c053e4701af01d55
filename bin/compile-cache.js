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
    // Without a place to write, the program compiles its code each time.
  }
}

/** Not by `recursive`: below /proc and the like Node's own never ends. */
function makeDirectory(path) {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path, {mode: 0o700});
  } catch (error) {
    // Another run may have been first.
    if (error.code !== 'EEXIST') throw error;
  }
}

/** Whether nobody else can open the directory, put another one in its place, or in the place of one that it is in. */
function isPrivate(path) {
  const me = process.getuid?.();
  const {uid, mode} = lstatSync(path);
  return uid === me && (mode & 0o077) === 0 && ancestors(path).every((one) => isSafe(lstatSync(one), me));
}

/** In a directory with the sticky bit, as /tmp, only the owner of an entry can rename it. */
const isSafe = ({uid, mode}, me) => (uid === me || uid === 0) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);

const ancestors = (path) => (dirname(path) === path ? [] : [dirname(path), ...ancestors(dirname(path))]);
