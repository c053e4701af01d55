import {canonicalJson} from '../../lib/canonical-json.ts';
import {sha256} from '../../lib/sha256.ts';

/** The namespace of signatures of approvals, so that a signature for another purpose approves nothing. */
export const APPROVED_FOR = 'gantry-approval';

/** The statement that a person signs: these changes of this workspace are allowed until then. */
export type Approval = {
  readonly formatVersion: 1;
  /** `plans`: saved plans. `workspace`: a change of the workspace itself. */
  readonly approves: 'plans' | 'workspace';
  readonly workspace: string;
  /** The digests of the plans, or of the change of the workspace. */
  readonly digests: readonly string[];
  /** The person, as known to the machine where the approval was signed. */
  readonly approver: string;
  readonly approvedAt: string;
  readonly expires: string;
  /** The reason why the change may be made outside of the change windows. */
  readonly outsideWindows?: string;
};

/** An approval with its signature, as it is stored in a file. */
export type SignedApproval = Approval & {
  /** The signature that `ssh-keygen -Y sign` makes for the canonical JSON of all other members. */
  readonly signature: string;
};

/** Returns the text that is signed. */
export const approvalText = ({signature: _, ...approval}: Approval & {readonly signature?: string}): string =>
  canonicalJson(approval);

/** Returns the digest of a change of a workspace, for an approval. `after` is undefined if the workspace is deleted. */
export const changeDigest = (before: string, after: string | undefined): string =>
  sha256(canonicalJson({before: sha256(before), after: after === undefined ? null : sha256(after)}));
