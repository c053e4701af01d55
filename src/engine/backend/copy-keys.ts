import {KEY_ROOTS} from '../../core/backend/key-roots.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {decodeHead, sameBase} from '../../core/release/head.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {IndexEntry} from '../../core/release/index-entry.ts';
import {headKey, INDEX_PREFIX, parseIndexKey} from '../../core/release/keys.ts';
import {RESTORES_KEY} from '../../core/release/restores.ts';
import {mapLimited} from '../../lib/limit-concurrency.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {readIndex} from '../release/read-head.ts';
import {settledPut} from '../release/settled-put.ts';

/** A copy of all keys from one backend to another. */
export type CopyRequest = {
  readonly from: Backend;
  readonly to: Backend;
  readonly signal: AbortSignal;
};

/** The number of keys and bytes of a copy. */
export type Copied = {
  /** `written`: keys that this copy wrote. `there`: keys with the same value already, from an interrupted copy. */
  readonly written: number;
  readonly there: number;
  readonly bytes: number;
};

const AT_ONCE = 8;

/** A release history that the index of a backend lists, after the check of its MAC. */
export type IndexedHistory = {readonly key: string; readonly names: HistoryNames; readonly entry: IndexEntry};

/** Lists the release histories in the index of a backend, including those that were moved away. */
export async function indexedHistories(backend: Backend): Promise<readonly IndexedHistory[]> {
  const keys = await backend.list(INDEX_PREFIX);
  return (await mapLimited(keys, AT_ONCE, (key) => historyAt(backend, key))).flat();
}

async function historyAt(backend: Backend, key: string): Promise<readonly IndexedHistory[]> {
  const names = parseIndexKey(key);
  const found = names === undefined ? undefined : await readIndex(backend, names);
  return names === undefined || found === undefined ? [] : [{key, names, entry: found.entry}];
}

/** Lists the keys of a backend to copy, in the order of the copy. Release histories that were moved away are left out. */
async function keysToCopy(from: Backend): Promise<readonly string[]> {
  const moved = (await indexedHistories(from)).filter(({entry}) => entry.movedTo !== undefined);
  const [indexes, lineages] = [new Set(moved.map(({key}) => key)), new Set(moved.map(({entry}) => entry.lineage))];
  const lists = await Promise.all(KEY_ROOTS.map((root) => from.list(root)));
  // A head refers to its releases, as the index refers to the head.
  return lists
    .flatMap((keys) => keys.toSorted((a, b) => Number(isHead(a)) - Number(isHead(b))))
    .filter((key) => !indexes.has(key) && !lineages.has(lineageIn(key) ?? ''));
}

const isHead = (key: string): boolean => key.endsWith('/head.json');

/**
 * Copies all keys and verifies the copy. Writes nothing if the target holds a different value under one of the keys, unless that
 * value is left from an earlier copy. A call after a crash continues the copy.
 * @throws GantryError backend/occupied before the first write; backend/io if a copied value differs from its source
 */
export async function copyKeys({from, to, signal}: CopyRequest): Promise<Copied> {
  const keys = await keysToCopy(from);
  const found = await compare(keys, {from, to});
  const occupied = found.filter(({kind}) => kind === 'other').map(({key}) => key);
  if (occupied.length > 0) throw new GantryError({code: 'backend/occupied', backend: to.name, keys: occupied});
  let bytes = 0;
  const missing = found.filter(({kind}) => kind !== 'same');
  // Documents that refer to others are written after them: each root, and then the heads.
  for (const group of groupsOf(missing)) {
    const sizes = await mapLimited(group, AT_ONCE, async (one) => {
      signal.throwIfAborted();
      return copyOne(one, {from, to});
    });
    bytes += sizes.reduce((sum, size) => sum + size, 0);
  }
  await verify(keys, {from, to});
  return {written: missing.length, there: found.length - missing.length, bytes};
}

type Backends = {readonly from: Backend; readonly to: Backend};

/** The state of a key in the target: nothing, the same value, a value that a copy may replace, or a different value. */
type Found = {
  readonly key: string;
  readonly kind: 'none' | 'same' | 'replaceable' | 'other';
  readonly version?: string;
};

async function compare(keys: readonly string[], backends: Backends): Promise<readonly Found[]> {
  const stale = await staleIn(backends.to);
  return mapLimited(keys, AT_ONCE, (key) => compareOne(key, backends, stale));
}

async function compareOne(key: string, {from, to}: Backends, stale: Stale): Promise<Found> {
  const target = await to.get(key);
  if (target === undefined) return {key, kind: 'none'};
  const source = await from.get(key);
  const {version} = target;
  if (source !== undefined && sha256(source.value) === sha256(target.value)) return {key, kind: 'same', version};
  const lineage = lineageIn(key);
  if (stale.isStale(key, lineage)) return {key, kind: 'replaceable', version};
  // Only the holder of the lock increments the epoch of a head, so the same base means the same state.
  if (source !== undefined && lineage !== undefined && key === headKey(lineage)) {
    const same = sameBase(decodeHead(lineage, source.value), decodeHead(lineage, target.value));
    if (same) return {key, kind: 'replaceable', version};
  }
  return {key, kind: 'other', version};
}

const lineageIn = (key: string): string | undefined => /^(?:releases|unlocks)\/([^/]+)\//.exec(key)?.[1];

type Stale = {readonly isStale: (key: string, lineage: string | undefined) => boolean};

/**
 * Finds the stale keys of a target. A key that no index refers to is left from an interrupted copy. A release history that was
 * moved away is an old copy. If all release histories were moved away, every key is stale.
 */
async function staleIn(to: Backend): Promise<Stale> {
  const history = await indexedHistories(to);
  const [moved, live] = [
    history.filter(({entry}) => entry.movedTo !== undefined),
    history.filter(({entry}) => entry.movedTo === undefined),
  ];
  const left = new Set(moved.map(({key}) => key));
  const used = new Set(live.map(({entry}) => entry.lineage));
  const isDeserted = moved.length > 0 && live.length === 0;
  return {
    isStale: (key, lineage) =>
      (isDeserted && (!key.startsWith('keys/') || key === RESTORES_KEY)) ||
      left.has(key) ||
      (lineage !== undefined && !used.has(lineage)),
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

async function copyOne({key, version}: Found, {from, to}: Backends): Promise<number> {
  const source = await from.get(key);
  // Deleted since the keys were listed. Releases that another user pruned do not cause a conflict.
  if (source === undefined) return 0;
  const outcome = await settledPut(to, key, source.value, version);
  if (outcome === 'conflict') throw new GantryError({code: 'backend/occupied', backend: to.name, keys: [key]});
  return source.value.length;
}

async function verify(keys: readonly string[], {from, to}: Backends): Promise<void> {
  const differing = await mapLimited(keys, AT_ONCE, async (key) => {
    const [source, target] = await Promise.all([from.get(key), to.get(key)]);
    if (source === undefined) return [];
    return target !== undefined && sha256(source.value) === sha256(target.value) ? [] : [key];
  });
  const [first] = differing.flat();
  if (first !== undefined)
    throw new GantryError({code: 'backend/io', detail: `${first} in ${to.name} differs from the written value`});
}
