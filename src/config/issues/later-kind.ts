import {z} from 'zod';
import {NOT_SUPPORTED} from './not-supported-text.ts';

/**
 * Returns the schema of a kind whose name other tools have. Unlike other such names not even an empty value is let through: it asks
 * for the kind.
 */
export const laterKind = (name: string, what: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null, {error: `\`${name}\` ${what} are ${NOT_SUPPORTED}`})
    .optional()
    .meta({description: `Not supported yet: \`${name}\` ${what}.`, type: 'null'});
