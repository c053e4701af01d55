import {z} from 'zod';
import {isList, isObject, type Json} from '../../core/json.ts';
import {NOT_SUPPORTED} from './not-supported-text.ts';

/**
 * Returns the schema of a field that is reserved but not supported yet. A value is refused, so that nobody believes that the field
 * has an effect. An empty value is accepted.
 */
export const notSupported = (what: string) =>
  z
    .unknown()
    .refine((value) => asksForNothing(value as Json), {error: `${what} are ${NOT_SUPPORTED}`})
    .optional()
    .meta({
      description: `Not supported yet: ${what}.`,
      type: ['null', 'object', 'array'],
      maxItems: 0,
      maxProperties: 0,
    });

/** Reports whether a value is empty: `null`, `{}`, `[]` or an empty string. */
export function asksForNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
