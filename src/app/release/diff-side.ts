import type {MadeFrom} from '../../core/release/made-from.ts';
import type {Phase} from '../../core/release/phase.ts';
import type {Release} from '../../core/release/release.ts';
import {readHead} from '../../engine/release/read-head.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {liveHolder, phaseNow} from './live-holder.ts';

/** One of the two compared releases. */
export type DiffSide = {
  readonly revision: number;
  readonly operation: Release['operation'];
  readonly from?: MadeFrom;
  readonly phase: Phase;
  readonly startedAt: string;
  /** `anna@laptop` */
  readonly by: string;
};

/** Returns a function that describes a release of a history. */
export async function sideIn(backend: Backend, lineage: string): Promise<(release: Release) => DiffSide> {
  const [stored, holder] = await Promise.all([readHead(backend, lineage), liveHolder(backend, lineage)]);
  return (release) => {
    const {revision, operation, from, startedAt, by} = release;
    return {
      revision,
      operation,
      ...defined({from}),
      phase: phaseNow(release, stored?.head, holder),
      startedAt,
      by: `${by.user}@${by.host}`,
    };
  };
}
