import {defined} from '../../lib/defined.ts';
import {isObject, type Json} from '../json.ts';
import type {Release} from '../release/release.ts';
import type {AllowedKey} from '../trust/ssh/allowed-keys.ts';
import {readArmoredSignature} from '../trust/ssh/armored-signature.ts';
import {judgeSignature, type SignatureProblem} from '../trust/ssh/judge-signature.ts';
import {fingerprintOf, publicKeyIn} from '../trust/ssh/public-key.ts';
import type {ReleaseSignature} from './release-signature.ts';
import {RELEASE_NAMESPACE, statementOf, statementText} from './release-statement.ts';

/** The result of the check of a signature. `key` is the fingerprint of the signing key. */
export type SignatureVerdict =
  | {readonly state: 'unsigned'}
  /** A signature of another release, or one that no key made. */
  | {readonly state: 'bad'; readonly problem: string}
  /** A signature for this release in `backend`, by a key that is not among the signers or may not sign at that time. */
  | {readonly state: 'unknown-key'; readonly key: string; readonly backend: string; readonly problem?: SignatureProblem}
  | {readonly state: 'signed'; readonly key: string; readonly backend: string; readonly signer?: string};

/** A stored release with its signature, and the keys that may have made it. */
export type SignedDocument = {
  readonly release: Release;
  /** The digest of the canonical text of the release. */
  readonly digest: string;
  readonly signature: ReleaseSignature | 'damaged' | undefined;
  /** Absent: the signers are not known. */
  readonly keys?: readonly AllowedKey[] | undefined;
};

/**
 * Judges the signature of a release. The validity of a key is compared with the time of the release, so that a signature outlives the key, as
 * that of a commit does.
 */
export function judgeReleaseSignature({release, digest, signature, keys}: SignedDocument): SignatureVerdict {
  if (signature === undefined) return {state: 'unsigned'};
  if (signature === 'damaged') return bad('it cannot be read');
  const {statement} = signature;
  const backend = backendIn(statement);
  // The statement is built again from the release, so that no member of it can say anything else.
  if (backend === undefined || statement !== statementText(statementOf(release, {digest, backend})))
    return bad('it is the signature of another release');
  const read = readArmoredSignature(signature.ssh);
  if ('problem' in read) return bad(read.problem);
  const own = publicKeyIn(read.publicKey);
  if ('problem' in own) return bad(own.problem);
  const judged = {bytes: Buffer.from(statement), signature: read, namespace: RELEASE_NAMESPACE};
  const now = new Date(release.finishedAt ?? release.startedAt);
  const broken = judgeSignature({...judged, now, keys: [{key: own}]});
  if (broken !== undefined)
    return bad(broken.reason === 'namespace' ? 'it was made for another purpose' : 'its key did not make it');
  const key = fingerprintOf(read.publicKey);
  if (keys === undefined) return {state: 'unknown-key', key, backend};
  const problem = judgeSignature({...judged, now, keys});
  if (problem !== undefined) return {state: 'unknown-key', key, backend, problem};
  const signer = keys.find((one) => one.key.blob.equals(read.publicKey))?.principals;
  return {state: 'signed', key, backend, ...defined({signer})};
}

const bad = (problem: string): SignatureVerdict => ({state: 'bad', problem});

function backendIn(statement: string): string | undefined {
  try {
    const value = JSON.parse(statement) as Json;
    const backend = isObject(value) ? value['backend'] : undefined;
    return typeof backend === 'string' ? backend : undefined;
  } catch {
    return undefined;
  }
}
