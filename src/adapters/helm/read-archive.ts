import {readTar} from '../../core/chart/read-tar.ts';
import {isGzip, unpackGzip} from '../../lib/unpack-gzip.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** The files of a chart by their path in it. */
export type ChartFiles = ReadonlyMap<string, Uint8Array>;

const MOST_MEBIBYTES = 100;

/** Reads the files of a packed chart in memory. All are below one directory, whose name does not count. */
export function readArchive(bytes: Uint8Array): ChartFiles | SourceProblem {
  if (!isGzip(bytes)) return {problem: 'the archive of the chart is not a gzipped tar file'};
  const unpacked = unpackGzip(bytes, MOST_MEBIBYTES);
  const read = 'problem' in unpacked ? unpacked : readTar(unpacked);
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
