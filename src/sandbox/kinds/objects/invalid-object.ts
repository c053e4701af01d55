import type {JsonObject} from '../../../core/json.ts';
import {nameOf} from '../../model/metadata.ts';
import {textAt} from '../../model/part.ts';
import {forbidden, invalid} from '../../model/refusals.ts';
import type {GroupResource} from '../../model/resource.ts';
import type {Problem, Refusal} from '../../model/status.ts';

/** What is refused before it is validated: the same 422 that validation gives. */
export const invalidObject = (object: JsonObject, group: string, problems: readonly Problem[]): Refusal =>
  invalid({group, kind: textAt(object, 'kind')}, nameOf(object), problems);

/** What an admission plugin refuses. */
export const forbiddenObject = (object: JsonObject, resource: GroupResource, why: string): Refusal =>
  forbidden(resource, nameOf(object) || textAt(object, 'metadata', 'generateName') || 'Unknown', why);
