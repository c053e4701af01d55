/** The version and the APIs of a cluster in the lock file of charts, for builds without a cluster. */
export type LockedCluster = {
  /** The version of the server: `v1.34.4`. */
  readonly version: string;
  /** The served API versions and kinds: `apps/v1`, `apps/v1/Deployment`. */
  readonly apis: readonly string[];
};

/**
 * Returns the differences between the locked cluster and another one, as clauses of a sentence. Patch versions are not compared, because
 * they change no APIs.
 */
export function clusterDifferences(locked: LockedCluster, live: LockedCluster): readonly string[] {
  const gone = notIn(locked.apis, live.apis);
  const more = notIn(live.apis, locked.apis);
  return [
    ...(minorOf(locked.version) === minorOf(live.version)
      ? []
      : [`the cluster has the version ${live.version} and not ${locked.version}`]),
    ...(gone.length === 0 ? [] : [`the cluster does not serve ${few(gone)}`]),
    ...(more.length === 0 ? [] : [`the cluster also serves ${few(more)}`]),
  ];
}

const minorOf = (version: string): string => /^v?\d+\.\d+/.exec(version)?.[0] ?? version;

/** Returns the APIs that another list lacks. The kinds of a missing group version are left out. */
function notIn(apis: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  const missing = apis.filter((api) => !known.has(api));
  return missing.filter((api) => !missing.some((other) => api.startsWith(`${other}/`)));
}

const MOST_SHOWN = 3;

const few = (names: readonly string[]): string =>
  names.length <= MOST_SHOWN + 1
    ? names.join(', ')
    : `${names.slice(0, MOST_SHOWN).join(', ')} and ${names.length - MOST_SHOWN} others`;
