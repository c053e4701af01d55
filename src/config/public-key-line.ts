import {z} from 'zod';
import {readAllowedKeys} from '../core/trust/ssh/allowed-keys.ts';

/** The schema of a public SSH key in a workspace: of an approver, or of a signer. */
export const PublicKeyLine = z
  .string()
  .superRefine((line, context) => {
    const {keys, problems} = readAllowedKeys(line);
    const problem = problems[0]?.problem ?? (keys.length === 1 ? undefined : 'it must be one public key');
    if (problem !== undefined) context.addIssue({code: 'custom', message: `not an SSH public key: ${problem}`});
  })
  .meta({description: 'A public key, as in ~/.ssh/id_ed25519.pub, with the name of its owner before it.'});
