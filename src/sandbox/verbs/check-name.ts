import type {JsonObject} from '../../core/json.ts';
import {nameOf} from '../model/metadata.ts';
import {badRequest} from '../model/refusals.ts';

/** Checks that an object is the one in the path. @throws Refusal 400 if it is not */
export function checkName(object: JsonObject, name: string): void {
  const own = nameOf(object);
  if (own === '')
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`);
  if (own !== name) throw badRequest(`the name of the object (${own}) does not match the name on the URL (${name})`);
}
