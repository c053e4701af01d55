import * as entry from '../module.ts';

/** The name of the global that holds the entry of the running Gantry. */
const HELD = Symbol.for('gantry.module');

/** The text of the module `gantry/module`: it exports the entry of the running Gantry, in any form of installation. */
export type ProvidedEntry = {readonly specifier: 'gantry/module'; readonly url: string; readonly source: string};

/** Provides `gantry/module` of the running Gantry, for modules in any folder. */
export function provideEntry(): ProvidedEntry {
  Object.defineProperty(globalThis, HELD, {value: entry});
  const names = Object.keys(entry).join(', ');
  return {
    specifier: 'gantry/module',
    url: 'gantry:module',
    source: `export const {${names}} = globalThis[Symbol.for('gantry.module')];`,
  };
}
