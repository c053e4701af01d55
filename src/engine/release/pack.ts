import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import type {JsonObject} from '../../core/json.ts';
import {damaged, parseDocument, requireText} from '../../core/release/document.ts';
import {isMac, type Mac, macOf} from '../../core/release/mac.ts';
import type {Release} from '../../core/release/release.ts';
import {decodeRelease, encodeRelease, isPending, RELEASE_FORMAT} from '../../core/release/release-document.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import type {Secret} from '../../core/secret/secret.ts';
import {type ReleaseSignature, readReleaseSignature} from '../../core/signature/release-signature.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import {limitConcurrency} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';

const ENCODING = 'gzip+base64';
/** The maximum size of a decompressed release in bytes. Releases are never that large, but a decompression bomb is. */
const MAX_BYTES = 128 * 2 ** 20;
/** The size up to which several releases are decompressed at once. Few releases are larger. */
const USUAL_BYTES = 16 * 2 ** 20;
const CHUNK_BYTES = 2 ** 18;
/** A history of decompression bombs fills the memory of one. */
const oneLarge = limitConcurrency(1);

/**
 * Encodes a release as JSON around a compressed document. The key can therefore end in .json, the format can be read without
 * decompression, the document contains its own checksum, and another encoding (for example, encrypted) can be added later. The
 * MAC covers the digest and the place of the release, and `sign` returns a signature that covers the same.
 */
export async function packRelease(
  release: Release,
  key?: Secret,
  sign?: (digest: string) => Promise<ReleaseSignature | undefined>,
): Promise<{readonly value: Uint8Array; readonly sha256: string}> {
  const text = encodeRelease(release);
  const body = (await promisify(gzip)(text)).toString('base64');
  const digest = sha256(text);
  const {lineage, revision, epoch, phase} = release;
  const place = {kind: isPending(phase) ? 'pending' : 'release', lineage, revision, epoch} as const;
  const signed = key === undefined ? {} : {mac: macOf(key, place, digest)};
  const signature = await sign?.(digest);
  const envelope = {
    formatVersion: RELEASE_FORMAT,
    encoding: ENCODING,
    sha256: digest,
    release: body,
    ...signed,
    ...defined({signature}),
  };
  const value = new TextEncoder().encode(`${canonicalJson(envelope)}\n`);
  return {value, sha256: sha256(value)};
}

/** Decodes a stored release. @throws GantryError release/damaged or release/newer-format, with the key */
export const unpackRelease = async (pointer: PointerTo, value: Uint8Array): Promise<Release> =>
  (await unpackSigned(pointer, value)).release;

type PointerTo = {readonly key: string; readonly sha256?: string};

/** A release, its MAC, its signature, and the digest that both cover. Neither is checked yet. */
export type SignedRelease = {
  readonly release: Release;
  readonly mac: Mac | undefined;
  readonly signature: ReturnType<typeof readReleaseSignature>;
  readonly digest: string;
};

/** Decodes a stored release with its MAC. @throws GantryError release/damaged or release/newer-format, with the key */
export async function unpackSigned(pointer: PointerTo, value: Uint8Array): Promise<SignedRelease> {
  const {key} = pointer;
  const envelope = parseEnvelope(key, value);
  const encoding = requireText(key, envelope, 'encoding');
  if (encoding !== ENCODING) throw damaged(key, `its encoding ${encoding} is unknown`);
  if (pointer.sha256 !== undefined && sha256(value) !== pointer.sha256) throw damaged(key, CHANGED);
  const text = await inflate(key, requireText(key, envelope, 'release'));
  const digest = sha256(text);
  if (digest !== envelope['sha256']) throw damaged(key, CHANGED);
  const {mac} = envelope;
  if (mac !== undefined && !isMac(mac)) throw untrusted(key, 'wrong-mac');
  const signature = readReleaseSignature(envelope['signature']);
  return {release: decodeRelease(key, text), mac: mac as Mac | undefined, signature, digest};
}

/** Reports whether a stored release contains a MAC. The MAC is not checked. */
export const hasMac = (key: string, value: Uint8Array): boolean => parseEnvelope(key, value)['mac'] !== undefined;

/** Parses the envelope of a release. Its shape is that of format 1, and it names the format of the release in it. */
const parseEnvelope = (key: string, value: Uint8Array): JsonObject =>
  parseDocument(key, value, [(envelope) => envelope]);

const CHANGED = 'its checksum does not match: it was changed or truncated after it was written';

async function inflate(key: string, body: string): Promise<string> {
  const bytes = Buffer.from(body, 'base64');
  const within = async (maxOutputLength: number): Promise<string> =>
    (await promisify(gunzip)(bytes, {maxOutputLength, chunkSize: CHUNK_BYTES})).toString('utf8');
  try {
    return await within(USUAL_BYTES).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw error;
      return oneLarge(() => within(MAX_BYTES));
    });
  } catch {
    throw damaged(key, 'it cannot be decompressed');
  }
}
