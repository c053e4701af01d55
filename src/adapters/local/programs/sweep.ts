import {readdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {isLeftOver} from './directory-name.ts';

/** Removes what processes left that were killed: it holds credentials. */
export async function sweep(base: string): Promise<void> {
  const names = await readdir(base).catch(() => []);
  const left = names.filter(isLeftOver);
  // What cannot be removed now is removed by the next run.
  await Promise.all(left.map((name) => rm(join(base, name), {recursive: true, force: true}).catch(() => undefined)));
}
