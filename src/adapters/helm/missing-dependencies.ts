import type {SourceProblem} from '../../ports/source-problem.ts';
import {type ChartFiles, readArchive} from './read-archive.ts';
import {type ChartDependency, type ChartMetadata, readMetadata} from './read-metadata.ts';

/** Returns the dependencies that `charts/` lacks, each once. As for Helm, the name counts. */
export function missingDependencies(files: ChartFiles, {dependencies}: ChartMetadata): readonly ChartDependency[] {
  if (dependencies.length === 0) return [];
  const present = presentCharts(files);
  const missing = dependencies.filter(({name}) => !present.has(name));
  return [...new Map(missing.map((one) => [`${one.name} ${one.version} ${one.repository}`, one])).values()];
}

/** Returns the names of the charts in `charts/`: directories and archives. */
function presentCharts(files: ChartFiles): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [path, content] of files) {
    const [, directory] = /^charts\/([^/._][^/]*)\/Chart\.yaml$/.exec(path) ?? [];
    const isArchive = /^charts\/[^/._][^/]*\.tgz$/.test(path);
    if (directory === undefined && !isArchive) continue;
    const chart = isArchive ? readArchive(content) : new Map([['Chart.yaml', content]]);
    const metadata = 'problem' in chart ? undefined : readMetadata(chart);
    if (metadata !== undefined && !('problem' in metadata)) names.add(metadata.name);
  }
  return names;
}

/** Returns the problem of an archive without all its dependencies. */
export function incomplete(
  {name}: ChartMetadata,
  missing: readonly {readonly name: string}[],
): SourceProblem | undefined {
  if (missing.length === 0) return undefined;
  return {
    problem: `the archive of the chart ${name} lacks its dependencies ${namesOf(missing)}`,
    hint: 'Pack it with "helm dependency build" and "helm package".',
  };
}

/** Returns the names of dependencies for a message. */
export const namesOf = (dependencies: readonly {readonly name: string}[]): string =>
  dependencies.map(({name}) => name).join(', ');
