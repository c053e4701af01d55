import {KEY_ROOTS} from '../../core/backend/key-roots.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {HMAC_KEY, lineageOfKey, lockKey} from '../../core/release/keys.ts';
import {encodeRestoreMark, type RestoreMark, restoreMarkIn} from '../../core/release/restore-mark.ts';
import {nextRestoreTime, RESTORES_KEY, type Restore} from '../../core/release/restores.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {forgetKey} from '../release/hmac-key.ts';
import {type LeaseLineages, whileLeased} from '../release/lease-lineages.ts';
import {readLock} from '../release/lock-record.ts';
import {settledPut} from '../release/settled-put.ts';
import {forgetDataKeys} from '../sealing/data-keys.ts';
import {earlierRestores, restoredValue} from './restored-value.ts';

/** A restore of a backend from the documents of a backup. */
export type RestoreDocuments = Omit<LeaseLineages, 'backend' | 'lineages'> & {
  /** The backup, as a backend that this user can open. */
  readonly from: Backend;
  readonly to: Backend;
  /** The backup for the record. */
  readonly backup: Restore['backup'];
  /** True to replace everything in a backend that is not empty. */
  readonly replace: boolean;
};

/** The result of a restore, in numbers of documents. */
export type RestoredDocuments = {
  readonly at: string;
  /** True if an interrupted restore was continued. */
  readonly isContinued: boolean;
  readonly written: number;
  /** Documents that had the same value before. */
  readonly there: number;
  readonly deleted: number;
};

const AT_ONCE = 8;

const REPLACE =
  'Restore into an empty backend (--backend), or pass --replace to delete everything in this one that is not in the backup.';

/**
 * Writes the documents of a backup to a backend, and deletes all others. The key of the backend is written last: until then a mark is in
 * its place, so that no run uses a backend that is restored in part. A repetition with the same backup continues.
 * @throws GantryError backend/occupied, backend/restoring, release/locked before anything but locks was written
 */
export async function restoreDocuments(request: RestoreDocuments): Promise<RestoredDocuments> {
  const {from, to} = request;
  await restorable(request);
  const [source, there] = await Promise.all([from.list(''), keysIn(to)]);
  const locks = await to.list('locks/');
  const lineages = [...new Set([...source, ...there, ...locks].flatMap((key) => lineageOfKey(key) ?? []))].toSorted();
  const done = await whileLeased({...request, backend: to, lineages}, (ensureHeld) => restoreHeld(request, ensureHeld));
  await deleteLocks(to, lineages);
  return done;
}

/** Lists the keys of all documents except locks. */
const keysIn = async (backend: Backend): Promise<readonly string[]> =>
  (await Promise.all(KEY_ROOTS.map((root) => backend.list(root)))).flat();

type Restorable = {readonly mark: RestoreMark | undefined; readonly version: string | undefined};

/**
 * Reads the mark of an interrupted restore, and refuses a backend that this restore may not write.
 * @throws GantryError backend/occupied, backend/restoring
 */
export async function restorable({
  to,
  backup,
  replace,
}: Pick<RestoreDocuments, 'to' | 'backup' | 'replace'>): Promise<Restorable> {
  const stored = await to.get(HMAC_KEY);
  const mark = stored === undefined ? undefined : restoreMarkIn(stored.value);
  const isSame = mark?.sha256 === backup.sha256;
  if (mark !== undefined && !isSame && !replace)
    throw new GantryError({code: 'backend/restoring', since: mark.at, sha256: mark.sha256});
  if (mark === undefined && !replace) {
    const keys = await keysIn(to);
    if (keys.length > 0) throw new GantryError({code: 'backend/occupied', backend: to.name, keys, hint: REPLACE});
  }
  return {mark: isSame ? mark : undefined, version: stored?.version};
}

