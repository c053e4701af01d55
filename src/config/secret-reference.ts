import {z} from 'zod';

/** A value that no file may hold in plain text: it is read in a secret store. */
export const SecretReference = z
  .string()
  .startsWith('ref://', {error: 'must be a reference to a secret: `ref://NAME`'})
  .meta({description: 'A reference to a secret: `ref://NAME`.'});
