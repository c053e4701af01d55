import {createRequire} from 'node:module';
import type * as Re2 from 're2js';
import {once} from '../../../lib/once.ts';

type Re2Module = typeof Re2;

/** Loads RE2 with the first expression. Most sandboxes have none, and verbs cannot wait for a module to load asynchronously. */
export const re2 = once((): Re2Module => {
  const load = createRequire(import.meta.url);
  return load('re2js') as Re2Module;
});
