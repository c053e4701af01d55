import {randomBytes} from 'node:crypto';
import {GantryError} from '../../core/failure/failure.ts';
import {damaged, FORMAT_VERSION, parseDocument} from '../../core/release/document.ts';
import {HMAC_KEY} from '../../core/release/keys.ts';
import type {Migrations} from '../../core/release/migrate.ts';
import {restoreMarkOf} from '../../core/release/restore-mark.ts';
import {type DataKey, isSealedText, type SealedText, sealAt} from '../../core/sealing/sealed-text.ts';
import {Secret} from '../../core/secret/secret.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {dataKeys, firstDataKeys, openSealed} from '../sealing/data-keys.ts';
import {settledPut} from './settled-put.ts';

/** The contents of `keys/hmac`. */
export type BackendKey = {
  readonly secret: Secret;
  /**
   * The kinds of documents that always have a MAC in this backend, because none of them is older than MACs. A document of such a
   * kind without a MAC is forged.
   */
  readonly requiresMacs: {readonly releases: boolean; readonly pins: boolean};
  /** True if it is stored encrypted, so that only holders of the data key can forge releases or test guesses. */
  readonly isSealed: boolean;
};

/**
 * Returns the key of this backend for digests of secrets and MACs of releases, and creates it on first use. A reader of the key
 * could test guesses of weak values against the digests.
 * @throws GantryError backend/sealed if the key is encrypted and this user cannot open it
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
  return stored === undefined ? undefined : decode(backend, stored.value);
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
  const known = await dataKeys(backend);
  const keys = known ?? (isDeclared(backend) ? await firstDataKeys(backend) : undefined);
  const text = canonicalJson(fresh);
  const value = keys === undefined ? new TextEncoder().encode(`${text}\n`) : encodeSealedKey(keys.current, text);
  if ((await settledPut(backend, HMAC_KEY, value, undefined)) !== 'conflict') return decode(backend, value);
  const winner = await readKey(backend);
  if (winner === undefined) throw damaged(HMAC_KEY, 'it was deleted while this run created it');
  return winner;
}

const hasNone = async (backend: Backend, prefix: string): Promise<boolean> => (await backend.list(prefix)).length === 0;

const isDeclared = ({encryption}: Backend): boolean => (encryption?.declared ?? []).length > 0;

const REQUIRED = 'required';

/** Format 2 is the encrypted form of format 1. Format 3 is the mark of a restore. */
const SEALED_FORMAT = 2;
const FORMATS: Migrations = [(open) => open, (sealed) => sealed];

/** Returns the bytes of `keys/hmac` in the encrypted form. `text` is the open form. */
export const encodeSealedKey = (key: DataKey, text: string): Uint8Array =>
  new TextEncoder().encode(`${canonicalJson({formatVersion: SEALED_FORMAT, sealed: sealAt(HMAC_KEY, key, text)})}\n`);

/**
 * Returns the sealed text in `keys/hmac`; undefined for the open form.
 * @throws GantryError release/damaged; backend/restoring if a restore has not ended
 */
export function sealedKeyIn(value: Uint8Array): SealedText | undefined {
  const document = parseDocument(HMAC_KEY, value, FORMATS);
  const mark = restoreMarkOf(document);
  if (mark !== undefined) throw new GantryError({code: 'backend/restoring', since: mark.at, sha256: mark.sha256});
  const {sealed} = document;
  if (sealed === undefined) return undefined;
  if (!isSealedText(sealed)) throw damaged(HMAC_KEY, 'it contains no valid sealed key');
  return sealed as SealedText;
}

async function decode(backend: Backend, value: Uint8Array): Promise<BackendKey> {
  const sealed = sealedKeyIn(value);
  // A key in clear in place of a sealed one is the key of an attacker.
  if (sealed === undefined && isDeclared(backend))
    throw new GantryError({code: 'backend/not-sealed', backend: backend.name});
  const key =
    sealed === undefined ? contents(value, false) : contents(await openSealed(backend, HMAC_KEY, sealed), true);
  const generation = sealed === undefined ? 0 : ((await dataKeys(backend))?.document.generation ?? 0);
  const {refuseOlderKey} = await import('../sealing/refuse-older-key.ts');
  await refuseOlderKey(backend, {generation, key: key.secret});
  return key;
}

function contents(open: Uint8Array | string, isSealed: boolean): BackendKey {
  const {hmac, macs, pins} = parseDocument(HMAC_KEY, open);
  if (typeof hmac !== 'string' || !/^[0-9a-f]{64}$/.test(hmac)) throw damaged(HMAC_KEY, 'it contains no valid key');
  // Ignoring an unknown value would drop the requirement.
  if ([macs, pins].some((one) => one !== undefined && one !== REQUIRED))
    throw damaged(HMAC_KEY, 'it contains an unknown requirement');
  return {secret: new Secret(hmac), requiresMacs: {releases: macs === REQUIRED, pins: pins === REQUIRED}, isSealed};
}
