import {enableCompileCache} from 'node:module';
import {homeIn, ownCache} from './own-cache.js';

/**
 * Keeps what Node compiles in `$GANTRY_HOME/cache/compile`, so that the next run starts faster. Node runs the code that it finds
 * there. Its own default, a directory with a known name in `$TMPDIR`, can be created by any user of the machine. Where the directory
 * could be written by another user, there is no cache.
 */
export function keepCompiled(env) {
  const cache = ownCache(homeIn(env), 'compile');
  if (cache === undefined) return;
  try {
    enableCompileCache(cache);
  } catch {
    // Without a cache, Node compiles the code at each start.
  }
}
