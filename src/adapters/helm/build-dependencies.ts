import {resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import type {LockedDependency} from '../../core/chart/chart-lock.ts';
import {isExactVersion} from '../../core/chart/choose-version.ts';
import {isInRange} from '../../core/chart/is-in-range.ts';
import {writeTar} from '../../core/chart/write-tar.ts';
import type {ChartNote} from '../../ports/charts.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import type {FetchChart} from './fetched-archive.ts';
import {missingDependencies} from './missing-dependencies.ts';
import type {ChartFiles} from './read-archive.ts';
import {readDirectory} from './read-directory.ts';
import {type ChartDependency, type ChartMetadata, readMetadata} from './read-metadata.ts';

/** A chart in a directory. */
export type ChartDirectory = {
  readonly directory: string;
  readonly files: ChartFiles;
  readonly metadata: ChartMetadata;
  /** The dependencies in the lock file of the stack. */
  readonly locked: readonly LockedDependency[];
  /** Returns the reason why another directory must not be read. */
  readonly refuse?: ((directory: string) => string | undefined) | undefined;
  /** The directories of charts that this one is a dependency of. */
  readonly within?: readonly string[];
};

/** The files of a chart with all its dependencies. */
export type BuiltChart = {
  readonly files: ChartFiles;
  readonly dependencies: readonly LockedDependency[];
  readonly notes: readonly ChartNote[];
};

/** An archive with its version and digest. */
export type GotArchive = {readonly bytes: Uint8Array; readonly version: string; readonly digest: string};

/** Brings the archive of a dependency onto this machine. */
export type GetArchive = (
  wanted: Pick<FetchChart, 'place' | 'version' | 'locked'>,
) => Promise<GotArchive | SourceProblem>;

/** Adds the dependencies that a chart in a directory lacks. Nothing is written into the directory. */
export async function buildDependencies(chart: ChartDirectory, get: GetArchive): Promise<BuiltChart | SourceProblem> {
  const {files, metadata} = chart;
  const missing = missingDependencies(files, metadata);
  const stale = missing.find((one) => metadata.lock !== undefined && lockedBy(metadata.lock, one) === undefined);
  if (stale !== undefined)
    return {
      problem: `Chart.lock of the chart ${metadata.name} does not fit its dependency ${nameOf(stale)}`,
      hint: `Run "helm dependency update ${chart.directory}".`,
    };
  const added = new Map<string, Uint8Array>();
  const dependencies: LockedDependency[] = [];
  const notes: ChartNote[] = [];
  for (const one of missing) {
    const got = await getDependency(one, chart, get);
    if ('problem' in got)
      return {...got, problem: `the dependency ${nameOf(one)} of the chart ${metadata.name}: ${got.problem}`, part: []};
    added.set(`charts/${one.name}-${got.version}.tgz`, got.bytes);
    dependencies.push(...got.dependencies);
    notes.push(...got.notes);
  }
  return {files: new Map([...files, ...added]), dependencies, notes};
}

type GotDependency = Omit<GotArchive, 'digest'> & Pick<BuiltChart, 'dependencies' | 'notes'>;

async function getDependency(
  wanted: ChartDependency,
  chart: ChartDirectory,
  get: GetArchive,
): Promise<GotDependency | SourceProblem> {
  const {name, repository, version} = wanted;
  if (repository === '')
    return {
      problem: 'it is not in charts/, and Chart.yaml names no repository',
      hint: 'Put the dependency into charts/, or write its repository in Chart.yaml.',
    };
  if (repository.startsWith('file://')) return packDirectory(wanted, chart, get);
  if (!/^(?:https?|oci):\/\//.test(repository))
    return {
      problem: `its repository ${repository} is not an address`,
      hint: 'Write its address in Chart.yaml, not an alias.',
    };
  const place = repository.startsWith('oci://')
    ? {oci: `${repository.replace(/\/$/, '')}/${name}`}
    : {repository, chart: name};
  const ofStack = lockedBy(chart.locked, wanted);
  const locked = ofStack ?? lockedBy(chart.metadata.lock ?? [], wanted);
  const got = await get({place, version: version === '' ? undefined : version, locked});
  if ('problem' in got) return got;
  const isOpen = locked === undefined && !isExactVersion(version);
  const message = `the dependency ${nameOf(wanted)} of the chart ${chart.metadata.name} is not locked: ${got.version} is used`;
  const hint = `Run "helm dependency update ${chart.directory}" to write Chart.lock.`;
  return {
    ...got,
    dependencies: [{name, repository, version: got.version, digest: got.digest}],
    notes: isOpen ? [{message, hint}] : [],
  };
}

/** Returns the entry of a lock for a dependency, if its version is in the range of Chart.yaml. */
function lockedBy<T extends ChartDependency>(
  lock: readonly T[],
  {name, repository, version}: ChartDependency,
): T | undefined {
  return lock.find((one) => one.name === name && one.repository === repository && isInRange(one.version, version));
}

/** Packs a chart in another directory (`file://../common`), with its own dependencies. */
async function packDirectory(
  {repository, name, version}: ChartDependency,
  {directory, locked, refuse, within = []}: ChartDirectory,
  get: GetArchive,
): Promise<GotDependency | SourceProblem> {
  const path = resolve(directory, repository.slice('file://'.length));
  if ([...within, directory].includes(path)) return {problem: 'it depends on itself'};
  const refused = refuse?.(path);
  if (refused !== undefined) return {problem: refused};
  const files = await readDirectory(path).catch(() => undefined);
  if (files === undefined) return {problem: `directory ${path} not found`};
  if ('problem' in files) return files;
  const metadata = readMetadata(files);
  if ('problem' in metadata) return metadata;
  if (metadata.name !== name || !isInRange(metadata.version, version))
    return {problem: `${path} has ${metadata.name} ${metadata.version}`};
  const built = await buildDependencies(
    {directory: path, files, metadata, locked, refuse, within: [...within, directory]},
    get,
  );
  return 'problem' in built ? built : {...built, bytes: packed(metadata.name, built.files), version: metadata.version};
}

/** Returns the archive of a chart. The same files give the same bytes. */
export function packed(name: string, files: ChartFiles): Uint8Array {
  return gzipSync(writeTar([...files].map(([path, content]) => ({path: `${name}/${path}`, content}))));
}

const nameOf = ({name, version}: ChartDependency): string => `${name} ${version}`.trim();
