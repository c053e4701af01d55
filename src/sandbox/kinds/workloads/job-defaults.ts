import type {JsonObject} from '../../../core/json.ts';
import {MAX_INT32} from '../formats.ts';
import {changeAt, withDefaults} from '../objects/fields.ts';
import {has} from './numbers.ts';

/** Sets the defaults of a Job's spec, except those of its pod template. The Job template of a CronJob gets none of them. */
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

/** Sets the status of conditions in a podFailurePolicy. Default: True. */
export const withPatterns = (spec: JsonObject): JsonObject =>
  changeAt(spec, ['podFailurePolicy', 'rules', '*', 'onPodConditions', '*'], (pattern) =>
    withDefaults(pattern, {status: 'True'}),
  );
