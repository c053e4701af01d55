import {join} from 'node:path';
import {compareVersions, readVersion} from '../../core/chart/chart-version.ts';
import {isExactVersion} from '../../core/chart/choose-version.ts';
import {readOciPlace} from '../../core/oci/oci-place.ts';
import type {Chart, ChartNote, Charts, ChartWanted} from '../../ports/charts.ts';
import type {OpenOciRegistry} from '../../ports/oci-registry.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';
import {chartCache} from './chart-cache.ts';
import type {FetchTools} from './fetched-archive.ts';
import {getArchive} from './get-archive.ts';
import {localChart} from './local-chart.ts';
import {incomplete, missingDependencies} from './missing-dependencies.ts';
import {type ChartMetadata, readMetadata} from './read-metadata.ts';

/** The options of finding charts. */
export type ChartOptions = {
  /** The environment with PATH, HTTPS_PROXY and NO_PROXY. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `$GANTRY_HOME`. */
  readonly home: string;
  readonly signal: AbortSignal;
  /** The client of OCI registries, opened for the first chart of one. */
  readonly registry: () => Promise<OpenOciRegistry>;
};

/** Finds charts in directories, archives, repositories and OCI registries. */
export const chartsBy =
  ({env, home, signal, registry}: ChartOptions): Charts =>
  async (wanted) => {
    const cache = chartCache(join(home, 'cache', 'charts', 'archives'));
    const tools: FetchTools = {env, home, signal, cache, registry, now: () => new Date()};
    const {place} = wanted;
    return 'path' in place ? localChart({...wanted, place}, tools) : remoteChart({...wanted, place}, tools);
  };

type RemoteWanted = ChartWanted & {readonly place: Exclude<ChartWanted['place'], {readonly path: string}>};

async function remoteChart(wanted: RemoteWanted, tools: FetchTools): Promise<Chart | SourceProblem> {
  const {place, version, locked, verify, login, onlyLocal} = wanted;
  if (onlyLocal === true)
    return {problem: 'untrusted mode fetches no chart', hint: 'Run the command from a trusted branch.'};
  const got = await getArchive({place, version, locked, verify, login}, tools);
  if ('problem' in got) return got;
  const {files, path, digest} = got;
  const metadata = readMetadata(files);
  if ('problem' in metadata) return metadata;
  const wrong = unexpected(metadata, got.version, place) ?? incomplete(metadata, missingDependencies(files, metadata));
  if (wrong !== undefined) return wrong;
  const notes = locked === undefined ? unlocked(metadata, version, place) : [];
  const {name, version: found} = metadata;
  return {path, name, version: found, digest, dependencies: [], notes};
}

/** Returns the problem of an archive that holds another chart than its place says. */
function unexpected(
  {name, version}: ChartMetadata,
  wanted: string,
  place: RemoteWanted['place'],
): SourceProblem | undefined {
  const [found, named] = [readVersion(version), readVersion(wanted)];
  const isOther = found !== undefined && named !== undefined && compareVersions(found, named) !== 0;
  const isOtherName = 'chart' in place && place.chart !== name;
  return isOther || isOtherName ? {problem: `its archive for ${wanted} has ${name} ${version}`} : undefined;
}

function unlocked(
  {name, version: found}: ChartMetadata,
  version: string | undefined,
  place: RemoteWanted['place'],
): readonly ChartNote[] {
  const {tag, digest} = 'oci' in place ? (readOciPlace(place.oci) ?? {}) : {};
  if (isExactVersion(version) || tag !== undefined || digest !== undefined) return [];
  const range = version === undefined ? 'the newest version' : `the newest version in ${version}`;
  return [
    {
      message: `the chart ${name} is not locked: ${found} is used, ${range}`,
      hint: 'Run "gantry chart lock" to keep this version.',
    },
  ];
}
