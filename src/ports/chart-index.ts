import type {IndexedChart, IndexedVersion} from '../core/chart/chart-index.ts';
import type {FindLogin} from '../core/workspace/server-login.ts';
import type {ChartPlace} from './charts.ts';
import type {SourceProblem} from './source-problem.ts';

/** The charts of a repository. */
export type ChartIndex = {
  readonly charts: readonly IndexedChart[];
  /** Set if the repository could not be asked: the reason. The charts are those of the last answer, from `since`. */
  readonly stale?: {readonly problem: string; readonly since: Date};
};

/** The versions of a chart, newest first. */
export type ChartVersions = {
  readonly versions: readonly IndexedVersion[];
  /** As in `ChartIndex`. */
  readonly stale?: ChartIndex['stale'];
};

/** The place of a chart on a server. */
export type RemotePlace = Exclude<ChartPlace, {readonly path: string}>;

/** Lists charts and their versions. The answers of repositories are kept on this machine. A problem is returned, never thrown. */
export type ChartIndexes = {
  /** Returns the charts of a repository with an index. */
  readonly charts: (repository: string, login?: FindLogin) => Promise<ChartIndex | SourceProblem>;
  /** Returns the versions of a chart in a repository or a registry. */
  readonly versions: (place: RemotePlace, login?: FindLogin) => Promise<ChartVersions | SourceProblem>;
};
