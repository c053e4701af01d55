import {z} from 'zod';
import {NOT_SUPPORTED} from './not-supported-text.ts';

/**
 * Returns the schema of a kind that other tools have and Gantry does not support yet. Unlike `notSupported`, it also refuses an empty
 * mapping, because an empty mapping selects the kind.
 */
export const laterKind = (name: string, what: string) =>
  z
    .unknown()
    .refine((value) => value === undefined || value === null, {error: `\`${name}\` ${what} are ${NOT_SUPPORTED}`})
    .optional()
    .meta({description: `Not supported yet: \`${name}\` ${what}.`, type: 'null'});
