import {z} from 'zod';
import {Name} from '../names.ts';
import {type DocumentOf, FormatVersion} from './parts.ts';

const approval = {
  formatVersion: FormatVersion,
  approves: z
    .enum(['plans', 'workspace'])
    .meta({description: 'plans: saved plans. workspace: a change of the workspace itself.'}),
  workspace: Name,
  digests: z.array(z.string()).meta({description: 'The digests of the plans, or of the change of the workspace.'}),
  approver: z.string().meta({description: 'The person, as known to the machine where the approval was signed.'}),
  approvedAt: z.string(),
  expires: z.string(),
  outsideWindows: z
    .exactOptional(z.string())
    .meta({description: 'The reason for a change outside of the change windows.'}),
};

/** The file that `gantry approve` and `gantry workspace approve` write, and that `--approval` reads. */
export const ApprovalOutput = z
  .strictObject({
    ...approval,
    signature: z.string().meta({
      description: 'The signature of `ssh-keygen -Y sign -n gantry-approval` for all other members in canonical JSON.',
    }),
  })
  .meta({title: 'Gantry approval'});

/** The document that `gantry approve -o json` and `gantry workspace approve -o json` write. */
export const ApproveOutput = z
  .strictObject({
    ...approval,
    outcome: z.enum(['approved', 'declined']),
    file: z.string().meta({description: 'The file with the approval.'}),
    key: z.exactOptional(z.string()).meta({description: 'The fingerprint of the key that signed it.'}),
  })
  .meta({title: 'Gantry approve'});

/** The result of `gantry approve`. */
export type Approved = DocumentOf<typeof ApproveOutput>;
