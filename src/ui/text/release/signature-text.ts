import type {JudgedRelease} from '../../../core/signature/signature-faults.ts';
import type {SignatureVerdict} from '../../../core/signature/signature-verdict.ts';
import type {SignatureProblem} from '../../../core/trust/ssh/judge-signature.ts';
import {unreachable} from '../../../lib/unreachable.ts';

/** Returns one line for each group of successive revisions with the same signer, newest first. */
export function signatureLines(signatures: readonly JudgedRelease[]): readonly string[] {
  const groups: {readonly text: string; readonly newest: number; oldest: number}[] = [];
  for (const {revision, verdict} of signatures) {
    const text = verdictText(verdict);
    const last = groups.at(-1);
    if (last?.text === text) last.oldest = revision;
    else groups.push({text, newest: revision, oldest: revision});
  }
  return groups.map(({text, newest, oldest}) =>
    newest === oldest ? `revision ${newest}  ${text}` : `revisions ${oldest} to ${newest}  ${text}`,
  );
}

/** Returns the signature of a release in a document. */
export function signatureDocument({document: key, revision, verdict}: JudgedRelease): unknown {
  const {state} = verdict;
  const message = verdictText(verdict);
  if (state === 'unsigned' || state === 'bad') return {key, revision, state, message};
  if (state === 'not-verified') return {key, revision, state, backend: verdict.backend, message};
  const {key: fingerprint, backend} = verdict;
  const signer = state === 'signed' && verdict.signer !== undefined ? {signer: verdict.signer} : {};
  return {key, revision, state, ...signer, fingerprint, backend, message};
}

function verdictText(verdict: SignatureVerdict): string {
  switch (verdict.state) {
    case 'unsigned':
      return 'not signed';
    case 'bad':
      return `signature not valid: ${verdict.problem}`;
    case 'not-verified':
      return 'signed by Sigstore, not verified: no trusted root is known (--trusted-root FILE)';
    case 'unknown-key':
      return `signed by ${verdict.key}, ${verdict.problem === undefined ? 'and no signers are known' : reasonText(verdict.problem)}`;
    case 'signed':
      return `signed by ${verdict.signer === undefined ? verdict.key : `${verdict.signer} (${verdict.key})`}`;
    default:
      return unreachable(verdict);
  }
}

function reasonText(problem: SignatureProblem): string {
  switch (problem.reason) {
    case 'other-namespaces':
      return `whose key is allowed for ${problem.namespaces.join(', ')} only`;
    case 'not-yet':
      return `whose key is valid from ${problem.at}`;
    case 'ended':
      return `whose key was valid until ${problem.at}`;
    case 'namespace':
    case 'none':
    case 'other-text':
    case 'unknown-key':
    default:
      return 'which is not one of the signers';
  }
}