async function restoreHeld(request: RestoreDocuments, ensureHeld: () => Promise<void>): Promise<RestoredDocuments> {
  const {from, to, signal} = request;
  // Another restore may have ended before this one got the locks.
  const found = await restorable(request);
  const earlier = await earlierRestores(request);
  const at =
    found.mark?.at ??
    nextRestoreTime(
      request.clock.now(),
      earlier.map((one) => one.at),
    );
  await putMark(request, {...found, at});
  const values = await restoredValue(request, {at, earlier});
  const keys = [...(await from.list('')), ...(values.hasRecord ? [RESTORES_KEY] : [])].filter(
    (key) => key !== HMAC_KEY,
  );
  let written = 0;
  for (const group of inGroups([...new Set(keys)])) {
    const outcomes = await mapLimited(group, AT_ONCE, async (key) => {
      signal.throwIfAborted();
      return putValue(to, key, await values.of(key));
    });
    written += outcomes.filter(Boolean).length;
  }
  const wanted = new Set([...keys, HMAC_KEY]);
  const extra = (await keysIn(to)).filter((key) => !wanted.has(key));
  await mapLimited(extra.toReversed(), AT_ONCE, (key) => deleteKey(to, key));
  await verify(to, keys, values.of);
  await ensureHeld();
  await putKey(request);
  return {at, isContinued: found.mark !== undefined, written, there: keys.length - written, deleted: extra.length};
}

/** Puts the mark in the place of the key of the backend. */
async function putMark({to, backup}: RestoreDocuments, {mark, version, at}: Restorable & {readonly at: string}) {
  if (mark === undefined) {
    const value = encodeRestoreMark({at, sha256: backup.sha256});
    if ((await settledPut(to, HMAC_KEY, value, version)) === 'conflict') throw changed(HMAC_KEY);
  }
  forgetKey(to);
  forgetDataKeys(to);
}

/** Replaces the mark by the key of the backup. A backup of a backend that was never used has none. */
async function putKey({from, to}: RestoreDocuments): Promise<void> {
  const key = await from.get(HMAC_KEY);
  if (key === undefined) await deleteKey(to, HMAC_KEY);
  else await putValue(to, HMAC_KEY, key.value);
  forgetKey(to);
  forgetDataKeys(to);
}

/** Writes a value, whatever is stored there. Returns false if it was there. */
async function putValue(to: Backend, key: string, value: Uint8Array): Promise<boolean> {
  const stored = await to.get(key);
  if (stored !== undefined && sha256(stored.value) === sha256(value)) return false;
  if ((await settledPut(to, key, value, stored?.version)) === 'conflict') throw changed(key);
  return true;
}

async function deleteKey(to: Backend, key: string): Promise<void> {
  const stored = await to.get(key);
  if (stored !== undefined && (await to.delete(key, stored.version)) === 'conflict') throw changed(key);
}

const changed = (key: string): GantryError =>
  new GantryError({code: 'plan/stale', detail: `another run wrote ${key} during the restore`});

/** Returns the keys so that each group of documents comes after those that it leads to: each root, and the heads after their releases. */
function inGroups(keys: readonly string[]): readonly (readonly string[])[] {
  const ranks = KEY_ROOTS.flatMap((root) => {
    const below = keys.filter((key) => key.startsWith(root));
    return [below.filter((key) => !isHead(key)), below.filter(isHead)];
  });
  return ranks.filter(({length}) => length > 0);
}

const isHead = (key: string): boolean => key.endsWith('/head.json');

async function verify(to: Backend, keys: readonly string[], of: (key: string) => Promise<Uint8Array>): Promise<void> {
  const differing = await mapLimited(keys, AT_ONCE, async (key) => {
    const stored = await to.get(key);
    return stored !== undefined && sha256(stored.value) === sha256(await of(key)) ? [] : [key];
  });
  const [first] = differing.flat();
  if (first !== undefined)
    throw new GantryError({code: 'backend/io', detail: `${first} in ${to.name} differs from the written value`});
}

/** Deletes the free locks of histories that are not in the backup. */
async function deleteLocks(to: Backend, lineages: readonly string[]): Promise<void> {
  const left = new Set((await to.list('releases/')).flatMap((key) => lineageOfKey(key) ?? []));
  for (const lineage of lineages.filter((one) => !left.has(one))) {
    const stored = await readLock(to, lineage);
    if (stored?.lock.state === 'free') await to.delete(lockKey(lineage), stored.version);
  }
}
