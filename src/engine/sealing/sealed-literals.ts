import {isObject, type Json} from '../../core/json.ts';
import {damaged, FORMAT_VERSION, parseDocument} from '../../core/release/document.ts';
import {sealedKey} from '../../core/release/keys.ts';
import type {Release} from '../../core/release/release.ts';
import {type Literals, NO_LITERALS} from '../../core/sealing/literals.ts';
import {type DataKey, isSealedText, type SealedText, sealAt} from '../../core/sealing/sealed-text.ts';
import {canonicalJson} from '../../lib/canonical-json.ts';
import type {Backend} from '../../ports/backend.ts';
import {knownKey} from '../release/hmac-key.ts';
import {settledPut} from '../release/settled-put.ts';
import {dataKeys, openSealed, refreshDataKeys} from './data-keys.ts';

type Run = Pick<Release, 'lineage' | 'revision' | 'epoch'>;

/**
 * Stores the literal secrets of a run, encrypted, if the backend is sealed. Call it under the lock of the history: the data key is read
 * again there, so that no document is sealed with a key that a rekey is about to drop.
 */
export async function storeLiterals(backend: Backend, run: Run, literals: Literals): Promise<void> {
  if (literals.size === 0 || (await knownKey(backend))?.isSealed !== true) return;
  const keys = await refreshDataKeys(backend);
  const key = sealedKey(run.lineage, run.revision, run.epoch);
  if (keys === undefined) throw damaged(key, 'the data key of the backend was deleted during the run');
  const outcome = await settledPut(backend, key, encodeSealed(key, keys.current, textOf(literals)), undefined);
  // The key contains the epoch of this run, so only this run can have written it.
  if (outcome === 'conflict') throw new Error(`${key} was stored twice with different contents`);
}

/**
 * Reads the literal secrets of a run. None if the backend was not sealed then, or if the run had none.
 * @throws GantryError backend/sealed; release/untrusted, release/damaged
 */
export async function readLiterals(backend: Backend, {lineage, revision, epoch}: Run): Promise<Literals> {
  if ((await knownKey(backend))?.isSealed !== true) return NO_LITERALS;
  const key = sealedKey(lineage, revision, epoch);
  const stored = await backend.get(key);
  if (stored === undefined) return NO_LITERALS;
  const values = JSON.parse(await openSealed(backend, key, decodeSealed(key, stored.value))) as Json;
  if (!isObject(values)) throw damaged(key, 'it contains no values');
  return new Map(Object.entries(values));
}

/** Rewrites sealed values under the newest data key. Reports whether a write was needed. Call it under the lock of the history. */
export async function resealLiterals(backend: Backend, key: string): Promise<boolean> {
  const stored = await backend.get(key);
  const keys = await dataKeys(backend);
  if (stored === undefined || keys === undefined) return false;
  const sealed = decodeSealed(key, stored.value);
  if (sealed.generation === keys.current.generation) return false;
  const text = await openSealed(backend, key, sealed);
  const outcome = await settledPut(backend, key, encodeSealed(key, keys.current, text), stored.version);
  // Only a rekey changes the document. Another one made the same generation, or a newer one that is read again.
  return outcome === 'conflict' ? resealLiterals(backend, key) : true;
}

const textOf = (literals: Literals): string => canonicalJson(Object.fromEntries(literals));

/** Returns the document that holds a text, sealed for its key. */
export const encodeSealed = (key: string, dataKey: DataKey, text: string): Uint8Array =>
  new TextEncoder().encode(`${canonicalJson({formatVersion: FORMAT_VERSION, sealed: sealAt(key, dataKey, text)})}\n`);

/** Parses a document of sealed values. @throws GantryError release/damaged */
export function decodeSealed(key: string, value: Uint8Array): SealedText {
  const {sealed} = parseDocument(key, value);
  if (!isSealedText(sealed)) throw damaged(key, 'it contains no sealed values');
  return sealed as SealedText;
}
