import {z} from 'zod';
import {FormatVersion} from '../../config/documents/parts.ts';
import {ErrorBody} from './error-output.ts';

/** The document that `release verify -o json` writes. */
export const ReleaseVerifyOutput = z
  .strictObject({
    formatVersion: FormatVersion,
    project: z.string(),
    stack: z.string(),
    workspace: z.string(),
    lineage: z.exactOptional(z.string()),
    isWhole: z.boolean().meta({description: 'True if no fault was found.'}),
    releases: z.int().meta({description: 'The number of stored revisions.'}),
    linked: z.int().meta({description: 'The number of those that the chain names by digest.'}),
    starts: z
      .array(
        z.strictObject({
          revision: z.int(),
          because: z.enum(['first', 'pruned', 'rebuilt', 'earlier-version', 'unreadable']),
        }),
      )
      .meta({description: 'The revisions at which the chain, or a part of it, begins; newest first.'}),
    signatures: z
      .exactOptional(
        z.array(
          z.strictObject({
            key: z.string().meta({description: 'The key of the document in the backend.'}),
            revision: z.int(),
            state: z.enum(['signed', 'unsigned', 'bad', 'not-verified', 'unknown-key']),
            signer: z
              .exactOptional(z.string())
              .meta({description: 'The name that the list of signers has for the key.'}),
            fingerprint: z
              .exactOptional(z.string())
              .meta({description: 'The key that signed, or the identity with its issuer.'}),
            backend: z.exactOptional(z.string()).meta({description: 'The backend for which it was signed.'}),
            message: z.string(),
          }),
        ),
      )
      .meta({description: 'The signatures, newest first. Absent if no release is signed, and none must be.'}),
    uncountedSigners: z.exactOptional(z.array(z.string())).meta({
      description: 'The files of the project whose signers do not count, because a commit can change them.',
    }),
    isWithoutMacs: z
      .exactOptional(z.literal(true))
      .meta({description: 'True for a saved chain, which does not contain the key of the backend.'}),
    saved: z.exactOptional(z.string()).meta({description: 'The file of --save.'}),
    faults: z
      .array(
        z.strictObject({
          key: z.string().meta({description: 'The key of the document in the backend.'}),
          revision: z.exactOptional(z.int()),
          problem: z
            .enum([
              'missing',
              'changed',
              'fork',
              'no-link',
              'order',
              'refused',
              'unsigned',
              'bad-signature',
              'not-verified',
              'unknown-signer',
              'other-backend',
              'lost',
              'rewritten',
            ])
            .meta({
              description:
                '`refused`: no run would accept the document; `error` says why. `lost`, `rewritten`: an earlier file has it.',
            }),
          detail: z.exactOptional(z.string()).meta({description: 'The reason, the key or the backend.'}),
          namedBy: z.exactOptional(z.string()).meta({description: 'The document that names it.'}),
          message: z.string(),
          error: z.exactOptional(ErrorBody),
        }),
      )
      .meta({description: 'The faults, newest first.'}),
  })
  .meta({title: 'Gantry release verify'});
