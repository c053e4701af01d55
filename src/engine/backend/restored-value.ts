import {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {decodeHead, encodeHead, type Head, signHead} from '../../core/release/head.ts';
import type {Holder} from '../../core/release/holder.ts';
import {headKey, lineageOfKey, parseReleaseKey, releasesPrefix} from '../../core/release/keys.ts';
import {macProblem} from '../../core/release/mac.ts';
import {
  decodeRestores,
  encodeRestores,
  RESTORES_KEY,
  RESTORES_PLACE,
  type Restore,
} from '../../core/release/restores.ts';
import {decodeSealing, SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import type {Backend} from '../../ports/backend.ts';
import {knownKey} from '../release/hmac-key.ts';
import {readRestores} from '../release/restores.ts';

type Both = {readonly from: Backend; readonly to: Backend};
type Restoring = Both & {readonly holder: Holder; readonly backup: Restore['backup']};

/** Returns the restores that the backup and the backend record, oldest first. What is in the backend counts if the same key signed it. */
export async function earlierRestores({from, to}: Both): Promise<readonly Restore[]> {
  const all = [...(await readRestores(from)), ...(await recordedIn({from, to}))];
  return [...new Map(all.map((one) => [one.at, one])).values()].toSorted((a, b) => (a.at < b.at ? -1 : 1));
}

async function recordedIn({from, to}: Both): Promise<readonly Restore[]> {
  const [stored, key] = await Promise.all([to.get(RESTORES_KEY), knownKey(from)]);
  if (stored === undefined || key === undefined) return [];
  try {
    const {restores, mac, document} = decodeRestores(stored.value);
    return macProblem(key.secret, mac, RESTORES_PLACE, document) === undefined ? restores : [];
  } catch (error) {
    // The backend is replaced: damage in it must not stop that.
    if (error instanceof GantryError) return [];
    throw error;
  }
}

/** The values of the restored documents, by their keys. */
export type RestoredValues = {
  /** False if the backup has no key that could sign a record. It then has no releases either. */
  readonly hasRecord: boolean;
  readonly of: (key: string) => Promise<Uint8Array>;
};

type At = {readonly at: string; readonly earlier: readonly Restore[]};

/**
 * Returns the values that a restore writes: the bytes of the backup, but for the record of restores, and for the heads. A restored head names
 * the restore, and has a higher epoch than all documents in the backend, so that a suspended run cannot write it.
 */
export async function restoredValue(restoring: Restoring, {at, earlier}: At): Promise<RestoredValues> {
  const {from, holder, backup} = restoring;
  const key = await knownKey(from);
  const {user, host} = holder;
  const sealing = await from.get(SEALING_KEY);
  const dataKey = sealing === undefined ? 0 : decodeSealing(sealing.value).document.generation;
  const restores = [...earlier.filter((one) => one.at !== at), {at, by: {user, host}, dataKey, backup}];
  const of = async (name: string): Promise<Uint8Array> => {
    if (name === RESTORES_KEY && key !== undefined) return encodeRestores(restores, key.secret);
    const stored = await from.get(name);
    if (stored === undefined) throw damaged(name, 'it is not in the backup');
    const lineage = lineageOfKey(name);
    if (lineage === undefined || name !== headKey(lineage) || key === undefined) return stored.value;
    const {mac, ...head} = decodeHead(lineage, stored.value);
    // A history of an earlier version has no MACs until its next run.
    if (mac === undefined) return stored.value;
    const there = await headIn(restoring.to, lineage);
    const epoch = there?.restored === at ? there.epoch : (await highestEpoch(restoring, lineage, [head, there])) + 1;
    return encodeHead(signHead({...head, epoch, token: `restore-${at}`, restored: at}, key.secret));
  };
  return {hasRecord: key !== undefined, of};
}

/** Reads a head that is about to be replaced; undefined if it does not exist or cannot be read. */
async function headIn(backend: Backend, lineage: string): Promise<Head | undefined> {
  try {
    const stored = await backend.get(headKey(lineage));
    return stored === undefined ? undefined : decodeHead(lineage, stored.value);
  } catch (error) {
    if (error instanceof GantryError && error.failure.code !== 'backend/io') return undefined;
    throw error;
  }
}

async function highestEpoch({to}: Both, lineage: string, heads: readonly (Pick<Head, 'epoch'> | undefined)[]) {
  const keys = await to.list(releasesPrefix(lineage));
  return Math.max(...heads.map((head) => head?.epoch ?? 0), ...keys.map((key) => parseReleaseKey(key)?.epoch ?? 0));
}
