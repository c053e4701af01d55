import type {JsonObject} from '../../../core/json.ts';
import {MAX_INT32} from '../formats.ts';
import {changeAt, withDefaults} from '../objects/fields.ts';
import {has} from './numbers.ts';

/** Of the spec of a Job, without its template; the template of a CronJob has none of them. */
export function jobSpecDefaults(spec: JsonObject): JsonObject {
  const counts =
    has(spec, 'completions') || has(spec, 'parallelism') ? {parallelism: 1} : {completions: 1, parallelism: 1};
  return withPatterns({
    ...counts,
    backoffLimit: has(spec, 'backoffLimitPerIndex') ? MAX_INT32 : 6,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: has(spec, 'podFailurePolicy') ? 'Failed' : 'TerminatingOrFailed',
    manualSelector: false,
    ...spec,
  });
}

/** Sets the status of conditions in a podFailurePolicy, which is True unless written. */
export const withPatterns = (spec: JsonObject): JsonObject =>
  changeAt(spec, ['podFailurePolicy', 'rules', '*', 'onPodConditions', '*'], (pattern) =>
    withDefaults(pattern, {status: 'True'}),
  );
