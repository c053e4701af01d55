import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import {damaged, FORMAT_VERSION, parseDocument, requireText} from '../../core/release/document.ts';
import type {Release} from '../../core/release/release.ts';
import {decodeRelease, encodeRelease, sha256} from '../../core/release/release-document.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';

const ENCODING = 'gzip+base64';
/** No release is that large; a bomb is. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * A release as it is stored: JSON around a compressed document, so that the key may end in .json, the format can be told
 * without unpacking, the bytes check themselves, and another encoding (sealed, say) can be named later.
 */
export async function packRelease(release: Release): Promise<{readonly value: Uint8Array; readonly sha256: string}> {
  const text = encodeRelease(release);
  const body = (await promisify(gzip)(text)).toString('base64');
  const envelope = {formatVersion: FORMAT_VERSION, encoding: ENCODING, sha256: sha256(text), release: body};
  const value = new TextEncoder().encode(`${canonicalJson(envelope)}\n`);
  return {value, sha256: sha256(value)};
}

/** @throws GantryError release/damaged or release/newer-format, naming the key. */
export async function unpackRelease(
  pointer: {readonly key: string; readonly sha256?: string},
  value: Uint8Array,
): Promise<Release> {
  const {key} = pointer;
  const envelope = parseDocument(key, value);
  const encoding = requireText(key, envelope, 'encoding');
  if (encoding !== ENCODING) throw damaged(key, `its encoding ${encoding} is not known`);
  if (pointer.sha256 !== undefined && sha256(value) !== pointer.sha256) throw damaged(key, CHANGED);
  const text = await inflate(key, requireText(key, envelope, 'release'));
  if (sha256(text) !== envelope['sha256']) throw damaged(key, CHANGED);
  return decodeRelease(key, text);
}

const CHANGED = 'its checksum is not the recorded one: it was changed or cut after it was written';

async function inflate(key: string, body: string): Promise<string> {
  try {
    return (await promisify(gunzip)(Buffer.from(body, 'base64'), {maxOutputLength: MAX_BYTES})).toString('utf8');
  } catch {
    throw damaged(key, 'it cannot be unpacked');
  }
}
