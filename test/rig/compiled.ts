import {fileURLToPath} from 'node:url';

/**
 * Keeps what Node.js compiles for all processes of all tests: each test has a home of its own, where the cache of the program would be
 * empty. Node.js compares the contents before it uses anything from there.
 */
export const COMPILED = {
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url)),
} as const;
