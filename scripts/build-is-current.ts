import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** Written last: if it exists, the build is complete. */
export const BUILT = 'dist/sbom.cdx.json';

/** The inputs of a build. A removed file changes the time of its directory. */
const INPUTS = ['src', 'scripts', 'package.json', 'package-lock.json'];

/** Returns true if nothing has changed since the last build. */
export async function buildIsCurrent(): Promise<boolean> {
  const built = await stat(BUILT).catch(() => undefined);
  if (built === undefined) return false;
  const times = await Promise.all(INPUTS.map(newest));
  return Math.max(...times) < built.mtimeMs;
}

async function newest(path: string): Promise<number> {
  const found = await stat(path);
  const {mtimeMs} = found;
  if (!found.isDirectory()) return mtimeMs;
  const entries = await readdir(path, {recursive: true});
  const times = await Promise.all(entries.map(async (entry) => (await stat(join(path, entry))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}
