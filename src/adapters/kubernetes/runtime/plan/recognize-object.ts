import {isCoOwned} from '../../../../kubernetes/plan/co-owned.ts';
import {isEnding} from '../../../../kubernetes/plan/ending.ts';
import type {Finding} from './finding.ts';
import type {ObjectRequest} from './object-request.ts';

/** Returns the finding about an object whose fields need not be compared, or undefined. */
export function recognizeObject({
  target,
  live,
  state,
  absentBecause,
  waits,
  lineage,
}: ObjectRequest): Finding | undefined {
  if (absentBecause !== undefined) return {kind: 'absent', reason: absentBecause, surely: true};
  if (live === undefined)
    return state?.done === true && !waits && state.desiredDigest === target.digest() ? {kind: 'done'} : undefined;
  if (isEnding(live)) return {kind: 'ending', live};
  return isCoOwned({...target, ...target.kind, live, lineage}) ? {kind: 'co-owned', live} : undefined;
}
