import {isUtf8} from 'node:buffer';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join, sep} from 'node:path';
import {promisify} from 'node:util';
import {gunzip} from 'node:zlib';
import {readTar} from '../../core/chart/read-tar.ts';
import type {ChartFiles, ReadChartFiles} from '../../ports/chart-files.ts';

/** The maximum size of a chart without compression. Helm's limit is the same. */
const MOST_BYTES = 100 * 2 ** 20;
/** The maximum depth of charts in charts. */
const DEEPEST = 4;

const inflate = promisify(gunzip);

/** Reads the files of a chart: a directory or an archive. Files that are no text are left out. */
export const readChartFiles: ReadChartFiles = async ({path}) => {
  const files = new Map<string, string>();
  const size = {left: MOST_BYTES};
  try {
    const isDirectory = (await stat(path)).isDirectory();
    const members = isDirectory ? filesBelow(path) : membersOf(await readFile(path));
    for await (const member of members) await addFile(member, files, {depth: DEEPEST, size});
  } catch (error) {
    return {problem: `${path} cannot be read: ${(error as Error).message}`};
  }
  return files.has('Chart.yaml') ? files : {problem: `${path} is no chart: it has no Chart.yaml`};
};

type Member = {readonly path: string; readonly content: Uint8Array};

async function* filesBelow(directory: string): AsyncGenerator<Member> {
  for (const entry of await readdir(directory, {recursive: true, withFileTypes: true})) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    yield {path: file.slice(directory.length).split(sep).filter(Boolean).join('/'), content: await readFile(file)};
  }
}

/** Returns the files of an archive below its directory. @throws Error if it is refused */
async function* membersOf(archive: Uint8Array): AsyncGenerator<Member> {
  const read = readTar(await inflate(archive, {maxOutputLength: MOST_BYTES}));
  if ('problem' in read) throw new Error(read.problem);
  for (const {path, content} of read.files) yield {path: path.replace(/^(?:\.\/)?[^/]+\//, ''), content};
}

/** The levels of charts in charts, and the bytes, that may still follow. */
type Limits = {readonly depth: number; readonly size: {left: number}};

async function addFile({path, content}: Member, files: Map<string, string>, {depth, size}: Limits): Promise<void> {
  size.left -= content.length;
  if (size.left < 0) throw new Error('it has more than 100 MiB');
  if (!/(?:^|\/)charts\/[^/]+\.tgz$/.test(path)) {
    if (isUtf8(content)) files.set(path, Buffer.from(content).toString('utf8'));
    return;
  }
  if (depth === 0) throw new Error('it has charts in charts in more than four levels');
  const inner = new Map<string, string>();
  for await (const member of membersOf(content)) await addFile(member, inner, {depth: depth - 1, size});
  // The archive is named after its version, a directory after the chart.
  const directory = path.slice(0, path.lastIndexOf('/') + 1);
  for (const [below, text] of inner) files.set(`${directory}${nameIn(inner) ?? 'chart'}/${below}`, text);
}

const nameIn = (files: ChartFiles): string | undefined => /^name:\s*["']?([\w.-]+)/m.exec(files.get('Chart.yaml') ?? '')?.[1];
