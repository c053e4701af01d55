import {GantryError} from '../../core/failure/failure.ts';
import {decodeHead, type Head, headPlace} from '../../core/release/head.ts';
import {decodeIndexEntry, type IndexEntry, indexPlace} from '../../core/release/index-entry.ts';
import {headKey, indexKey} from '../../core/release/keys.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from './check-mac.ts';
import {compareSeen, noteHead} from './seen.ts';

/** The way to the releases of a stack, and what this machine has seen of it. */
export type FoundHead = {
  readonly lineage?: string;
  readonly stored?: {readonly head: Head; readonly version: string} | undefined;
};

/**
 * Where the names lead, and the head there, compared with what this machine has seen.
 * @throws GantryError release/untrusted also for a real head of the past.
 */
export async function findHead(backend: Backend, names: SeriesNames): Promise<FoundHead> {
  // First of all: a run that writes meanwhile makes the head newer than what was seen, never older.
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

/** @throws GantryError backend/moved: a series that is kept elsewhere since is not gone on with here. */
export async function readLineage(backend: Backend, names: SeriesNames): Promise<string | undefined> {
  const found = await readIndex(backend, names);
  if (found === undefined) return undefined;
  const {lineage, movedTo} = found.entry;
  if (movedTo !== undefined) throw new GantryError({code: 'backend/moved', series: seriesText(names), to: movedTo});
  return lineage;
}

/** @throws GantryError release/untrusted: also where a history was moved to says only who can read the key. */
export async function readIndex(
  backend: Backend,
  names: SeriesNames,
): Promise<{readonly entry: IndexEntry; readonly version: string} | undefined> {
  const key = indexKey(names);
  const stored = await backend.get(key);
  if (stored === undefined) return undefined;
  const {mac, ...entry} = decodeIndexEntry(names, stored.value);
  const isSigned = await checkMac(backend, {key, mac, place: indexPlace(names), document: entry});
  // The head has a MAC only when the index had one before.
  if (!isSigned && (await readHead(backend, entry.lineage))?.head.mac !== undefined) throw untrusted(key, 'no-mac');
  return {entry: {...entry, mac}, version: stored.version};
}

/** @throws GantryError release/untrusted: neither is what somebody wrote who cannot read the key. */
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
