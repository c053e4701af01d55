import {randomBytes} from 'node:crypto';
import {damaged, FORMAT_VERSION, parseDocument} from '../../core/release/document.ts';
import {HMAC_KEY} from '../../core/release/keys.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {settledPut} from './settled-put.ts';

/** The contents of `keys/hmac`. */
export type BackendKey = {
  readonly secret: Secret;
  /**
   * The kinds of documents that always have a MAC in this backend, because none of them is older than MACs. A document of such a
   * kind without a MAC is forged.
   */
  readonly requiresMacs: {readonly releases: boolean; readonly pins: boolean};
};

/**
 * Returns the key of this backend for digests of secrets and MACs of releases, and creates it on first use. A reader of the key
 * could test guesses of weak values against the digests.
 */
export async function hmacKey(backend: Backend, use: 'record' | 'look' = 'record'): Promise<Secret> {
  const found = await knownKey(backend);
  if (found !== undefined) return found.secret;
  // No digest uses the key yet, so a read-only command can work with a temporary one.
  return use === 'look' ? new Secret(randomBytes(32).toString('hex')) : (await makeKey(backend)).secret;
}

/** Caches the key of each backend, because it does not change during a run and is needed for every document that is read. */
const KEYS = new WeakMap<Backend, BackendKey>();

/** Returns the key of the backend, or undefined if it does not exist (yet or any more). */
export async function knownKey(backend: Backend): Promise<BackendKey | undefined> {
  const known = KEYS.get(backend) ?? (await readKey(backend));
  if (known !== undefined) KEYS.set(backend, known);
  return known;
}

/** Drops the cached key, so that it is read again: another run may have created it since. */
export const forgetKey = (backend: Backend): void => void KEYS.delete(backend);

async function readKey(backend: Backend): Promise<BackendKey | undefined> {
  const stored = await backend.get(HMAC_KEY);
  return stored === undefined ? undefined : decode(stored.value);
}

async function makeKey(backend: Backend): Promise<BackendKey> {
  const fresh = {
    formatVersion: FORMAT_VERSION,
    hmac: randomBytes(32).toString('hex'),
    // Documents under a lost key have a MAC of another key, and documents of an earlier version have none.
    ...defined({
      macs: (await hasNone(backend, 'releases/')) ? REQUIRED : undefined,
      pins: (await hasNone(backend, 'pins/')) ? REQUIRED : undefined,
    }),
  };
  const value = new TextEncoder().encode(`${canonicalJson(fresh)}\n`);
  if ((await settledPut(backend, HMAC_KEY, value, undefined)) !== 'conflict') return decode(value);
  const winner = await readKey(backend);
  if (winner === undefined) throw damaged(HMAC_KEY, 'it was deleted while this run created it');
  return winner;
}

const hasNone = async (backend: Backend, prefix: string): Promise<boolean> => (await backend.list(prefix)).length === 0;

const REQUIRED = 'required';

function decode(value: Uint8Array): BackendKey {
  const {hmac, macs, pins} = parseDocument(HMAC_KEY, value);
  if (typeof hmac !== 'string' || !/^[0-9a-f]{64}$/.test(hmac)) throw damaged(HMAC_KEY, 'it contains no valid key');
  return {secret: new Secret(hmac), requiresMacs: {releases: macs === REQUIRED, pins: pins === REQUIRED}};
}
