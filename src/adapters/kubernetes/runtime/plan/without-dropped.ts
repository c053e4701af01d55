import type {JsonObject} from '../../../../core/json.ts';
import {union} from '../../../../kubernetes/fields/field-set.ts';
import type {TakeOver} from '../../../../kubernetes/plan/take-over.ts';
import {prune} from '../../../../kubernetes/plan/take-over-prune.ts';
import type {Target} from './target.ts';

/** Returns the object without the taken fields that the stack does not name, unless another manager holds them. */
export const withoutDropped = (
  object: JsonObject,
  {fields, kind}: Pick<Target, 'fields' | 'kind'>,
  {held, others}: TakeOver,
): JsonObject => prune(object, {held, kept: union(fields, others), schema: kind.schema});
