import {GantryError} from '../../core/failure/failure.ts';
import {damaged} from '../../core/release/document.ts';
import {decodeHead, type Head, type ReleasePointer} from '../../core/release/head.ts';
import {decodeIndexEntry} from '../../core/release/index-entry.ts';
import {headKey, indexKey, parseReleaseKey, releaseKey} from '../../core/release/keys.ts';
import type {Release} from '../../core/release/release.ts';
import {type SeriesNames, seriesText} from '../../core/release/series-names.ts';
import type {Backend} from '../../ports/backend.ts';
import {unpackRelease} from './pack.ts';
import {revisions} from './revisions.ts';

/** The releases of one stack in one workspace, as the backend holds them now. Nothing is locked. */
export type Series = {
  /** Absent before the first apply. */
  readonly lineage?: string;
  readonly head?: Head;
  readonly headVersion?: string;
  /** Last recorded. */
  readonly last?: Release;
  /** Begun and not recorded: at work now, or dead. What it made is ours. */
  readonly pending?: Release;
  /** All such runs since the last record, oldest first; `pending` is the last of them. */
  readonly interrupted: readonly Release[];
};

/** @throws GantryError release/damaged, release/newer-format, backend/io. */
export async function openSeries({backend, ...names}: SeriesNames & {readonly backend: Backend}): Promise<Series> {
  const lineage = await readLineage(backend, names);
  if (lineage === undefined) return {interrupted: []};
  const stored = await readHead(backend, lineage);
  if (stored === undefined) return {lineage, interrupted: []};
  const {head, version} = stored;
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
    ...(last === undefined ? {} : {last}),
    ...(pending === undefined ? {} : {pending}),
    interrupted,
  };
}

/** @throws GantryError backend/moved: a series that is kept elsewhere since is not gone on with here. */
export async function readLineage(backend: Backend, names: SeriesNames): Promise<string | undefined> {
  const stored = await backend.get(indexKey(names));
  if (stored === undefined) return undefined;
  const {lineage, movedTo} = decodeIndexEntry(names, stored.value);
  if (movedTo !== undefined) throw new GantryError({code: 'backend/moved', series: seriesText(names), to: movedTo});
  return lineage;
}

export async function readHead(
  backend: Backend,
  lineage: string,
): Promise<{readonly head: Head; readonly version: string} | undefined> {
  const stored = await backend.get(headKey(lineage));
  return stored === undefined ? undefined : {head: decodeHead(lineage, stored.value), version: stored.version};
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
      ...(before === undefined ? {} : {before: before.revision}),
    } as const;
    throw new GantryError(told, {cause: error});
  }
}

/** The newest record of a run that ended and can be read. */
export async function newestWhole(backend: Backend, lineage: string): Promise<Release | undefined> {
  for (const key of await revisions(backend, lineage)) {
    if (key.pending) continue;
    try {
      return await readRelease(backend, lineage, key);
    } catch (error) {
      if (!(error instanceof GantryError) || error.failure.code !== 'release/damaged') throw error;
    }
  }
  return undefined;
}

/** A release that the head names must be there, whole, and of this series. */
export async function readRelease(
  backend: Backend,
  lineage: string,
  pointer: {readonly key: string; readonly sha256?: string},
): Promise<Release> {
  const stored = await backend.get(pointer.key);
  if (stored === undefined) throw damaged(pointer.key, 'it is gone, but the head of the series names it');
  const release = await unpackRelease(pointer, stored.value);
  if (release.lineage !== lineage) throw damaged(pointer.key, `it is of lineage ${release.lineage}`);
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
