import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {INDEX_PREFIX, indexKey, parseIndexKey, parseReleaseKey, releasesPrefix} from '../../core/release/keys.ts';

/** Returns the revisions of a release history in a backend that is a directory, newest first. */
export async function revisionsIn(directory: string, names: HistoryNames): Promise<readonly number[]> {
  try {
    const {lineage} = JSON.parse(await readFile(join(directory, indexKey(names)), 'utf8')) as {lineage: string};
    const prefix = releasesPrefix(lineage);
    const keys = (await entriesIn(join(directory, prefix))).map((name) => parseReleaseKey(`${prefix}${name}`));
    return [...new Set(keys.flatMap((key) => key?.revision ?? []))].toSorted((a, b) => b - a);
  } catch {
    return [];
  }
}

/** Returns the stacks with a release history in a backend that is a directory, as PROJECT/STACK. */
export async function stacksIn(directory: string): Promise<readonly string[]> {
  const files = await readdir(join(directory, INDEX_PREFIX), {recursive: true}).catch(() => []);
  const names = files.flatMap((file) => parseIndexKey(`${INDEX_PREFIX}${file}`) ?? []);
  return [...new Set(names.map(({project, stack}) => `${project}/${stack}`))];
}

/** Returns the entries of a directory without hidden ones. A directory that cannot be read has none. */
export async function entriesIn(directory: string): Promise<readonly string[]> {
  const names = await readdir(directory).catch(() => []);
  return names.filter((name) => !name.startsWith('.'));
}
