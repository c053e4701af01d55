import type {JsonObject} from '../../../core/json.ts';
import {objectsAt, optionalNumberAt, textAt} from '../../model/part.ts';
import {timeAt} from '../../model/time.ts';
import type {Tally} from './job-pods.ts';

/** The end of a Job: one condition announces the outcome (such as `FailureTarget`), and another one confirms it (`Failed`). */
export type Verdict = {
  readonly target: JsonObject;
  readonly condition: JsonObject;
  /** The reason of the event. */
  readonly reason: string;
  readonly message: string;
};

type Seen = Pick<Tally, 'succeeded' | 'failed' | 'active'> & {
  readonly pods: readonly JsonObject[];
  readonly now: number;
};

/** Returns the outcome of a Job; undefined while it is running. */
export function verdictOf(job: JsonObject, {succeeded, failed, active, pods, now}: Seen): Verdict | undefined {
  const before = objectsAt(job, 'status', 'conditions').find(({type}) => type === 'FailureTarget');
  if (before !== undefined) return failure(textAt(before, 'reason'), textAt(before, 'message'));
  if (
    failed > (optionalNumberAt(job, 'spec', 'backoffLimit') ?? 6) ||
    restarts(pods) > (optionalNumberAt(job, 'spec', 'backoffLimit') ?? 6)
  ) {
    return failure('BackoffLimitExceeded', 'Job has reached the specified backoff limit');
  }
  const deadline = optionalNumberAt(job, 'spec', 'activeDeadlineSeconds');
  const start = timeAt(job, 'status', 'startTime');
  if (deadline !== undefined && start > 0 && now >= start + deadline * 1000) {
    return failure('DeadlineExceeded', 'Job was active longer than specified deadline');
  }
  const completions = optionalNumberAt(job, 'spec', 'completions');
  const isComplete = completions === undefined ? succeeded > 0 && active.length === 0 : succeeded >= completions;
  return isComplete ? success() : undefined;
}

/** Counts restarts of containers inside their pods, which count as failures too. */
const restarts = (pods: readonly JsonObject[]): number =>
  pods
    .filter(
      (pod) => textAt(pod, 'spec', 'restartPolicy') === 'OnFailure' && textAt(pod, 'status', 'phase') !== 'Succeeded',
    )
    .flatMap((pod) => objectsAt(pod, 'status', 'containerStatuses'))
    .reduce((sum, status) => sum + (optionalNumberAt(status, 'restartCount') ?? 0), 0);

function failure(reason: string, message: string): Verdict {
  const said = {status: 'True', reason, message};
  return {target: {type: 'FailureTarget', ...said}, condition: {type: 'Failed', ...said}, reason, message};
}

function success(): Verdict {
  const said = {status: 'True', reason: 'CompletionsReached', message: 'Reached expected number of succeeded pods'};
  return {
    target: {type: 'SuccessCriteriaMet', ...said},
    condition: {type: 'Complete', ...said},
    reason: 'Completed',
    message: 'Job completed',
  };
}
