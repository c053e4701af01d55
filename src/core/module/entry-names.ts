/** The names of the file that exports a module, if its package.json names none. The first one of its folder counts. */
export const ENTRY_NAMES: readonly string[] = ['module.ts', 'module.js', 'index.ts', 'index.js'];
