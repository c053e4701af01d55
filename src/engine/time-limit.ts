import type {PlannedChange} from '../ports/planned-change.ts';
import type {TimeLimit} from '../ports/time-limit.ts';

type Timeouts = {readonly resourceMs: number; readonly totalMs: number};

/** The start of the run and of this step, in monotonic milliseconds. */
type Begun = {readonly run: number; readonly step: number};

/** Returns the limit that ends first: the limit of the resource (set by a health rule or the default) or that of the whole run. */
export function timeLimit({timeoutMs}: Pick<PlannedChange, 'timeoutMs'>, timeouts: Timeouts, begun: Begun): TimeLimit {
  const ownMs = timeoutMs ?? timeouts.resourceMs;
  const [own, end] = [begun.step + ownMs, begun.run + timeouts.totalMs];
  return end < own
    ? {of: 'run', seconds: timeouts.totalMs / 1000, until: end}
    : {of: timeoutMs === undefined ? 'resource' : 'rule', seconds: ownMs / 1000, until: own};
}
