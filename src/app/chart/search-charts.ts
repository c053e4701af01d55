import {resolve} from 'node:path';
import type {IndexedVersion} from '../../core/chart/chart-index.ts';
import {isPrerelease} from '../../core/chart/is-prerelease.ts';
import {searchCharts as search} from '../../core/chart/search-charts.ts';
import type {Diagnostic} from '../../core/diagnostic/diagnostic.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {problemOf} from './chart-problem.ts';
import {type ChartRepository, chartRepositories} from './chart-repositories.ts';
import {loginsFor} from './logins-for.ts';
import {staleWarning} from './stale-warning.ts';

/** Request of `gantry chart search [TEXT]`. */
export type SearchCharts = Pick<StackRequest, 'directory' | 'workspace'> & {
  /** The words that a chart must match. Empty: all charts. */
  readonly text: string;
  /** `--repository`: addresses or names. Empty: all known repositories. */
  readonly repositories: readonly string[];
  /** `--versions`: every version of each chart, not only the newest. */
  readonly versions: boolean;
  /** `--devel`: prereleases count as the newest version. */
  readonly devel: boolean;
};

/** A chart that was found, in one of its versions. */
export type FoundChart = IndexedVersion & {
  readonly repository: ChartRepository;
  readonly name: string;
  readonly description: string;
};

/** The answer of `gantry chart search`. */
export type ChartsFound = {
  readonly formatVersion: 1;
  readonly charts: readonly FoundChart[];
  readonly diagnostics: readonly Diagnostic[];
};

/**
 * Searches the charts of repositories. A repository that does not answer is a warning if another one answers.
 * @throws GantryError `input/invalid` if no repository is known, or if none answers
 */
export async function searchCharts(request: SearchCharts, deps: Deps): Promise<ChartsFound> {
  const directory = resolve(request.directory ?? deps.cwd);
  const repositories = await chartRepositories(request.repositories, {directory, home: deps.home});
  if (repositories.length === 0) throw noRepository();
  const {indexes} = await deps.charts();
  const login = await loginsFor(request, undefined, deps);
  const answers = await Promise.all(repositories.map(async ({url}) => indexes.charts(url, login)));
  const problems = answers.flatMap((answer) => ('problem' in answer ? [problemOf(answer)] : []));
  if (problems.length === answers.length) throw new GantryError({code: 'input/invalid', diagnostics: problems});
  const charts = answers.flatMap((answer, at) => {
    const repository = repositories[at];
    if ('problem' in answer || repository === undefined) return [];
    return answer.charts.map((chart) => ({...chart, repository}));
  });
  return {
    formatVersion: 1,
    charts: search(charts, request.text).flatMap(({repository, name, description, versions}) =>
      shownVersions(versions, request).map((version) => ({repository, name, description, ...shown(version)})),
    ),
    diagnostics: [
      ...problems.map((problem) => ({...problem, severity: 'warning' as const})),
      ...answers.flatMap((answer, at) =>
        'stale' in answer ? staleWarning(repositories[at]?.url ?? '', answer.stale) : [],
      ),
    ],
  };
}

const shownVersions = (
  versions: readonly IndexedVersion[],
  {versions: all, devel}: SearchCharts,
): readonly IndexedVersion[] => {
  const stable = devel ? versions : versions.filter(({version}) => !isPrerelease(version));
  return all ? stable : (stable.length > 0 ? stable : versions).slice(0, 1);
};

/** Returns a version without the addresses of its archive. */
const shown = ({version, appVersion, created, deprecated}: IndexedVersion): IndexedVersion => ({
  version,
  ...defined({appVersion, created, deprecated}),
});

const noRepository = (): GantryError =>
  new GantryError({
    code: 'input/invalid',
    diagnostics: [
      {
        severity: 'error',
        code: 'chart/no-repository',
        message: 'no chart repository is known here',
        ...defined({
          hint: 'Pass --repository https://…, or name repositories under `charts.repositories` in project.yaml.',
        }),
      },
    ],
  });
