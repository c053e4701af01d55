import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {ChainDocument, ChainFault, ChainStart} from '../../core/release/chain.ts';
import type {Head} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {headKey, indexKey, parseReleaseKey, prunedKey, type ReleaseKey} from '../../core/release/keys.ts';
import type {PrunedRecord} from '../../core/release/pruned-record.ts';
import {verifyChain} from '../../core/release/verify-chain.ts';
import {readPruned} from '../../engine/release/note-pruned.ts';
import {findHead, readHead, readLineage} from '../../engine/release/read-head.ts';
import {believeRelease} from '../../engine/release/release-history.ts';
import {storedReleases} from '../../engine/release/revisions.ts';
import {defined} from '../../lib/defined.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {ABOUT_DOCUMENTS} from '../backend/verify-backend.ts';
import type {Deps} from '../deps.ts';
import {noRelease} from './existing-history.ts';

/** A fault of a stored release history. Without `failure`, the document can be read, and is not what the chain says. */
export type HistoryFault =
  | ChainFault
  | {readonly key: string; readonly revision?: number; readonly problem: 'refused'; readonly failure: Failure};

/** The answer of `gantry release verify`. */
export type VerifiedHistory = HistoryNames & {
  readonly formatVersion: 1;
  /** Absent if the index entry of the history is not trusted. */
  readonly lineage?: string;
  /** True if no fault was found. */
  readonly isWhole: boolean;
  /** The number of revisions that are stored, and of those that the chain names by digest. */
  readonly releases: number;
  readonly linked: number;
  readonly starts: readonly ChainStart[];
  /** Newest first. */
  readonly faults: readonly HistoryFault[];
};

const AT_ONCE = 8;

/** The number of times that a history is read if another run changes it meanwhile. */
const ATTEMPTS = 4;

/**
 * Verifies a whole release history: MACs, digests, and the chain from the head to the first release. Writes nothing to the backend.
 * @throws GantryError release/not-found; the errors of the backend, and backend/sealed without a key
 */
export async function verifyHistory(
  {project, stack, workspace}: HistoryNames,
  {backend: open, signal}: Pick<Deps, 'backend' | 'signal'>,
): Promise<VerifiedHistory> {
  const {recent: _, ...backend} = await open();
  const names = {project, stack, workspace};
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const found = await readDocuments(backend, names);
    // A run that recorded meanwhile would look like a release that the head does not name.
    const isSame = found.version === (found.lineage && (await backend.get(headKey(found.lineage)))?.version);
    if (isSame || attempt === ATTEMPTS) return judge(names, found);
  }
}

type Found = {
  readonly lineage?: string | undefined;
  readonly version?: string | undefined;
  readonly head?: Head | undefined;
  readonly pruned?: PrunedRecord | undefined;
  readonly documents: readonly ChainDocument[];
  readonly refused: readonly HistoryFault[];
};

async function readDocuments(backend: Backend, names: HistoryNames): Promise<Found> {
  const found = await attempt(indexKey(names), () => findHead(backend, names));
  const lineage = found.value?.lineage ?? (await attempt(indexKey(names), () => readLineage(backend, names))).value;
  if (lineage === undefined) {
    if (found.refused.length === 0) throw noRelease(names, backend);
    return {documents: [], refused: found.refused};
  }
  // A head that this machine knows to be old still shows which releases it names.
  const head = found.value?.stored ?? (await attempt(headKey(lineage), () => readHead(backend, lineage))).value;
  const version = (await backend.get(headKey(lineage)))?.version;
  const keys = await storedReleases(backend, lineage);
  const documents = await mapLimited(keys, AT_ONCE, (key) => readDocument(backend, lineage, key));
  const pruned = await attempt(prunedKey(lineage), () => readPruned(backend, lineage));
  return {
    lineage,
    version,
    head: head?.head,
    pruned: pruned.value?.record,
    documents: documents.flatMap(({document}) => document ?? []),
    refused: [...found.refused, ...documents.flatMap(({refused}) => refused), ...pruned.refused],
  };
}

type ReadDocument = {readonly document?: ChainDocument; readonly refused: readonly HistoryFault[]};

async function readDocument(backend: Backend, lineage: string, key: ReleaseKey): Promise<ReadDocument> {
  const stored = await backend.get(key.key);
  // A run may have deleted it since it was listed.
  if (stored === undefined) return {refused: []};
  const {value: release, refused} = await attempt(key.key, () => believeRelease(backend, lineage, key, stored.value));
  const {previous, rebuilt} = release ?? {};
  const isReadable = release !== undefined;
  const document = {...key, sha256: sha256(stored.value), isReadable, isRebuilt: rebuilt !== undefined};
  return {document: {...document, ...defined({previous})}, refused};
}

function judge(names: HistoryNames, {lineage, head, pruned, documents, refused}: Found): VerifiedHistory {
  const chain = lineage === undefined ? undefined : verifyChain({lineage, documents, head, pruned});
  const said = new Set(refused.map(({key}) => key));
  const faults = [...refused, ...(chain?.faults ?? []).filter(({key}) => !said.has(key))];
  return {
    formatVersion: 1,
    ...names,
    ...defined({lineage}),
    isWhole: faults.length === 0,
    releases: chain?.releases ?? 0,
    linked: chain?.linked ?? 0,
    starts: chain?.starts ?? [],
    faults: faults.toSorted(
      (a, b) => (b.revision ?? Number.MAX_SAFE_INTEGER) - (a.revision ?? Number.MAX_SAFE_INTEGER),
    ),
  };
}

/** Returns a failure that is about a document as a fault, and throws all others. */
async function attempt<T>(
  key: string,
  read: () => Promise<T>,
): Promise<{readonly value?: T; readonly refused: readonly HistoryFault[]}> {
  try {
    return {value: await read(), refused: []};
  } catch (error) {
    if (!(error instanceof GantryError) || !ABOUT_DOCUMENTS.has(error.failure.code)) throw error;
    const {failure} = error;
    const at = 'key' in failure && typeof failure.key === 'string' ? failure.key : key;
    const revision = parseReleaseKey(at)?.revision;
    return {refused: [{key: at, ...defined({revision}), problem: 'refused', failure}]};
  }
}
