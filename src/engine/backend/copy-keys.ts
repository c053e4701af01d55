import {createHash} from 'node:crypto';
import {KEY_ROOTS} from '../../core/backend/key-roots.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {decodeHead, sameBase} from '../../core/release/head.ts';
import type {IndexEntry} from '../../core/release/index-entry.ts';
import {headKey, INDEX_PREFIX, parseIndexKey} from '../../core/release/keys.ts';
import type {SeriesNames} from '../../core/release/series-names.ts';
import type {Backend} from '../../ports/backend.ts';
import {limitConcurrency} from '../limit-concurrency.ts';
import {readIndex} from '../release/read-head.ts';
import {settledPut} from '../release/settled-put.ts';

/** A copy of all keys from one backend to another. */
export type CopyRequest = {
  readonly from: Backend;
  readonly to: Backend;
  readonly signal: AbortSignal;
};

/** Counts of a copy: keys and bytes. */
export type Copied = {
  /** Written now; `there`: were the same already, from a copy that was interrupted. */
  readonly written: number;
  readonly there: number;
  readonly bytes: number;
};

const AT_ONCE = 8;

/** A series of a backend, as its index names it, and believed. */
export type IndexedSeries = {readonly key: string; readonly names: SeriesNames; readonly entry: IndexEntry};

/** Lists the release histories of a backend by its index, those that were moved away included. */
export async function indexedSeries(backend: Backend): Promise<readonly IndexedSeries[]> {
  const inTurn = limitConcurrency(AT_ONCE);
  const keys = await backend.list(INDEX_PREFIX);
  return (await Promise.all(keys.map((key) => inTurn(() => seriesAt(backend, key))))).flat();
}

async function seriesAt(backend: Backend, key: string): Promise<readonly IndexedSeries[]> {
  const names = parseIndexKey(key);
  const found = names === undefined ? undefined : await readIndex(backend, names);
  return names === undefined || found === undefined ? [] : [{key, names, entry: found.entry}];
}

/** Every key of a backend that a copy takes along, in the order of the copy; series that were moved away stay away. */
async function keysToCopy(from: Backend): Promise<readonly string[]> {
  const moved = (await indexedSeries(from)).filter(({entry}) => entry.movedTo !== undefined);
  const [indexes, lineages] = [new Set(moved.map(({key}) => key)), new Set(moved.map(({entry}) => entry.lineage))];
  const lists = await Promise.all(KEY_ROOTS.map((root) => from.list(root)));
  // A head leads to its releases as the index leads to the head.
  return lists
    .flatMap((keys) => keys.toSorted((a, b) => Number(isHead(a)) - Number(isHead(b))))
    .filter((key) => !indexes.has(key) && !lineages.has(lineageIn(key) ?? ''));
}

const isHead = (key: string): boolean => key.endsWith('/head.json');

/**
 * Copies everything, and reads it again. Nothing is written where the target holds anything else under one of the keys, unless
 * that is the rest of an earlier copy. Given again after a crash it goes on.
 * @throws GantryError backend/occupied before the first write; backend/io where a copy does not read as it was written
 */
export async function copyKeys({from, to, signal}: CopyRequest): Promise<Copied> {
  const keys = await keysToCopy(from);
  const found = await compare(keys, {from, to});
  const occupied = found.filter(({kind}) => kind === 'other').map(({key}) => key);
  if (occupied.length > 0) throw new GantryError({code: 'backend/occupied', backend: to.name, keys: occupied});
  let bytes = 0;
  const missing = found.filter(({kind}) => kind !== 'same');
  // What leads to others is written when these are there: each root, and the heads, after what came before.
  for (const group of groupsOf(missing)) {
    const inTurn = limitConcurrency(AT_ONCE);
    const sizes = await Promise.all(
      group.map((one) =>
        inTurn(() => {
          signal.throwIfAborted();
          return copyOne(one, {from, to});
        }),
      ),
    );
    bytes += sizes.reduce((sum, size) => sum + size, 0);
  }
  await verify(keys, {from, to});
  return {written: missing.length, there: found.length - missing.length, bytes};
}

