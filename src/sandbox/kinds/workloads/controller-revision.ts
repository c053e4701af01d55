import {isObject, type Json} from '../../../core/json.ts';
import {deepEqual} from '../../../lib/deep-equal.ts';
import {invalid, required} from '../../model/problem.ts';
import type {KindRules, Write} from '../../model/rules.ts';
import type {Problem} from '../../model/status.ts';
import {negatives} from './numbers.ts';

/** Rules of the ControllerRevision, an immutable copy of a template. */
export const CONTROLLER_REVISION: KindRules = {
  defaults: (object) => ({revision: 0, ...object}),
  validate: ({object, before}: Write) => [
    ...negatives(object, '', 'revision'),
    ...(before === undefined ? dataProblems(object['data']) : []),
    ...(before === undefined || deepEqual(object['data'] ?? null, before['data'] ?? null)
      ? []
      : [invalid('data', object['data'], 'field is immutable')]),
  ],
};

function dataProblems(data: Json | undefined): readonly Problem[] {
  if (data === undefined || data === null) return [required('data', 'data is mandatory')];
  return isObject(data) ? [] : [required('data', 'data must be a valid JSON object')];
}
