import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {isLeftOver} from './directory-name.ts';

/** Removes the directories of killed processes, because they contain credentials. */
export async function sweep(base: string): Promise<void> {
  const names = await readdir(base).catch(() => []);
  const left = names.filter(isLeftOver);
  // The next run removes directories that cannot be removed now.
  await Promise.all(left.map((name) => rm(join(base, name), {recursive: true, force: true}).catch(() => undefined)));
}
