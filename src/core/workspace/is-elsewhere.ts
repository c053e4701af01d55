import {type ClusterIdentity, sameCluster, sameEvidence} from './cluster-identity.ts';
import type {ClusterPin} from './cluster-pin.ts';

/** Reports whether a run was in another cluster than the pinned one. Identities of different methods cannot show this. */
export const isElsewhere = (cluster: ClusterIdentity, {identities}: Pick<ClusterPin, 'identities'>): boolean =>
  identities.some((known) => sameEvidence(known, cluster) && !sameCluster(known, cluster));
