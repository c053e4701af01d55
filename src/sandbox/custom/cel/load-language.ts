import {createRequire} from 'node:module';
import type * as Cel from '@marcbachmann/cel-js';
import {once} from '../../../lib/once.ts';

type Language = typeof Cel;

/** Loads the library with the first rule. Most sandboxes have no rule, and verbs cannot wait for a module to load asynchronously. */
export const celLanguage = once((): Language => {
  const load = createRequire(import.meta.url);
  return load('@marcbachmann/cel-js') as Language;
});
