import {isObject, type Json, type JsonObject} from '../../../../core/json.ts';
import {unpackGzip} from '../../../../lib/unpack-gzip.ts';

/** The largest unpacked record. A record is at most a Secret of 1 MiB, so a larger one is a compression bomb. */
const MOST_MEBIBYTES = 64;

/**
 * Decodes the release in a Secret or ConfigMap of Helm: JSON, compressed since Helm 2, in base64; a Secret's data is
 * base64 once more.
 * @throws an error that may quote its input and must not be shown, because manifests contain Secrets
 */
export function decodeHelmRecord(record: JsonObject): JsonObject {
  const data = isObject(record['data']) ? record['data'] : {};
  const written = text(data['release']);
  const body = record['kind'] === 'ConfigMap' ? written : Buffer.from(written, 'base64').toString('latin1');
  const plain = unpackGzip(Buffer.from(body, 'base64'), MOST_MEBIBYTES);
  if ('problem' in plain) throw new Error(plain.problem);
  const release: unknown = JSON.parse(Buffer.from(plain).toString('utf8'));
  if (!isObject(release as Json)) throw new Error('a release is an object');
  return release as JsonObject;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
