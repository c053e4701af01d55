import type {Head} from '../../core/release/head.ts';
import type {Release} from '../../core/release/release.ts';

/** Reports whether the backend was restored from a backup after the last release, so that the cluster may be newer than the record. */
export const isRestored = ({
  head,
  last,
}: {
  readonly head?: Head | undefined;
  readonly last?: Release | undefined;
}): boolean => head?.restored !== undefined && (last?.finishedAt ?? '') < head.restored;
