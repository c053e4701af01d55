import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import type {Head, ReleasePointer} from '../../core/release/head.ts';
import {headKey, parseReleaseKey, releaseKey} from '../../core/release/keys.ts';
import type {MacPlace} from '../../core/release/mac.ts';
import type {Release} from '../../core/release/release.ts';
import {isPending} from '../../core/release/release-document.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import {untrusted} from '../../core/release/untrusted.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import {checkMac} from './check-mac.ts';
import {checkEarlier} from './earlier.ts';
import {claimsMac, unpackSigned} from './pack.ts';
import {findHead} from './read-head.ts';
import {revisions} from './revisions.ts';

/** The releases of one stack in one workspace, as the backend holds them now. Nothing is locked. */
export type Series = {
  /** Absent before the first apply. */
  readonly lineage?: string;
  readonly head?: Head;
  readonly headVersion?: string;
  /** It has releases, and they have no MAC: an earlier version stored them. */
  readonly isUnsigned?: true;
  /** Last recorded. */
  readonly last?: Release | undefined;
  /** Begun and not recorded: at work now, or dead. What it made is ours. */
  readonly pending?: Release | undefined;
  /** All such runs since the last record, oldest first; `pending` is the last of them. */
  readonly interrupted: readonly Release[];
};

/** @throws GantryError release/damaged, release/untrusted, release/newer-format, backend/io. */
export async function openSeries({backend, ...names}: SeriesNames & {readonly backend: Backend}): Promise<Series> {
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

/** A head without a MAC leads to releases without one: else somebody has taken it away. */
async function refuseStripped(backend: Backend, {lineage, release, pending}: Head): Promise<void> {
  for (const pointer of [release, pending]) {
    const stored = pointer === undefined ? undefined : await backend.get(pointer.key);
    if (pointer !== undefined && stored !== undefined && claimsMac(pointer.key, stored.value))
      throw untrusted(headKey(lineage), 'no-mac');
  }
}

/** Of the release that the next plan starts from, a damage is told together with what there is before it. */
async function needed(backend: Backend, lineage: string, read: Promise<Release>): Promise<Release> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'release/damaged') throw error;
    const before = await newestWhole(backend, lineage);
    const told = {
      ...error.failure,
      isNeeded: true,
      ...defined({before: before?.revision}),
    } as const;
    throw new GantryError(told, {cause: error});
  }
}

/** A document that cannot be read, or that is not believed. */
export const isUseless = ({code}: Failure): boolean => code === 'release/damaged' || code === 'release/untrusted';

/** The newest record of a run that ended and can be read. */
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

/** Where the key says that it lies: a real release under the key of another one is none. */
function placeOfRelease(lineage: string, key: string, {revision, epoch, phase}: Release): MacPlace {
  const named = parseReleaseKey(key) ?? {revision, epoch, pending: isPending(phase)};
  return {kind: named.pending ? 'pending' : 'release', lineage, revision: named.revision, epoch: named.epoch};
}

/** A release that the head names must be there, whole, and of this series. */
export async function readRelease(
  backend: Backend,
  lineage: string,
  pointer: {readonly key: string; readonly sha256?: string},
): Promise<Release> {
  const stored = await backend.get(pointer.key);
  if (stored === undefined) throw damaged(pointer.key, 'it is gone, but the head of the series names it');
  const {release, mac, digest} = await unpackSigned(pointer, stored.value);
  if (release.lineage !== lineage) throw damaged(pointer.key, `it is of lineage ${release.lineage}`);
  const place = placeOfRelease(lineage, pointer.key, release);
  const isSigned = await checkMac(backend, {key: pointer.key, mac, place, document: digest});
  if (!isSigned) await checkEarlier({backend, lineage, key: pointer.key, value: stored.value});
  return release;
}

/** A run may die after it stored its record and before the head names it: then that record knows most. */
async function readInterrupted(backend: Backend, lineage: string, pointer: ReleasePointer): Promise<Release> {
  const named = parseReleaseKey(pointer.key);
  if (named !== undefined) {
    const key = releaseKey(lineage, named.revision, named.epoch);
    if ((await backend.get(key)) !== undefined) return readRelease(backend, lineage, {key});
  }
  return readRelease(backend, lineage, pointer);
}
