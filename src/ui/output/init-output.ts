import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';

/** The document that `init -o json` writes. */
export const InitOutput = z
  .strictObject({formatVersion: FormatVersion, created: z.array(z.string())})
  .meta({title: 'Gantry init'});
