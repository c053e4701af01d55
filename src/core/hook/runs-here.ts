import type {Release} from '../release/release.ts';
import type {ClusterPin} from '../workspace/cluster-pin.ts';
import {isElsewhere} from '../workspace/is-elsewhere.ts';
import type {RecordedRuns} from './was-installed.ts';

/** The release of a run, and the cluster that it was in. */
export type RunInCluster = Pick<Release, 'cluster' | 'hooks' | 'sources' | 'state'>;

type Runs = {readonly last?: RunInCluster | undefined; readonly interrupted: readonly RunInCluster[]};

/**
 * Returns the runs in the pinned cluster. After a cluster was rebuilt, no run has installed a chart there, and none of its hooks has run.
 */
export function runsHere({last, interrupted}: Runs, pin: Pick<ClusterPin, 'identities'> | undefined): RecordedRuns {
  const isHere = ({cluster}: RunInCluster): boolean => pin === undefined || !isElsewhere(cluster, pin);
  return {last: last !== undefined && isHere(last) ? last : undefined, interrupted: interrupted.filter(isHere)};
}
