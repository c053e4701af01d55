import {type Failure, GantryError} from '../../core/failure/failure.ts';
import type {ChainDocument, ChainFault, ChainStart} from '../../core/release/chain.ts';
import type {Head} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {headKey, indexKey, parseReleaseKey, prunedKey, type ReleaseKey} from '../../core/release/keys.ts';
import {latestRecords} from '../../core/release/latest-records.ts';
import type {PrunedRecord} from '../../core/release/pruned-record.ts';
import {verifyChain} from '../../core/release/verify-chain.ts';
import {judgeReleaseSignature} from '../../core/signature/judge-release-signature.ts';
import type {VerifyBundle} from '../../core/signature/keyless.ts';
import {type JudgedRelease, type SignatureFault, signatureFaults} from '../../core/signature/signature-faults.ts';
import type {KnownSigners} from '../../core/signature/signature-rules.ts';
import {readPruned} from '../../engine/release/note-pruned.ts';
import type {SignedRelease} from '../../engine/release/pack.ts';
import {findHead, readHead, readLineage} from '../../engine/release/read-head.ts';
import {believeSigned} from '../../engine/release/release-history.ts';
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
  | SignatureFault
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
  /** The signatures of the stored releases, newest first. Absent if none is signed, and none must be. */
  readonly signatures?: readonly JudgedRelease[];
  /** The files of a project whose signers do not count, if releases are signed and no signers are known. */
  readonly uncountedSigners?: readonly string[];
  /** Newest first. */
  readonly faults: readonly HistoryFault[];
};

const AT_ONCE = 8;

/** The number of times that a history is read if another run changes it meanwhile. */
const ATTEMPTS = 4;

/** A history to verify. `signers`: who may have signed its releases. Default: the signers of the workspace. */
type VerifyHistory = HistoryNames & {
  readonly signers?: KnownSigners | undefined;
  /** Verifies signatures by Sigstore. Absent: no trusted root is known. */
  readonly verifyBundle?: VerifyBundle | undefined;
};

/**
 * Verifies a whole release history: MACs, digests, the chain from the head to the first release, and signatures. Writes nothing to the backend.
 * @throws GantryError release/not-found; the errors of the backend, and backend/sealed without a key
 */
export async function verifyHistory(
  {project, stack, workspace, signers: given, verifyBundle}: VerifyHistory,
  {backend: open, signal}: Pick<Deps, 'backend' | 'signal'>,
): Promise<VerifiedHistory> {
  const {recent: _, ...backend} = await open();
  const names = {project, stack, workspace};
  const signers = given ?? (await backend.signing?.signers(workspace)) ?? {isRequired: false};
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const found = await readDocuments(backend, names);
    // A run that recorded meanwhile would look like a release that the head does not name.
    const isSame = found.version === (found.lineage && (await backend.get(headKey(found.lineage)))?.version);
    if (isSame || attempt === ATTEMPTS)
      return judge(names, found, {signers, verifyBundle, place: backend.place ?? backend.name});
  }
}

type Found = {
  readonly lineage?: string | undefined;
  readonly version?: string | undefined;
  readonly head?: Head | undefined;
  readonly pruned?: PrunedRecord | undefined;
  readonly documents: readonly ChainDocument[];
  readonly signed: readonly SignedDocument[];
  readonly refused: readonly HistoryFault[];
};

/** A release that can be read, with its signature. */
type SignedDocument = SignedRelease & {readonly key: ReleaseKey};

async function readDocuments(backend: Backend, names: HistoryNames): Promise<Found> {
  const found = await attempt(indexKey(names), () => findHead(backend, names));
  const lineage = found.value?.lineage ?? (await attempt(indexKey(names), () => readLineage(backend, names))).value;
  if (lineage === undefined) {
    if (found.refused.length === 0) throw noRelease(names, backend);
    return {documents: [], signed: [], refused: found.refused};
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
    signed: documents.flatMap(({signed}) => signed ?? []),
    refused: [...found.refused, ...documents.flatMap(({refused}) => refused), ...pruned.refused],
  };
}

type ReadDocument = {
  readonly document?: ChainDocument;
  readonly signed?: SignedDocument | undefined;
  readonly refused: readonly HistoryFault[];
};

async function readDocument(backend: Backend, lineage: string, key: ReleaseKey): Promise<ReadDocument> {
  const stored = await backend.get(key.key);
  // A run may have deleted it since it was listed.
  if (stored === undefined) return {refused: []};
  const {value: signed, refused} = await attempt(key.key, () => believeSigned(backend, lineage, key, stored.value));
  const {previous, rebuilt} = signed?.release ?? {};
  const isReadable = signed !== undefined;
  const document = {...key, sha256: sha256(stored.value), isReadable, isRebuilt: rebuilt !== undefined};
  return {document: {...document, ...defined({previous})}, signed: signed && {...signed, key}, refused};
}

type Signers = Pick<VerifyHistory, 'verifyBundle'> & {readonly signers: KnownSigners; readonly place: string};

function judge(
  names: HistoryNames,
  {lineage, head, pruned, documents, signed, refused}: Found,
  {signers, verifyBundle, place}: Signers,
): VerifiedHistory {
  const signatures = judgeSignatures(signed, {...signers, verifyBundle});
  const chain = lineage === undefined ? undefined : verifyChain({lineage, documents, head, pruned});
  const said = new Set(refused.map(({key}) => key));
  const inChain = (chain?.faults ?? []).filter(({key}) => !said.has(key));
  const faults = [...refused, ...inChain, ...signatureFaults(signatures, signers, place)];
  const hasAny = signatures.some(({verdict}) => verdict.state !== 'unsigned');
  const isShown = hasAny || signers.isRequired || signers.keys !== undefined;
  return {
    formatVersion: 1,
    ...names,
    ...defined({lineage}),
    isWhole: faults.length === 0,
    releases: chain?.releases ?? 0,
    linked: chain?.linked ?? 0,
    starts: chain?.starts ?? [],
    ...defined({
      signatures: isShown ? signatures : undefined,
      uncountedSigners: hasAny ? signers.uncounted : undefined,
    }),
    faults: newestFirst(faults),
  };
}

/** Returns faults in their order, newest first. Those of the whole history are before all others. */
export const newestFirst = <T extends {readonly revision?: number}>(faults: readonly T[]): readonly T[] =>
  faults.toSorted((a, b) => (b.revision ?? Number.MAX_SAFE_INTEGER) - (a.revision ?? Number.MAX_SAFE_INTEGER));

/** Judges the signature of each revision: of the record of its run, else of its intent. */
function judgeSignatures(
  signed: readonly SignedDocument[],
  {keys, identities, verifyBundle}: KnownSigners & Pick<VerifyHistory, 'verifyBundle'>,
): readonly JudgedRelease[] {
  const byKey = new Map(signed.map((one) => [one.key.key, one]));
  return latestRecords(signed.map(({key}) => key)).flatMap(({key: document, revision}) => {
    const found = byKey.get(document);
    return found === undefined
      ? []
      : [{document, revision, verdict: judgeReleaseSignature({...found, keys, identities, verifyBundle})}];
  });
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
