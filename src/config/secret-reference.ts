import {z} from 'zod';

/** The schema of a value that must not be in a file in plain text: a reference to a secret store. */
export const SecretReference = z
  .string()
  .startsWith('ref://', {error: 'must be a reference to a secret: `ref://NAME`'})
  .meta({description: 'A reference to a secret: `ref://NAME`.'});
