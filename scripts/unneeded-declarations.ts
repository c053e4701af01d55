import {globSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Returns the declarations below a directory that index.d.ts does not reach: the types of what is no part of the library. */
export function unneededDeclarations(directory: string): readonly string[] {
  const needed = new Set([join(directory, 'index.d.ts')]);
  // A set that grows while it is walked visits what was added.
  for (const file of needed)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
      needed.add(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')));
  return globSync('**/*.d.ts', {cwd: directory})
    .map((file) => join(directory, file))
    .filter((file) => !needed.has(file));
}
