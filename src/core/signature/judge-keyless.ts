import {type Identity, identityText, isListed, type VerifyBundle} from './keyless.ts';
import type {SignatureVerdict} from './signature-verdict.ts';

/** A signature by Sigstore over the statement of a release in `backend`, and what is known for its check. */
export type KeylessSignature = {
  readonly statement: string;
  readonly bundle: string;
  readonly backend: string;
  /** Absent: no trusted root is known. */
  readonly verify: VerifyBundle | undefined;
  /** Absent: the signers are not known. */
  readonly identities: readonly Identity[] | undefined;
};

/** Judges a signature by Sigstore. Without a trusted root, it is a text that anybody could have written. */
export function judgeKeyless({statement, bundle, backend, verify, identities}: KeylessSignature): SignatureVerdict {
  if (verify === undefined) return {state: 'not-verified', backend};
  const signer = verify(bundle, statement);
  if ('problem' in signer) return {state: 'bad', problem: signer.problem};
  const key = identityText(signer);
  if (identities === undefined) return {state: 'unknown-key', key, backend};
  return isListed(identities, signer)
    ? {state: 'signed', key, backend}
    : {state: 'unknown-key', key, backend, problem: {reason: 'unknown-key', key}};
}
