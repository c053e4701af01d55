/** A version of a chart in a repository. */
export type IndexedVersion = {
  readonly version: string;
  readonly appVersion?: string;
  /** The time when it was packaged, as written. */
  readonly created?: string;
  readonly deprecated?: true;
};

/** A chart in the index of a repository. */
export type IndexedChart = {
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  /** Its versions, newest first. Never empty. */
  readonly versions: readonly IndexedVersion[];
};

/** The directory of the kept indexes in `$GANTRY_HOME`. */
export const KEPT_INDEXES = 'cache/chart-indexes';
