import {createRequire} from 'node:module';
import type * as Cel from '@marcbachmann/cel-js';
import {once} from '../../../lib/once.ts';

type Language = typeof Cel;

/** Loaded with the first rule that is looked at: most sandboxes have none, and verbs cannot wait for a module. */
export const celLanguage = once((): Language => {
  const load = createRequire(import.meta.url);
  return load('@marcbachmann/cel-js') as Language;
});
