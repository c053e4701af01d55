import {z} from 'zod';
import type {SignatureRules} from '../core/signature/signature-rules.ts';
import {PublicKeyLine} from './public-key-line.ts';

/** The schema of `signatures` in workspace files. */
export const Signatures = z
  .strictObject({
    required: z.boolean().nullish().meta({description: 'True: a run without a signature is refused. Default: false.'}),
    signers: z.array(PublicKeyLine).nullish().meta({
      description:
        'The public keys whose signatures count. Those in a file of a project do not, because a commit can change them. Default: none, so that any key may sign.',
    }),
    sigstore: z
      .array(
        z.strictObject({
          identity: z.string().min(1).meta({
            description: 'The identity in the certificate, for example a workflow with its branch. Compared exactly.',
          }),
          issuer: z.string().min(1).meta({description: 'The issuer of the identity. Compared exactly.'}),
        }),
      )
      .nullish()
      .meta({
        description:
          'The identities whose signatures by Sigstore count, beside the keys in signers. Those in a file of a project do not. Default: none.',
      }),
  })
  .nullish()
  .meta({
    description: 'The signatures of releases, which --sign makes and "gantry release verify" verifies.',
    examples: [
      {
        required: true,
        signers: ['ci@example.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ2rMiEHsFUYsMaFsJLFTVyXP1KTGqHBwZM1CoMZ4Bpr'],
      },
    ],
  });
/** The checked `signatures` of a workspace. */
export type Signatures = z.infer<typeof Signatures>;

/** Returns the rules of a workspace; undefined if it has none. */
export const signatureRulesOf = (field: Signatures): SignatureRules | undefined =>
  field === undefined || field === null
    ? undefined
    : {isRequired: field.required === true, signers: field.signers ?? [], identities: field.sigstore ?? []};

/** Returns the rules in a workspace that may not be valid as a whole. A field that cannot be read requires signatures, and lists no signers. */
export function signatureRulesIn(value: unknown): SignatureRules | undefined {
  const {success, data} = Signatures.safeParse(value);
  return success ? signatureRulesOf(data) : {isRequired: true, signers: []};
}
