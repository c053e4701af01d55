import {globSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** The public entries of the package, as `exports` of package.json names them. */
const ENTRIES = ['index.d.ts', 'start-sandbox.d.ts'];

/** Returns the declarations below a directory that no public entry reaches. */
export function unneededDeclarations(directory: string): readonly string[] {
  const needed = new Set(ENTRIES.map((entry) => join(directory, entry)));
  // A set that grows while it is walked visits what was added.
  for (const file of needed)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(IMPORTED))
      needed.add(join(dirname(file), path.replace(/\.[jt]s$/, '.d.ts')));
  return globSync('**/*.d.ts', {cwd: directory})
    .map((file) => join(directory, file))
    .filter((file) => !needed.has(file));
}
