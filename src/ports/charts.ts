import type {SourceProblem} from './source-problem.ts';

/** The place of a chart: a repository with an index, an OCI registry, or a path (absolute) of a directory or an archive. */
export type ChartPlace =
  | {readonly repository: string; readonly chart: string}
  | {readonly oci: string}
  | {readonly path: string};

/** A chart to find. */
export type ChartWanted = {
  readonly place: ChartPlace;
  /** A version, or a range: `^4.11`. Absent: the newest. */
  readonly version?: string | undefined;
};

/** A chart on this machine, with its dependencies. */
export type Chart = {
  /** The absolute path of its directory or archive. */
  readonly path: string;
  readonly name: string;
  readonly version: string;
  /** The digest of its contents: `sha256:…`. */
  readonly digest: string;
};

/** Finds a chart, and brings it onto this machine. A problem is returned, never thrown. */
export type Charts = (wanted: ChartWanted) => Promise<Chart | SourceProblem>;
