import type {JsonObject} from '../../core/json.ts';
import {isDone, progress} from '../readiness/job.ts';
import {intAt, isTrue, textAt} from '../readiness/read.ts';
import {current, failed, inProgress, type Readiness} from '../readiness/status.ts';

/** Judges the object of a hook as Helm does: a Job and a Pod are awaited until they end, and every other object only has to exist. */
export function hookReadiness(object: JsonObject): Readiness {
  if (object['kind'] === 'Job') return jobEnd(object);
  if (object['kind'] === 'Pod') return podEnd(object);
  return current('it exists');
}

function jobEnd(object: JsonObject): Readiness {
  if (isDone(object)) return current('Job completed');
  if (isTrue(object, 'Failed'))
    return failed('JobFailed', `Job failed. Failed: ${intAt(object, ['status', 'failed'], 0)}`);
  return inProgress('JobRunning', progress(object));
}

function podEnd(object: JsonObject): Readiness {
  const phase = textAt(object, 'status', 'phase');
  if (phase === 'Succeeded') return current('Pod completed successfully');
  if (phase === 'Failed') return failed('PodFailed', 'Pod completed, but not successfully');
  return inProgress('PodRunning', `Pod is ${phase === '' ? 'new' : phase}, and has not completed`);
}
