import type {PlannedChange} from '../ports/planned-change.ts';
import type {TimeLimit} from '../ports/time-limit.ts';

type Timeouts = {readonly resourceMs: number; readonly totalMs: number};

/** Monotonic milliseconds: when the run, and when this step of it, began. */
type Begun = {readonly run: number; readonly step: number};

/** Which of the limits ends first: that of the resource, by the user's rule or the same for each, or that of the whole run. */
export function timeLimit({timeoutMs}: Pick<PlannedChange, 'timeoutMs'>, timeouts: Timeouts, begun: Begun): TimeLimit {
  const ownMs = timeoutMs ?? timeouts.resourceMs;
  const [own, end] = [begun.step + ownMs, begun.run + timeouts.totalMs];
  return end < own
    ? {of: 'run', seconds: timeouts.totalMs / 1000, until: end}
    : {of: timeoutMs === undefined ? 'resource' : 'rule', seconds: ownMs / 1000, until: own};
}
