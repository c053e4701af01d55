import {createHash} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {type HelmIgnore, readHelmIgnore} from '../../core/chart/helm-ignore.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import type {ChartFiles} from './read-archive.ts';

const MOST_FILES = 20_000;
const MOST_MEBIBYTES = 100;

/** Reads the files of a chart in a directory, as Helm does: without those that `.helmignore` names, sorted by their path. */
export async function readDirectory(directory: string): Promise<ChartFiles | SourceProblem> {
  const text = await readFile(join(directory, '.helmignore'), 'utf8').catch(() => '');
  const ignores = readHelmIgnore(text);
  if (typeof ignores === 'object') return ignores;
  const files = new Map<string, Uint8Array>();
  const problem = await walk(directory, '', {ignores, files, size: {bytes: 0}});
  return problem ?? new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

type Walk = {readonly ignores: HelmIgnore; readonly files: Map<string, Uint8Array>; readonly size: {bytes: number}};

async function walk(directory: string, below: string, walking: Walk): Promise<SourceProblem | undefined> {
  const {ignores, files, size} = walking;
  for (const name of await readdir(join(directory, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    const whole = join(directory, path);
    // Helm follows links in a directory.
    const stats = await stat(whole).catch(() => undefined);
    if (stats === undefined) return {problem: `${path} of the chart cannot be read: its link leads nowhere`};
    if (ignores(path, stats.isDirectory())) continue;
    if (stats.isDirectory()) {
      const problem = await walk(directory, path, walking);
      if (problem !== undefined) return problem;
      continue;
    }
    if (!stats.isFile()) return {problem: `${path} of the chart is not a regular file`};
    size.bytes += stats.size;
    if (size.bytes > MOST_MEBIBYTES * 2 ** 20) return {problem: `the chart has more than ${MOST_MEBIBYTES} MiB`};
    if (files.size === MOST_FILES) return {problem: `the chart has more than ${MOST_FILES} files`};
    files.set(path, await readFile(whole));
  }
  return undefined;
}

/** Returns the digest of files: over their paths and contents in order. */
export function digestOfFiles(files: ChartFiles): string {
  const hash = createHash('sha256');
  for (const [path, content] of files) hash.update(`${path}\0${content.length}\0`).update(content);
  return `sha256:${hash.digest('hex')}`;
}
