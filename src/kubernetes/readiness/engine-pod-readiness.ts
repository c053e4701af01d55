import type {JsonObject} from '../../core/json.ts';
import {podFailure} from './pod-failure.ts';
import {podProblem} from './pod-problem.ts';
import {textAt} from './read.ts';
import {failed, inProgress, type Readiness} from './status.ts';

/** Judges a Pod. kstatus reports one as failed at its first restart, and after 15 s without a node; a problem with a grace is in progress. */
export function enginePodReadiness(object: JsonObject, kstatus: Readiness): Readiness {
  if (textAt(object, 'status', 'phase') === 'Failed') {
    const reason = textAt(object, 'status', 'reason') || 'PodFailed';
    return failed(reason, podFailure(object) ?? 'Pod has completed, but not successfully');
  }
  if (kstatus.status !== 'Failed') return kstatus;
  const problem = podProblem(object);
  if (problem === undefined || problem.graceMs === 0) return kstatus;
  const [{reason} = {reason: 'PodNotReady'}] = kstatus.conditions;
  return inProgress(reason, podFailure(object) ?? kstatus.message);
}
