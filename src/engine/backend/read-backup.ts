import {KEY_ROOTS} from '../../core/backend/key-roots.ts';
import type {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {decodeHead, type Head, type ReleasePointer} from '../../core/release/head.ts';
import {decodeIndexEntry} from '../../core/release/index-entry.ts';
import {
  HMAC_KEY,
  headKey,
  INDEX_PREFIX,
  lineageOfKey,
  parseIndexKey,
  parseReleaseKey,
  parseSealedKey,
  releasesPrefix,
} from '../../core/release/keys.ts';
import {SEALING_KEY} from '../../core/sealing/sealing-document.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {sealedKeyIn} from '../release/hmac-key.ts';

/** A document of a backend, with the bytes that are stored. */
export type StoredDocument = {readonly key: string; readonly value: Uint8Array};

/** A read of a whole backend. `add` is called once for each document. */
export type ReadBackup = {
  readonly backend: Backend;
  readonly signal: AbortSignal;
  readonly add: (document: StoredDocument) => Promise<void>;
};

const AT_ONCE = 8;
/** The number of times that a list is read until no key of it is gone. */
const ATTEMPTS = 8;

/**
 * Reads every document of a backend while other runs may write it. Each history is read with its head: every release that the head names is
 * there, and no document is newer than the head. Locks are left out. Nothing is opened, so no key is needed.
 * Returns false if another run rekeyed the backend meanwhile: sealed documents and their data key may then not match.
 * @throws GantryError release/damaged if a head or a release that it names cannot be read; backend/restoring
 */
export async function readBackup({backend, signal, add}: ReadBackup): Promise<boolean> {
  const before = (await backend.get(SEALING_KEY))?.version;
  const hmac = await backend.get(HMAC_KEY);
  if (hmac !== undefined) sealedKeyIn(hmac.value);
  const read = {backend, signal, add};
  for (const root of KEY_ROOTS.filter((one) => one !== 'releases/' && one !== INDEX_PREFIX)) await readRoot(read, root);
  const sizes = new Map<string, number>();
  const readOnce = async (lineage: string): Promise<number> => {
    const documents = sizes.has(lineage) ? [] : await readHistory(read, lineage);
    for (const document of documents) await add(document);
    sizes.set(lineage, sizes.get(lineage) ?? documents.length);
    return sizes.get(lineage) ?? 0;
  };
  const keys = await backend.list('releases/');
  for (const lineage of new Set(keys.flatMap((key) => lineageOfKey(key) ?? []))) await readOnce(lineage);
  const addIndex: ReadBackup['add'] = async ({key, value}) => {
    const names = parseIndexKey(key);
    const entry = names === undefined ? undefined : decodeIndexEntry(names, value);
    // An index is newer than the list if its stack was applied first since then. Nothing is below it until that run has begun.
    if (entry === undefined || entry.movedTo !== undefined || (await readOnce(entry.lineage)) > 0)
      await add({key, value});
  };
  await readRoot({...read, add: addIndex}, INDEX_PREFIX);
  return (await backend.get(SEALING_KEY))?.version === before;
}

/** Reads all documents below a root. If one was renamed meanwhile, the list is read again. */
async function readRoot({backend, signal, add}: ReadBackup, root: string): Promise<void> {
  const done = new Set<string>();
  for (let attempt = 1, isComplete = false; !isComplete && attempt <= ATTEMPTS; attempt++) {
    isComplete = true;
    const keys = (await backend.list(root)).filter((key) => !done.has(key));
    const values = await mapLimited(keys, AT_ONCE, (key) => (signal.throwIfAborted(), backend.get(key)));
    for (const [index, key] of keys.entries()) {
      const value = values[index]?.value;
      if (value === undefined) isComplete = false;
      else {
        done.add(key);
        await add({key, value});
      }
    }
  }
}

/**
 * Reads the documents of one history as its head has them. What the head names is read first, because another run may record a release and
 * prune old ones meanwhile. It is read again with the new head then.
 */
async function readHistory({backend, signal}: ReadBackup, lineage: string): Promise<readonly StoredDocument[]> {
  for (;;) {
    signal.throwIfAborted();
    const stored = await backend.get(headKey(lineage));
    const head = stored === undefined ? undefined : decodeHead(lineage, stored.value);
    const named = await readAll(backend, [...new Set(pointersOf(head).map(({key}) => key))]);
    const known = new Set([headKey(lineage), ...named.map(({key}) => key)]);
    const keys = (await backend.list(releasesPrefix(lineage))).filter((key) => !known.has(key) && !isNewer(key, head));
    const others = await readAll(backend, keys);
    const lost = head === undefined ? headless(lineage, others.length) : missingOf(head, named);
    if (lost === undefined)
      return stored === undefined ? [] : [...named, ...others, {key: headKey(lineage), value: stored.value}];
    if ((await backend.get(headKey(lineage)))?.version === stored?.version) throw lost;
  }
}

/** Reads documents; without those that do not exist (any more). */
async function readAll(backend: Backend, keys: readonly string[]): Promise<readonly StoredDocument[]> {
  const read = await mapLimited(keys, AT_ONCE, async (key) => ({key, value: (await backend.get(key))?.value}));
  return read.flatMap(({key, value}) => (value === undefined ? [] : [{key, value}]));
}

/** Returns the failure for releases without a head. A run writes the head before all others. */
const headless = (lineage: string, others: number): GantryError | undefined =>
  others === 0
    ? undefined
    : damaged(headKey(lineage), `it does not exist, but ${others} other documents of its history do`);

/** Reports whether a document belongs to a run that began after the head was written. */
function isNewer(key: string, head: Head | undefined): boolean {
  const sealed = parseSealedKey(key)?.run.split('-')[1];
  const epoch = sealed === undefined ? parseReleaseKey(key)?.epoch : Number(sealed);
  return head !== undefined && epoch !== undefined && epoch > head.epoch;
}

/** Returns the failure for the first release that a head names and that is not there with its digest. */
function missingOf(head: Head, documents: readonly StoredDocument[]): GantryError | undefined {
  const values = new Map(documents.map(({key, value}) => [key, value]));
  for (const {key, sha256: digest} of pointersOf(head)) {
    const value = values.get(key);
    if (value === undefined) return damaged(key, 'it does not exist, but the head of the release history refers to it');
    if (sha256(value) !== digest)
      return damaged(key, 'its checksum does not match: it was changed or truncated after it was written');
  }
  return undefined;
}

const pointersOf = (head: Head | undefined): readonly ReleasePointer[] =>
  [head?.release, head?.pending, ...(head?.pending?.earlier ?? [])].filter((one) => one !== undefined);
