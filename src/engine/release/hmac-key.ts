import {randomBytes} from 'node:crypto';
import {damaged, FORMAT_VERSION, parseDocument} from '../../core/release/document.ts';
import {HMAC_KEY} from '../../core/release/keys.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/**
 * The key under which this backend's secrets are digested, made at first use. Whoever reads it could test guesses of weak
 * values against the digests.
 */
export async function hmacKey(backend: Backend, use: 'record' | 'look' = 'record'): Promise<Secret> {
  const stored = await backend.get(HMAC_KEY);
  if (stored !== undefined) return decode(stored.value);
  // Nothing was digested with it yet: who only looks needs none that lasts.
  if (use === 'look') return new Secret(randomBytes(32).toString('hex'));
  const fresh = {formatVersion: FORMAT_VERSION, hmac: randomBytes(32).toString('hex')};
  const outcome = await settledPut(backend, HMAC_KEY, new TextEncoder().encode(`${canonicalJson(fresh)}\n`), undefined);
  if (outcome !== 'conflict') return new Secret(fresh.hmac);
  const winner = await backend.get(HMAC_KEY);
  if (winner === undefined) throw damaged(HMAC_KEY, 'it was deleted while it was made');
  return decode(winner.value);
}

function decode(value: Uint8Array): Secret {
  const {hmac} = parseDocument(HMAC_KEY, value);
  if (typeof hmac !== 'string' || !/^[0-9a-f]{64}$/.test(hmac)) throw damaged(HMAC_KEY, 'it holds no key');
  return new Secret(hmac);
}
