import {z} from 'zod';
import {NOT_SUPPORTED} from './not-supported-text.ts';

/**
 * A field whose name is taken but whose work is not built yet: refused with its own name, so that nobody believes it
 * does something. An empty value asks for nothing and is let through.
 */
export const notSupported = (what: string) =>
  z
    .union([z.null(), z.strictObject({}), z.array(z.never()).max(0)], {error: `${what} are ${NOT_SUPPORTED}`})
    .optional()
    .meta({description: `Not supported yet: ${what}.`});
