import type {JsonObject} from '../../../core/json.ts';
import {nameOf} from '../../model/metadata.ts';
import {textAt} from '../../model/part.ts';
import {forbidden, invalid} from '../../model/refusals.ts';
import type {GroupResource} from '../../model/resource.ts';
import type {Problem, Refusal} from '../../model/status.ts';

/** Returns the 422 of a refusal before validation, in the same form as that of validation. */
export const invalidObject = (object: JsonObject, group: string, problems: readonly Problem[]): Refusal =>
  invalid({group, kind: textAt(object, 'kind')}, nameOf(object), problems);

/** Returns the 403 of an admission plugin. */
export const forbiddenObject = (object: JsonObject, resource: GroupResource, why: string): Refusal =>
  forbidden(resource, nameOf(object) || textAt(object, 'metadata', 'generateName') || 'Unknown', why);
