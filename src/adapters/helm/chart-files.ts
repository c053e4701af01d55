import {isUtf8} from 'node:buffer';
import {readFile, stat} from 'node:fs/promises';
import type {ReadChartFiles} from '../../ports/chart-files.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {type ChartFiles, readArchive} from './read-archive.ts';
import {readDirectory} from './read-directory.ts';
import {readMetadata} from './read-metadata.ts';

/** The levels of charts in charts that are read. */
const MOST_LEVELS = 4;
/** The maximum size of all files. A single archive has the same limit. */
const MOST_BYTES = 100 * 2 ** 20;

/** Reads the text files of a chart and of the charts in it: a directory or an archive. */
export const readChartFiles: ReadChartFiles = async ({path}) => {
  try {
    const files = (await stat(path)).isDirectory() ? await readDirectory(path) : readArchive(await readFile(path));
    if ('problem' in files) return {...files, problem: `${path}: ${files.problem}`};
    const texts = new Map<string, string>();
    const problem = addFiles(files, texts, {prefix: '', level: 0, size: {left: MOST_BYTES}});
    if (problem !== undefined) return {...problem, problem: `${path}: ${problem.problem}`};
    return texts.has('Chart.yaml') ? texts : {problem: `${path} is no chart: it has no Chart.yaml`};
  } catch (error) {
    return {problem: `${path} cannot be read (${(error as NodeJS.ErrnoException).code})`};
  }
};

type Place = {readonly prefix: string; readonly level: number; readonly size: {left: number}};

/** Adds the files of a chart below a prefix. Archives of its dependencies become directories, named after the chart in them. */
function addFiles(
  files: ChartFiles,
  texts: Map<string, string>,
  {prefix, level, size}: Place,
): SourceProblem | undefined {
  for (const [path, content] of files) {
    size.left -= content.length;
    if (size.left < 0) return {problem: 'the charts in the chart have more than 100 MiB'};
    const [, directory] = /^((?:.*\/)?charts\/)[^/]+\.tgz$/.exec(path) ?? [];
    if (directory === undefined) {
      if (isUtf8(content)) texts.set(`${prefix}${path}`, Buffer.from(content).toString('utf8'));
      continue;
    }
    if (level === MOST_LEVELS) return {problem: `the chart has more than ${MOST_LEVELS} levels of charts`};
    const inner = readArchive(content);
    if ('problem' in inner) return inner;
    const metadata = readMetadata(inner);
    if ('problem' in metadata) return metadata;
    const problem = addFiles(inner, texts, {prefix: `${prefix}${directory}${metadata.name}/`, level: level + 1, size});
    if (problem !== undefined) return problem;
  }
  return undefined;
}
