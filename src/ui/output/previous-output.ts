import {z} from 'zod';

const Pointer = z.strictObject({
  key: z.string().meta({description: 'The key of the document in the backend.'}),
  sha256: z.string().meta({description: 'The SHA-256 digest of its stored bytes.'}),
});

/** The documents that a release continues from, in JSON outputs. */
export const PreviousOutput = z.strictObject({
  release: z.exactOptional(Pointer).meta({description: 'The release that was recorded last.'}),
  interrupted: z
    .exactOptional(z.array(Pointer))
    .meta({description: 'The intents of runs that died since then, oldest first.'}),
});
