import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import type {Head, ReleasePointer} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {headKey, parseReleaseKey, releaseKey} from '../../core/release/keys.ts';
import type {MacPlace} from '../../core/release/mac.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {noteReleasedStates} from '../sealing/state-numbers.ts';
import {checkMac} from './check-mac.ts';
import {checkEarlier} from './earlier.ts';
import {noteRelease} from './note-release.ts';
import {hasMac, type SignedRelease, unpackSigned} from './pack.ts';
import {findHead} from './read-head.ts';
import {revisions} from './revisions.ts';

/** The releases of one stack in one workspace, as the backend stores them now. Nothing is locked. */
export type ReleaseHistory = {
  /** Absent before the first apply. */
  readonly lineage?: string;
  readonly head?: Head;
  readonly headVersion?: string;
  /** True if its releases have no MAC because an earlier version stored them. */
  readonly isUnsigned?: true;
  /** The release that was recorded last. */
  readonly last?: Release | undefined;
  /** The run that was begun and not recorded. It is in progress or dead. The objects that it created belong to the stack. */
  readonly pending?: Release | undefined;
  /** All runs that were begun and not recorded since the last release, oldest first. `pending` is the last of them. */
  readonly interrupted: readonly Release[];
};

/**
 * Reads the release history of a stack in a workspace.
 * @throws GantryError release/damaged, release/untrusted, release/newer-format, backend/io
 */
export async function openHistory({
  backend,
  ...names
}: HistoryNames & {readonly backend: Backend}): Promise<ReleaseHistory> {
  const {lineage, stored} = await findHead(backend, names);
  if (lineage === undefined) return {interrupted: []};
  if (stored === undefined) return {lineage, interrupted: []};
  const {head, version} = stored;
  if (head.mac === undefined) await refuseStripped(backend, head);
  const last =
    head.release === undefined
      ? undefined
      : await needed(backend, lineage, readRelease(backend, lineage, head.release));
  const dead = head.pending === undefined ? [] : [...(head.pending.earlier ?? []), head.pending];
  const interrupted = await Promise.all(
    dead.map((pointer) => needed(backend, lineage, readInterrupted(backend, lineage, pointer))),
  );
  const pending = interrupted.at(-1);
  noteReleasedStates(backend, [last, ...interrupted]);
  if (last !== undefined) await noteRelease(backend, names, last);
  return {
    lineage,
    head,
    headVersion: version,
    ...defined({isUnsigned: head.mac === undefined ? (true as const) : undefined}),
    last,
    pending,
    interrupted,
  };
}

/** Refuses a head without a MAC that refers to a release with one, because the MAC of the head was then removed. */
async function refuseStripped(backend: Backend, {lineage, release, pending}: Head): Promise<void> {
  for (const pointer of [release, pending]) {
    const stored = pointer === undefined ? undefined : await backend.get(pointer.key);
    if (pointer !== undefined && stored !== undefined && hasMac(pointer.key, stored.value))
      throw untrusted(headKey(lineage), 'no-mac');
  }
}

/** Reads a release that the next plan needs. If it is damaged, the error also names the newest readable release before it. */
async function needed(backend: Backend, lineage: string, read: Promise<Release>): Promise<Release> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'release/damaged') throw error;
    const before = await newestWhole(backend, lineage);
    const failure = {
      ...error.failure,
      isNeeded: true,
      ...defined({before: before?.revision}),
    } as const;
    throw new GantryError(failure, {cause: error});
  }
}

/** Reports whether a document cannot be read or is not trusted. */
export const isUseless = ({code}: Failure): boolean => code === 'release/damaged' || code === 'release/untrusted';

/** Returns the newest readable record of a run that ended. */
export async function newestWhole(backend: Backend, lineage: string): Promise<Release | undefined> {
  for (const key of await revisions(backend, lineage)) {
    if (key.pending) continue;
    try {
      return await readRelease(backend, lineage, key);
    } catch (error) {
      if (!(error instanceof GantryError) || !isUseless(error.failure)) throw error;
    }
  }
  return undefined;
}

/** Returns the place that the key of a release names, so that a valid release under the key of another one is refused. */
function placeOfRelease(lineage: string, key: string, {revision, epoch, phase}: Release): MacPlace {
  const named = parseReleaseKey(key) ?? {revision, epoch, pending: isPending(phase)};
  return {kind: named.pending ? 'pending' : 'release', lineage, revision: named.revision, epoch: named.epoch};
}

/** Reads a release. @throws GantryError release/damaged if it is missing, incomplete or of another release history */
export async function readRelease(
  backend: Backend,
  lineage: string,
  pointer: {readonly key: string; readonly sha256?: string},
): Promise<Release> {
  const stored = await backend.get(pointer.key);
  if (stored === undefined)
    throw damaged(pointer.key, 'it does not exist, but the head of the release history refers to it');
  return believeRelease(backend, lineage, pointer, stored.value);
}

/** Decodes the bytes of a release, and checks that they can be trusted. @throws GantryError release/damaged, release/untrusted */
const believeRelease = async (...asked: Parameters<typeof believeSigned>): Promise<Release> =>
  (await believeSigned(...asked)).release;

/**
 * Decodes the bytes of a release, and checks that they can be trusted. Its signature is not verified.
 * @throws GantryError release/damaged, release/untrusted
 */
export async function believeSigned(
  backend: Backend,
  lineage: string,
  pointer: {readonly key: string; readonly sha256?: string},
  value: Uint8Array,
): Promise<SignedRelease> {
  const signed = await unpackSigned(pointer, value);
  const {release, mac, digest} = signed;
  if (release.lineage !== lineage) throw damaged(pointer.key, `it belongs to lineage ${release.lineage}`);
  const place = placeOfRelease(lineage, pointer.key, release);
  const isSigned = await checkMac(backend, {key: pointer.key, mac, place, document: digest});
  if (!isSigned) await checkEarlier({backend, lineage, key: pointer.key, value});
  return signed;
}

/**
 * Reads the most recent document of an interrupted run. A run may die after it stored its record and before the head refers to
 * it, so the record comes first.
 */
async function readInterrupted(backend: Backend, lineage: string, pointer: ReleasePointer): Promise<Release> {
  const named = parseReleaseKey(pointer.key);
  if (named !== undefined) {
    const key = releaseKey(lineage, named.revision, named.epoch);
    if ((await backend.get(key)) !== undefined) return readRelease(backend, lineage, {key});
  }
  return readRelease(backend, lineage, pointer);
}