type Doors = {readonly from: Backend; readonly to: Backend};

/** What the target has under a key: nothing, the same, what a copy may replace, or something else. */
type Found = {
  readonly key: string;
  readonly kind: 'none' | 'same' | 'replaceable' | 'other';
  readonly version?: string;
};

async function compare(keys: readonly string[], doors: Doors): Promise<readonly Found[]> {
  const inTurn = limitConcurrency(AT_ONCE);
  const stale = await staleIn(doors.to);
  return Promise.all(keys.map((key) => inTurn(() => compareOne(key, doors, stale))));
}

async function compareOne(key: string, {from, to}: Doors, stale: Stale): Promise<Found> {
  const target = await to.get(key);
  if (target === undefined) return {key, kind: 'none'};
  const source = await from.get(key);
  const {version} = target;
  if (source !== undefined && digest(source.value) === digest(target.value)) return {key, kind: 'same', version};
  const lineage = lineageIn(key);
  if (stale.isStale(key, lineage)) return {key, kind: 'replaceable', version};
  // Only who holds the lock counts up the epoch of a head: the same base is the same state.
  if (source !== undefined && lineage !== undefined && key === headKey(lineage)) {
    const same = sameBase(decodeHead(lineage, source.value), decodeHead(lineage, target.value));
    if (same) return {key, kind: 'replaceable', version};
  }
  return {key, kind: 'other', version};
}

const lineageIn = (key: string): string | undefined => /^(?:releases|unlocks)\/([^/]+)\//.exec(key)?.[1];

type Stale = {readonly isStale: (key: string, lineage: string | undefined) => boolean};

/**
 * What no index leads to was left by a copy that stopped; what was moved away from here is a copy of the past. Where all was
 * moved away, all of it is.
 */
async function staleIn(to: Backend): Promise<Stale> {
  const series = await indexedSeries(to);
  const [moved, live] = [
    series.filter(({entry}) => entry.movedTo !== undefined),
    series.filter(({entry}) => entry.movedTo === undefined),
  ];
  const left = new Set(moved.map(({key}) => key));
  const used = new Set(live.map(({entry}) => entry.lineage));
  const isDeserted = moved.length > 0 && live.length === 0;
  return {
    isStale: (key, lineage) =>
      (isDeserted && !key.startsWith('keys/')) || left.has(key) || (lineage !== undefined && !used.has(lineage)),
  };
}

function groupsOf(found: readonly Found[]): readonly (readonly Found[])[] {
  const rank = ({key}: Found): string => `${key.split('/')[0]}${isHead(key) ? '/head' : ''}`;
  const groups: Found[][] = [];
  for (const one of found) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && rank(last[0]) === rank(one)) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

async function copyOne({key, version}: Found, {from, to}: Doors): Promise<number> {
  const source = await from.get(key);
  // Gone since the list was made: releases that somebody pruned are in nobody's way.
  if (source === undefined) return 0;
  const outcome = await settledPut(to, key, source.value, version);
  if (outcome === 'conflict') throw new GantryError({code: 'backend/occupied', backend: to.name, keys: [key]});
  return source.value.length;
}

async function verify(keys: readonly string[], {from, to}: Doors): Promise<void> {
  const inTurn = limitConcurrency(AT_ONCE);
  const differing = await Promise.all(
    keys.map((key) =>
      inTurn(async () => {
        const [source, target] = await Promise.all([from.get(key), to.get(key)]);
        if (source === undefined) return [];
        return target !== undefined && digest(source.value) === digest(target.value) ? [] : [key];
      }),
    ),
  );
  const [first] = differing.flat();
  if (first !== undefined)
    throw new GantryError({code: 'backend/io', detail: `${first} in ${to.name} does not read as it was written`});
}

const digest = (value: Uint8Array): string => createHash('sha256').update(value).digest('hex');
