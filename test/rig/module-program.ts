import {join} from 'node:path';

const root = join(import.meta.dirname, '..', '..');

/** The program that runs modules from the sources of this checkout. */
export const MODULE_PROGRAM = {
  node: process.execPath,
  file: join(root, 'src', 'module-child.ts'),
  reads: [join(root, 'src', '*'), join(root, 'node_modules', 'zod', '*'), join(root, 'package.json')],
};
