import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** The inputs of a build. A removed file changes the time of its directory. */
const MADE_OF = [
  'src',
  'scripts/build.ts',
  'scripts/help-module.ts',
  'scripts/unneeded-declarations.ts',
  'package.json',
  'tsconfig.build.json',
  'tsconfig.json',
];

/** Returns true if nothing has changed since a build wrote `last`, its last file. */
export async function buildIsCurrent(last: string): Promise<boolean> {
  const built = await stat(last).catch(() => undefined);
  if (built === undefined) return false;
  const times = await Promise.all(MADE_OF.map(newest));
  return Math.max(...times) < built.mtimeMs;
}

async function newest(path: string): Promise<number> {
  const {mtimeMs} = await stat(path);
  if (!path.startsWith('src')) return mtimeMs;
  const entries = await readdir(path, {recursive: true});
  const times = await Promise.all(entries.map(async (entry) => (await stat(join(path, entry))).mtimeMs));
  return Math.max(mtimeMs, ...times);
}
