import {findStack} from '../../config/find-project.ts';
import {readProject} from '../../config/read-project.ts';
import {shownPath} from '../../config/read-text.ts';
import {isTooWide} from '../../config/stack-search.ts';
import {compareVersions, readVersion} from '../../core/chart/chart-version.ts';
import {chooseVersion} from '../../core/chart/choose-version.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {problemOf} from './chart-problem.ts';
import {type ChartSource, chartSourcesBelow, chartSourcesOf} from './chart-sources.ts';
import {readLockedChart} from './locked-charts.ts';
import {loginsFor} from './logins-for.ts';
import {staleWarning} from './stale-warning.ts';

/** Request of `gantry chart outdated`: the stack of `-s`, else every stack of the project. */
export type OutdatedCharts = Pick<StackRequest, 'directory' | 'stack' | 'workspace'>;

/**
 * `current`: the newest version is used. `update`: a newer version is in the range. `upgrade`: a newer version is outside of the range, so
 * stack.yaml must change. `unknown`: the repository did not answer.
 */
export type ChartAge = 'current' | 'update' | 'upgrade' | 'unknown';

/** A chart that a stack uses, with its versions. */
export type UsedChart = {
  readonly project: string;
  readonly stack: string;
  /** The name that selects the source: the release, else the name of the chart. */
  readonly source: string;
  /** The repository, or the address in a registry. */
  readonly repository: string;
  readonly chart: string;
  /** The range in stack.yaml. */
  readonly wanted?: string;
  /** The locked version; without a lock the one that a build would use. */
  readonly used?: string;
  readonly isLocked: boolean;
  readonly newestInRange?: string;
  readonly newest?: string;
  readonly state: ChartAge;
};

/** The answer of `gantry chart outdated`. */
export type ChartsOutdated = {
  readonly formatVersion: 1;
  /** The charts of repositories and registries. Charts in directories have no versions to choose from. */
  readonly charts: readonly UsedChart[];
  readonly diagnostics: readonly Diagnostic[];
};

/** Compares the charts of stacks with the versions in their repositories. A repository that does not answer is an error among the diagnostics. */
export async function outdatedCharts(request: OutdatedCharts, deps: Deps): Promise<ChartsOutdated> {
  const sources = await sourcesFor({directory: request.directory ?? deps.cwd, stack: request.stack});
  const {indexes} = await deps.charts();
  const rows: UsedChart[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const source of sources) {
    const {place, location} = source;
    if ('path' in place) continue;
    const listed = await indexes.versions(place, await loginsFor(request, location, deps));
    if ('problem' in listed) diagnostics.push(inStack(problemOf(listed), source));
    else if ('repository' in place) diagnostics.push(...staleWarning(place.repository, listed.stale));
    rows.push(rowOf(source, 'problem' in listed ? undefined : listed.versions.map(({version}) => version)));
  }
  return {
    formatVersion: 1,
    charts: rows,
    diagnostics: [...new Map(diagnostics.map((one) => [one.message, one])).values()],
  };
}

async function sourcesFor({directory, stack}: {readonly directory: string; readonly stack?: string | undefined}) {
  if (stack !== undefined) return chartSourcesOf(await findStack({directory, stack}));
  const root = readProject(directory)?.dir ?? directory;
  return isTooWide(root) ? [] : chartSourcesBelow(root);
}

const inStack = (problem: Diagnostic, {location}: ChartSource): Diagnostic => ({
  ...problem,
  message: `${shownPath(location.stack.file)}: ${problem.message}`,
});

function rowOf(source: ChartSource, versions: readonly string[] | undefined): UsedChart {
  const {location, settings, place, name} = source;
  const locked = readLockedChart(source)?.version;
  const inRange = versions && chosen(versions, settings.version);
  const newest = versions && chosen(versions, undefined);
  const used = locked ?? inRange;
  const state = stateOf({used, inRange, newest});
  return {
    project: location.project.name,
    stack: location.stack.name,
    source: name,
    repository: 'repository' in place ? place.repository : 'oci' in place ? place.oci : place.path,
    chart: 'chart' in place ? place.chart : name,
    isLocked: locked !== undefined,
    ...defined({wanted: settings.version, used, newestInRange: inRange, newest}),
    state,
  };
}

const chosen = (versions: readonly string[], wanted: string | undefined): string | undefined => {
  const choice = chooseVersion(versions, wanted);
  return 'version' in choice ? choice.version : undefined;
};

type Versions = {
  readonly used: string | undefined;
  readonly inRange: string | undefined;
  readonly newest: string | undefined;
};

function stateOf({used, inRange, newest}: Versions): ChartAge {
  if (used === undefined || (inRange === undefined && newest === undefined)) return 'unknown';
  if (inRange !== undefined && isNewer(inRange, used)) return 'update';
  return newest !== undefined && isNewer(newest, used) ? 'upgrade' : 'current';
}

/** Reports whether a version is newer than another one. */
export function isNewer(one: string, other: string): boolean {
  const [a, b] = [readVersion(one), readVersion(other)];
  return a !== undefined && b !== undefined && compareVersions(a, b) > 0;
}
