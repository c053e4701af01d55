import {z} from 'zod';
import {isList, isObject, type Json} from '../../core/json.ts';
import {NOT_SUPPORTED} from './not-supported-text.ts';

/**
 * A field whose name is taken but whose work is not built yet: refused with its own name, so that nobody believes it
 * does something. An empty value asks for nothing and is let through.
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

/** `null`, `{}`, `[]` or an empty text. */
export function asksForNothing(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}
