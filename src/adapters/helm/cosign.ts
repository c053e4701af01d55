import {createPublicKey, type KeyObject, verify} from 'node:crypto';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import type {OciPlace} from '../../core/oci/oci-place.ts';
import {digestOf} from '../../lib/digest-of.ts';
import type {OciManifest, OciRegistry} from '../../ports/oci-registry.ts';
import type {SourceProblem} from '../../ports/source-problem.ts';

/** A manifest with the signatures that cosign stored beside it. It is kept with the archive, so that it can be verified offline. */
type CosignProof = {
  readonly manifest: string;
  readonly signatures: readonly {readonly payload: string; readonly signature: string}[];
};

const SIGNATURE = 'dev.cosignproject.cosign/signature';
const MOST_SIGNATURES = 20;

/** Reads the signatures of a manifest. cosign stores them under the tag `sha256-DIGEST.sig`. */
export async function readCosign(
  place: OciPlace,
  {digest, bytes}: OciManifest,
  registry: OciRegistry,
): Promise<Uint8Array | SourceProblem> {
  const signed = await registry.manifest(place, `${digest.replace(':', '-')}.sig`);
  if (signed === undefined)
    return {
      problem: `oci://${place.host}/${place.name} has no cosign signature for ${digest}`,
      hint: 'Signatures are read from the tag that "cosign sign --key" writes, not from bundles.',
    };
  if ('problem' in signed) return signed;
  const signatures: {payload: string; signature: string}[] = [];
  for (const layer of signed.layers.slice(0, MOST_SIGNATURES)) {
    const payload = await registry.blob(place, layer, 2 ** 20);
    if ('problem' in payload) return payload;
    signatures.push({payload: base64(payload), signature: layer.annotations[SIGNATURE] ?? ''});
  }
  return Buffer.from(JSON.stringify({manifest: base64(bytes), signatures} satisfies CosignProof));
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Verifies that a key signed the manifest that has an archive. Returns the reason if it is not so. */
export function verifyCosign(proof: Uint8Array, archiveDigest: string, keyText: string): string | undefined {
  const key = publicKey(keyText);
  if (key === undefined) return 'the key is not a public key in PEM format';
  const read = readProof(proof);
  if (read === undefined) return UNREADABLE;
  const manifest = Buffer.from(read.manifest, 'base64');
  const layers = objectIn(manifest)?.['layers'];
  if (!isList(layers)) return UNREADABLE;
  if (!layers.some((layer) => isObject(layer) && layer['digest'] === archiveDigest))
    return 'the signed manifest belongs to another archive';
  const isSigned = read.signatures.some(({payload, signature}) => {
    const text = Buffer.from(payload, 'base64');
    return isSignedBy(key, text, signature) && namedDigest(text) === digestOf(manifest);
  });
  return isSigned ? undefined : 'none of its signatures was made with the key';
}

function publicKey(text: string): KeyObject | undefined {
  try {
    return createPublicKey(text);
  } catch {
    return undefined;
  }
}

const UNREADABLE = 'its signature cannot be read';

/** Reads a proof. One in the cache may be damaged. */
function readProof(bytes: Uint8Array): CosignProof | undefined {
  const {manifest, signatures} = objectIn(bytes) ?? {};
  if (typeof manifest !== 'string' || !isList(signatures)) return undefined;
  const read = signatures
    .filter(isObject)
    .flatMap(({payload, signature}) =>
      typeof payload === 'string' && typeof signature === 'string' ? [{payload, signature}] : [],
    );
  return {manifest, signatures: read};
}

/** Returns the JSON object that some bytes are. */
function objectIn(bytes: Uint8Array): JsonObject | undefined {
  try {
    const value = JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isSignedBy(key: KeyObject, text: Buffer, signature: string): boolean {
  const isEd25519 = key.asymmetricKeyType === 'ed25519';
  try {
    return verify(isEd25519 ? null : 'sha256', text, key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}

/** Returns the digest of the manifest that a payload of cosign names. */
function namedDigest(payload: Buffer): string | undefined {
  try {
    const {critical} = JSON.parse(payload.toString('utf8')) as {
      readonly critical?: {readonly type?: string; readonly image?: {readonly 'docker-manifest-digest'?: string}};
    };
    return critical?.type === 'cosign container image signature'
      ? critical.image?.['docker-manifest-digest']
      : undefined;
  } catch {
    return undefined;
  }
}
