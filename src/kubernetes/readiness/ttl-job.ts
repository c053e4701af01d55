import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {isDone} from './job.ts';
import {valueAt} from './read.ts';

/** Reports whether the cluster deletes an object by itself when it has finished: a Job with `ttlSecondsAfterFinished`. */
export function isTtlJob(object: JsonObject): boolean {
  const {group, kind} = identityOf(object);
  return group === 'batch' && kind === 'Job' && valueAt(object, 'spec', 'ttlSecondsAfterFinished') !== undefined;
}

/** Reports whether such a Job has completed, so that it may be missing later. */
export const isFinishedTtlJob = (object: JsonObject): boolean => isTtlJob(object) && isDone(object);
