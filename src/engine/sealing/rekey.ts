import {HMAC_KEY, isTerraformKey, parseSealedKey} from '../../core/release/keys.ts';
import {encodeSealing, SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import type {Backend} from '../../ports/backend.ts';
import {encodeSealedKey, forgetKey, knownKey, sealedKeyIn} from '../release/hmac-key.ts';
import {settledPut} from '../release/settled-put.ts';
import {
  type DataKeys,
  dataKeys,
  firstDataKeys,
  newGeneration,
  noDataKey,
  openSealed,
  refreshDataKeys,
  rememberDataKeys,
} from './data-keys.ts';
import {resealLiterals} from './sealed-literals.ts';

/** The first step of a rekey: which data key the backend has now. */
export type Rekeyed = {
  /** `sealed`: the backend was in clear. `continued`: an interrupted rekey for the same recipients goes on. */
  readonly kind: 'sealed' | 'rekeyed' | 'continued';
  readonly generation: number;
};

/**
 * Makes a new data key for the declared recipients, and seals the key of the backend with it. Documents under the earlier data keys stay
 * readable until `dropEarlierKeys`.
 * @throws GantryError backend/sealed if this user opens neither the old nor the new data key. Nothing is written then.
 */
export async function startRekey(backend: Backend): Promise<Rekeyed> {
  for (;;) {
    const before = await refreshDataKeys(backend);
    const kind = before === undefined ? 'sealed' : isUnfinished(backend, before) ? 'continued' : 'rekeyed';
    if (before === undefined) {
      const stored = await backend.get(HMAC_KEY);
      if (stored !== undefined && sealedKeyIn(stored.value) !== undefined) throw noDataKey(HMAC_KEY);
      await firstDataKeys(backend);
    }
    if (before !== undefined && kind === 'rekeyed' && !(await replace(backend, before))) continue;
    await resealKey(backend);
    // This machine then refuses the data key before.
    await knownKey(backend);
    return {kind, generation: (await dataKeys(backend))?.current.generation ?? 0};
  }
}

/** Reports whether an earlier rekey for the recipients that are declared now did not end. */
const isUnfinished = ({encryption}: Backend, {document}: DataKeys): boolean =>
  document.earlier.length > 0 && describe(document.keys) === describe(encryption?.declared ?? []);

const describe = (keys: readonly {readonly kind: string; readonly recipients: readonly string[]}[]): string =>
  keys
    .map(({kind, recipients}) => JSON.stringify([kind, [...recipients].toSorted(compareNaturally)]))
    .toSorted(compareNaturally)
    .join();

async function replace(backend: Backend, before: DataKeys): Promise<boolean> {
  const made = await newGeneration(backend, before);
  const value = encodeSealing(made.document, made.current.key);
  const outcome = await settledPut(backend, SEALING_KEY, value, before.version);
  if (outcome === 'conflict') return false;
  rememberDataKeys(backend, {...made, version: outcome.version});
  return true;
}

/** Seals `keys/hmac` with the newest data key. The key itself stays the same, because all MACs and digests are made with it. */
async function resealKey(backend: Backend): Promise<void> {
  for (;;) {
    const stored = await backend.get(HMAC_KEY);
    const keys = await dataKeys(backend);
    if (stored === undefined || keys === undefined) return;
    const sealed = sealedKeyIn(stored.value);
    if (sealed?.generation === keys.current.generation) return;
    const text =
      sealed === undefined
        ? new TextDecoder().decode(stored.value).trimEnd()
        : await openSealed(backend, HMAC_KEY, sealed);
    const outcome = await settledPut(backend, HMAC_KEY, encodeSealedKey(keys.current, text), stored.version);
    forgetKey(backend);
    if (outcome !== 'conflict') return;
  }
}

/** Rewrites all sealed values below a prefix under the newest data key. Returns the number of written documents. */
export async function resealBelow(backend: Backend, prefix: string): Promise<number> {
  const keys = (await backend.list(prefix)).filter((key) => parseSealedKey(key) !== undefined || isTerraformKey(key));
  const written = await mapLimited(keys, AT_ONCE, (key) => resealLiterals(backend, key));
  return written.filter(Boolean).length;
}

const AT_ONCE = 8;

/** Deletes the data keys of earlier generations, after every document was rewritten. Reports whether no other rekey has begun. */
export async function dropEarlierKeys(backend: Backend, generation: number): Promise<boolean> {
  const keys = await refreshDataKeys(backend);
  if (keys?.current.generation !== generation) return false;
  if (keys.earlier.length === 0) return true;
  const value = encodeSealing({...keys.document, earlier: []}, keys.current.key);
  const outcome = await settledPut(backend, SEALING_KEY, value, keys.version);
  await refreshDataKeys(backend);
  return outcome !== 'conflict';
}
