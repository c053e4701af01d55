import type {JsonObject} from '../../core/json.ts';
import {intAt, isTrue, textAt} from './read.ts';
import {current, failed, inProgress, type Readiness} from './status.ts';

/** Judges a Job. A Job that has started is current; callers that need its result check {@link isDone}, too. */
export function jobReadiness(object: JsonObject): Readiness {
  const count = (field: string): number => intAt(object, ['status', field], 0);
  const wanted = intAt(object, ['spec', 'completions'], intAt(object, ['spec', 'parallelism'], 1));
  if (isTrue(object, 'Complete')) return current(`Job Completed. Succeeded: ${count('succeeded')}/${wanted}`);
  if (isTrue(object, 'Failed')) return failed('JobFailed', `Job Failed. Failed: ${count('failed')}/${wanted}`);
  if (isTrue(object, 'Suspended')) return current('Job is suspended');
  if (textAt(object, 'status', 'startTime') === '') return inProgress('JobNotStarted', 'Job not started');
  return current(progress(object));
}

/** Reports whether a Job has completed: its pods have ended, and enough of them successfully. */
export const isDone = (object: JsonObject): boolean => isTrue(object, 'Complete');

/** Returns the message of kstatus for a running Job. */
export const progress = (object: JsonObject): string =>
  `Job in progress. Succeeded: ${intAt(object, ['status', 'succeeded'], 0)}, active: ${intAt(object, ['status', 'active'], 0)}, failed: ${intAt(object, ['status', 'failed'], 0)}`;
