import {randomBytes} from 'node:crypto';
import {damaged, FORMAT_VERSION, parseDocument} from '../../core/release/document.ts';
import {HMAC_KEY} from '../../core/release/keys.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/** What `keys/hmac` holds. */
export type BackendKey = {
  readonly secret: Secret;
  /** Nothing of this kind in this backend is older than MACs: what has none is forged. */
  readonly requiresMacs: {readonly releases: boolean; readonly pins: boolean};
};

/**
 * The key under which this backend's secrets are digested and its releases are authenticated, made at first use. Whoever reads it could
 * test guesses of weak values against the digests.
 */
export async function hmacKey(backend: Backend, use: 'record' | 'look' = 'record'): Promise<Secret> {
  const found = await knownKey(backend);
  if (found !== undefined) return found.secret;
  // Nothing was digested with it yet: who only looks needs none that lasts.
  return use === 'look' ? new Secret(randomBytes(32).toString('hex')) : (await makeKey(backend)).secret;
}

/** It never changes while a run lasts, and each document that is read needs it. */
const KEYS = new WeakMap<Backend, BackendKey>();

/** Undefined where there is none yet, or none any more. */
export async function knownKey(backend: Backend): Promise<BackendKey | undefined> {
  const known = KEYS.get(backend) ?? (await readKey(backend));
  if (known !== undefined) KEYS.set(backend, known);
  return known;
}

/** It is read again: another run may have made it since. */
export const forgetKey = (backend: Backend): void => void KEYS.delete(backend);

async function readKey(backend: Backend): Promise<BackendKey | undefined> {
  const stored = await backend.get(HMAC_KEY);
  return stored === undefined ? undefined : decode(stored.value);
}

async function makeKey(backend: Backend): Promise<BackendKey> {
  const fresh = {
    formatVersion: FORMAT_VERSION,
    hmac: randomBytes(32).toString('hex'),
    // What was stored under a key that is lost has none of ours, and what an earlier version stored has none at all.
    ...defined({
      macs: (await hasNone(backend, 'releases/')) ? REQUIRED : undefined,
      pins: (await hasNone(backend, 'pins/')) ? REQUIRED : undefined,
    }),
  };
  const value = new TextEncoder().encode(`${canonicalJson(fresh)}\n`);
  if ((await settledPut(backend, HMAC_KEY, value, undefined)) !== 'conflict') return decode(value);
  const winner = await readKey(backend);
  if (winner === undefined) throw damaged(HMAC_KEY, 'it was deleted while it was made');
  return winner;
}

const hasNone = async (backend: Backend, prefix: string): Promise<boolean> => (await backend.list(prefix)).length === 0;

const REQUIRED = 'required';

function decode(value: Uint8Array): BackendKey {
  const {hmac, macs, pins} = parseDocument(HMAC_KEY, value);
  if (typeof hmac !== 'string' || !/^[0-9a-f]{64}$/.test(hmac)) throw damaged(HMAC_KEY, 'it holds no key');
  return {secret: new Secret(hmac), requiresMacs: {releases: macs === REQUIRED, pins: pins === REQUIRED}};
}
