import {gunzipSync} from 'node:zlib';
import {readTar} from '../../core/chart/read-tar.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** The files of a chart by their path in it. */
export type ChartFiles = ReadonlyMap<string, Uint8Array>;

const MOST_MEBIBYTES = 100;

/** Reads the files of a packed chart in memory. All are below one directory, whose name does not count. */
export function readArchive(bytes: Uint8Array): ChartFiles | SourceProblem {
  const unpacked = unpack(bytes);
  if ('problem' in unpacked) return unpacked;
  const read = readTar(unpacked);
  if ('problem' in read) return {problem: `the archive of the chart is refused: ${read.problem}`};
  const top = read.files[0]?.path.split('/', 1)[0] ?? '';
  const files = new Map<string, Uint8Array>();
  for (const {path, content} of read.files) {
    if (!path.startsWith(`${top}/`))
      return {problem: `the archive of the chart is refused: ${JSON.stringify(path)} is not in the directory ${top}`};
    files.set(path.slice(top.length + 1), content);
  }
  return files;
}

function unpack(bytes: Uint8Array): Uint8Array | SourceProblem {
  try {
    return gunzipSync(bytes, {maxOutputLength: MOST_MEBIBYTES * 2 ** 20});
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      return {problem: `the archive of the chart is refused: it unpacks to more than ${MOST_MEBIBYTES} MiB`};
    return {problem: 'the archive of the chart is not a gzipped tar file'};
  }
}
