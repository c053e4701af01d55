import {readdir, readFile, stat} from 'node:fs/promises';
import {join, relative, sep} from 'node:path';

/**
 * Returns the documents that `helm template --output-dir` has written, in the order of their templates. Undefined: they are larger than
 * the limit.
 */
export async function readOutput(directory: string, mostBytes: number): Promise<string | undefined> {
  const files = await filesBelow(directory);
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  if (sizes.reduce((sum, size) => sum + size, 0) > mostBytes) return undefined;
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.join('');
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true}).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const shown = (file: string): string => relative(directory, file).replaceAll(sep, '/');
  return files.toSorted((a, b) => (shown(a) < shown(b) ? -1 : 1));
}

/** Returns the output of a template in what `helm template --debug` prints after an error. */
export function outputOf(template: string, printed: string): string | undefined {
  const start = `---\n# Source: ${template}\n`;
  const at = printed.indexOf(start);
  if (at === -1) return undefined;
  const text = printed.slice(at + start.length);
  const end = text.indexOf('\n---\n# Source: ');
  return end === -1 ? text : text.slice(0, end);
}
