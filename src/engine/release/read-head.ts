import {GantryError} from '../../core/failure/failure.ts';
import {decodeHead, type Head, headPlace} from '../../core/release/head.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {decodeIndexEntry, type IndexEntry, indexPlace} from '../../core/release/index-entry.ts';
import {headKey, indexKey} from '../../core/release/keys.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from './check-mac.ts';
import {compareSeen, noteHead} from './seen.ts';

/** The lineage and the head of a stack. */
export type FoundHead = {
  readonly lineage?: string;
  readonly stored?: {readonly head: Head; readonly version: string} | undefined;
};

/**
 * Returns the lineage of a stack and its head, after comparison with the head that this machine saw last.
 * @throws GantryError release/untrusted, also for a valid but outdated head
 */
export async function findHead(backend: Backend, names: HistoryNames): Promise<FoundHead> {
  // Read this first: a concurrent run makes the head newer than the one seen, never older.
  const seen = await backend.seen?.read(names);
  const lineage = await readLineage(backend, names);
  if (lineage === undefined) return {};
  const stored = await readHead(backend, lineage);
  if (seen !== undefined) {
    const file = backend.seen?.fileOf(names) ?? '';
    compareSeen({seen, file, lineage, head: stored?.head});
  }
  if (stored !== undefined) await noteHead(backend, names, stored.head);
  return {lineage, stored};
}

/**
 * Returns the lineage of a stack.
 * @throws GantryError backend/moved if the release history was moved to another backend
 */
export async function readLineage(backend: Backend, names: HistoryNames): Promise<string | undefined> {
  const found = await readIndex(backend, names);
  if (found === undefined) return undefined;
  const {lineage, movedTo} = found.entry;
  if (movedTo !== undefined) throw new GantryError({code: 'backend/moved', series: historyText(names), to: movedTo});
  return lineage;
}

/**
 * Reads the index entry of a stack. The MAC also covers the location to which a release history was moved.
 * @throws GantryError release/untrusted
 */
export async function readIndex(
  backend: Backend,
  names: HistoryNames,
): Promise<{readonly entry: IndexEntry; readonly version: string} | undefined> {
  const key = indexKey(names);
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  const {mac, ...entry} = decodeIndexEntry(names, stored.value);
  const isSigned = await checkMac(backend, {key, mac, place: indexPlace(names), document: entry});
  // A head has a MAC only if its index already had one.
  if (!isSigned && (await readHead(backend, entry.lineage))?.head.mac !== undefined) throw untrusted(key, 'no-mac');
  return {entry: {...entry, mac}, version: stored.version};
}

/**
 * Reads the head of a lineage and checks its MAC.
 * @throws GantryError release/untrusted if the writer did not have the key of the backend
 */
export async function readHead(
  backend: Backend,
  lineage: string,
): Promise<{readonly head: Head; readonly version: string} | undefined> {
  const key = headKey(lineage);
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  const head = decodeHead(lineage, stored.value);
  const {mac, ...document} = head;
  await checkMac(backend, {key, mac, place: headPlace(lineage), document});
  return {head, version: stored.version};
}
