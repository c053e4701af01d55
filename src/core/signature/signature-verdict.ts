import type {SignatureProblem} from '../trust/ssh/judge-signature.ts';

/** The result of the check of a signature. `key` is the fingerprint of the signing key, or the identity in a certificate. */
export type SignatureVerdict =
  | {readonly state: 'unsigned'}
  /** A signature of another release, or one that no key made. */
  | {readonly state: 'bad'; readonly problem: string}
  /** A signature by Sigstore for this release in `backend`, which was not checked, because no trusted root is known. */
  | {readonly state: 'not-verified'; readonly backend: string}
  /** A signature for this release in `backend`, by a key that is not among the signers or may not sign at that time. */
  | {readonly state: 'unknown-key'; readonly key: string; readonly backend: string; readonly problem?: SignatureProblem}
  | {readonly state: 'signed'; readonly key: string; readonly backend: string; readonly signer?: string};
