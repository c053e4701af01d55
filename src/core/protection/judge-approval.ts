import type {AllowedKey} from '../trust/ssh/allowed-keys.ts';
import {readArmoredSignature} from '../trust/ssh/armored-signature.ts';
import {judgeSignature, type SignatureProblem} from '../trust/ssh/judge-signature.ts';
import {fingerprintOf} from '../trust/ssh/public-key.ts';
import {APPROVED_FOR, type Approval, approvalText, type SignedApproval} from './approval.ts';

/** The reason why an approval does not permit a change. */
export type ApprovalProblem =
  | {readonly reason: 'unreadable'; readonly problem: string}
  | {readonly reason: 'signature'; readonly problem: SignatureProblem}
  | {readonly reason: 'other-workspace'; readonly found: string}
  | {readonly reason: 'other-change'}
  | {readonly reason: 'not-yet' | 'expired'; readonly at: string};

/** A signed approval, the change that it must cover, and the keys that count. */
export type JudgedApproval = {
  readonly approval: SignedApproval;
  readonly change: Pick<Approval, 'approves' | 'workspace'> & {readonly digest: string};
  readonly keys: readonly AllowedKey[];
  readonly now: Date;
};

/** The person who approved: the name that the workspace lists for the key, and the key. */
export type Approver = {readonly approver: string; readonly key: string};

/** The clock of an approver may be ahead of this one. */
const CLOCK_SKEW_MS = 5 * 60_000;

/** Returns who approved a change, or why the approval does not count. The signature is verified before anything else is believed. */
export function judgeApproval({approval, change, keys, now}: JudgedApproval): Approver | ApprovalProblem {
  const signature = readArmoredSignature(approval.signature);
  if ('problem' in signature)
    return {reason: 'unreadable', problem: `its signature cannot be used: ${signature.problem}`};
  const bytes = Buffer.from(approvalText(approval));
  const problem = judgeSignature({bytes, signature, namespace: APPROVED_FOR, keys, now});
  if (problem !== undefined) return {reason: 'signature', problem};
  const {approves, workspace, digests, approvedAt, expires} = approval;
  if (workspace !== change.workspace) return {reason: 'other-workspace', found: workspace};
  if (approves !== change.approves || !digests.includes(change.digest)) return {reason: 'other-change'};
  if (now.getTime() + CLOCK_SKEW_MS < Date.parse(approvedAt)) return {reason: 'not-yet', at: approvedAt};
  // Written so that a time that cannot be read counts as expired.
  if (!(now.getTime() < Date.parse(expires))) return {reason: 'expired', at: expires};
  const listed = keys.find(({key}) => key.blob.equals(signature.publicKey));
  return {approver: listed?.principals ?? approval.approver, key: fingerprintOf(signature.publicKey)};
}
