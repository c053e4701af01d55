import {isObject, type Json} from '../json.ts';

/**
 * The signature of a release, which is stored in the envelope beside its MAC. The next release names the digest of the whole envelope, so
 * that a removed signature breaks the chain.
 */
export type ReleaseSignature = {
  /** The signed text, byte for byte, so that other programs can verify it. */
  readonly statement: string;
} & (
  | {
      /** The signature as `ssh-keygen -Y sign` writes it. */
      readonly ssh: string;
    }
  | {
      /** A bundle of Sigstore with a signature of a message, as `cosign sign-blob --bundle` writes it. */
      readonly sigstore: string;
    }
);

/** Returns the signature in an envelope; undefined if there is none, `damaged` if it does not have the form of one. */
export function readReleaseSignature(value: Json | undefined): ReleaseSignature | 'damaged' | undefined {
  if (value === undefined) return undefined;
  const {statement, ssh, sigstore} = isObject(value) ? value : {};
  if (typeof statement !== 'string') return 'damaged';
  if (typeof ssh === 'string') return {statement, ssh};
  return typeof sigstore === 'string' ? {statement, sigstore} : 'damaged';
}
