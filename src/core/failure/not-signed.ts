/** A release that cannot be signed as its workspace or the user wants. */
export type NotSigned = {
  readonly code: 'release/not-signed';
  readonly workspace: string;
  /** The revision that was recorded without a signature. Absent: nothing was changed. */
  readonly recorded?: number;
} & (
  | {readonly because: 'no-key'}
  /** ssh-keygen made no signature, or one that cannot be verified. */
  | {readonly because: 'failed'; readonly key: string; readonly problem: string}
  /** `--sign sigstore` got no certificate or no entry in the log. */
  | {readonly because: 'keyless'; readonly problem: string}
  /** The workspace does not list the identity, with its issuer, for signatures by Sigstore. */
  | {readonly because: 'other-identity'; readonly identity: string}
  /** The workspace does not list the key (by fingerprint), or not for this time or this purpose. */
  | {readonly because: 'not-a-signer'; readonly key: string; readonly limit?: string}
);
