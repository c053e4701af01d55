import type {ReleaseHistory} from '../../engine/release/release-history.ts';

/** Reports whether the backend was restored from a backup after the last release, so that the cluster may be newer than the record. */
export const isRestored = ({head, last}: Pick<ReleaseHistory, 'head' | 'last'>): boolean =>
  head?.restored !== undefined && (last?.finishedAt ?? '') < head.restored;
