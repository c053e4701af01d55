import {gunzipSync} from 'node:zlib';
import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';

/** The most bytes of an unpacked record. A record is at most a Secret of 1 MiB, so a larger one is a compression bomb. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Decodes the release in a Secret or ConfigMap of Helm: JSON, compressed since Helm 2, in base64; a Secret's data is
 * base64 once more.
 * @throws an error that may quote its input and must not be shown, because manifests contain Secrets
 */
export function decodeHelmRecord(record: JsonObject): JsonObject {
  const data = isObject(record['data']) ? record['data'] : {};
  const written = text(data['release']);
  const body = record['kind'] === 'ConfigMap' ? written : Buffer.from(written, 'base64').toString('latin1');
  const packed = Buffer.from(body, 'base64');
  const isPacked = packed[0] === 0x1f && packed[1] === 0x8b;
  const plain = isPacked ? gunzipSync(packed, {maxOutputLength: MOST_BYTES}) : packed;
  const release: unknown = JSON.parse(plain.toString('utf8'));
  if (!isObject(release as Json)) throw new Error('a release is an object');
  return release as JsonObject;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
