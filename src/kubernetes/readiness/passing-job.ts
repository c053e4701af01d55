import type {JsonObject} from '../../core/json.ts';
import {identityOf} from '../../core/resource/identity.ts';
import {isDone} from './job.ts';
import {valueAt} from './read.ts';

/** Returns whether the cluster deletes an object by itself when it has finished: a Job with `ttlSecondsAfterFinished`. */
export function isPassingJob(object: JsonObject): boolean {
  const {group, kind} = identityOf(object);
  return group === 'batch' && kind === 'Job' && valueAt(object, 'spec', 'ttlSecondsAfterFinished') !== undefined;
}

/** Returns whether such a Job has completed: that it is missing later is no loss. */
export const isPassingDone = (object: JsonObject): boolean => isPassingJob(object) && isDone(object);
