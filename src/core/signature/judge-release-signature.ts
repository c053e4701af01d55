import {defined} from '../../lib/defined.ts';
import {isObject, type Json} from '../json.ts';
import type {Release} from '../release/release.ts';
import type {AllowedKey} from '../trust/ssh/allowed-keys.ts';
import {readArmoredSignature} from '../trust/ssh/armored-signature.ts';
import {judgeSignature} from '../trust/ssh/judge-signature.ts';
import {fingerprintOf, publicKeyIn} from '../trust/ssh/public-key.ts';
import {judgeKeyless} from './judge-keyless.ts';
import type {Identity, VerifyBundle} from './keyless.ts';
import type {ReleaseSignature} from './release-signature.ts';
import {RELEASE_NAMESPACE, statementOf, statementText} from './release-statement.ts';
import type {SignatureVerdict} from './signature-verdict.ts';

/** A stored release with its signature, and the keys that may have made it. */
export type SignedDocument = {
  readonly release: Release;
  /** The digest of the canonical text of the release. */
  readonly digest: string;
  readonly signature: ReleaseSignature | 'damaged' | undefined;
  /** Absent: the signers are not known. */
  readonly keys?: readonly AllowedKey[] | undefined;
  /** The identities that may have signed. Absent, with `keys`: none. */
  readonly identities?: readonly Identity[] | undefined;
  /** Absent: no trusted root is known. */
  readonly verifyBundle?: VerifyBundle | undefined;
};

/**
 * Judges the signature of a release. The validity of a key is compared with the time of the release, so that a signature outlives the key, as
 * that of a commit does.
 */
export function judgeReleaseSignature(of: SignedDocument): SignatureVerdict {
  const {release, digest, signature} = of;
  if (signature === undefined) return {state: 'unsigned'};
  if (signature === 'damaged') return bad('it cannot be read');
  const {statement} = signature;
  const backend = backendIn(statement);
  // The statement is built again from the release, so that no member of it can say anything else.
  if (backend === undefined || statement !== statementText(statementOf(release, {digest, backend})))
    return bad('it is the signature of another release');
  if ('ssh' in signature) return judgeSsh({statement, ssh: signature.ssh, backend}, of);
  const identities = of.keys && (of.identities ?? []);
  return judgeKeyless({statement, bundle: signature.sigstore, backend, verify: of.verifyBundle, identities});
}

function judgeSsh(
  {statement, ssh, backend}: {readonly statement: string; readonly ssh: string; readonly backend: string},
  {release, keys}: SignedDocument,
): SignatureVerdict {
  const read = readArmoredSignature(ssh);
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
