import {defined} from '../../lib/defined.ts';
import type {Head, ReleasePointer} from './head.ts';

/**
 * The digests of the last documents of a release history when a run took its lock. Each release names its predecessor in this way, so
 * that the releases of a history are a chain.
 */
export type Previous = {
  /** The release that was recorded last. Absent in the first release, and in a release that was rebuilt without a head. */
  readonly release?: ReleasePointer;
  /** The intents of the runs that died since then, oldest first. */
  readonly interrupted?: readonly ReleasePointer[];
};

/** Returns what the next release names as its predecessor. */
export function previousOf({release, pending}: Pick<Head, 'release' | 'pending'>): Previous {
  const died = pending === undefined ? [] : [...(pending.earlier ?? []), pending].map(pointer);
  return defined({
    release: release === undefined ? undefined : pointer(release),
    interrupted: died.length === 0 ? undefined : died,
  });
}

const pointer = ({key, sha256}: ReleasePointer): ReleasePointer => ({key, sha256});
