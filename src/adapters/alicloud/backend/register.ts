import {randomBytes} from 'node:crypto';
import type {Backend} from '../../../ports/backend.ts';
import {highestVersions} from './highest-versions.ts';
import {versionName, versionsOf} from './version-names.ts';
import type {VersionObject, VersionStore} from './version-store.ts';

/**
 * Opens a compare-and-set register for each key, in a store that can only create objects. A key is a sequence of numbered
 * versions. The highest number is the value, creating the next number replaces it, and a version without bytes is a deletion.
 * Lower numbers are removed, but never the highest one, so no number occurs twice and each one has one winner. A delayed request
 * could create a removed number again. Its client does not get a success: after each write the list is read again, and the line
 * of a higher version names the writers of the numbers before it.
 */
export function openRegister(store: VersionStore): Pick<Backend, 'get' | 'put' | 'delete' | 'list'> {
  const lines = new Map<string, {readonly version: string; readonly line: Line}>();

  const lineOf = async (key: string, top: Top): Promise<Line | undefined> => {
    const known = lines.get(key);
    if (known?.version === top.version) return known.line;
    const metadata = await store.look(versionName(key, top.number));
    return metadata && lineIn(metadata);
  };

  /** Creates the version after `top`. */
  const succeed = async (key: string, top: Top | undefined, {body, metadata}: VersionObject) => {
    const before = top === undefined ? [] : await lineOf(key, top);
    // The version was replaced and removed meanwhile.
    if (before === undefined) return 'conflict';
    const number = (top?.number ?? 0) + 1;
    const mark = randomBytes(8).toString('hex');
    const line = [mark, ...before].slice(0, LONGEST_LINE);
    const object = {body, metadata: {...metadata, [LINE]: line.join(' ')}};
    const made = await store.create(versionName(key, number), object);
    if (made === 'taken') return 'conflict';
    const settled = await settle(store, key, {number, mark, isSure: made === 'made'});
    if (settled !== 'conflict') lines.set(key, {version: settled.version, line});
    return settled;
  };

  return {
    get: async (key) => {
      for (let looks = 0; looks < MOST_LOOKS; looks++) {
        const {top} = await versionsAt(store, key);
        if (top === undefined || top.isTombstone) return undefined;
        const found = await store.read(versionName(key, top.number));
        // A higher version was created meanwhile, and this one was removed, or created again by a delayed request.
        if (found === undefined || found.tag !== top.tag) continue;
        lines.set(key, {version: top.version, line: lineIn(found.metadata)});
        return {value: valueOf(found), version: top.version};
      }
      throw store.failure(key, 'it is replaced faster than it can be read');
    },
    put: async (key, value, expected) => {
      const {top} = await versionsAt(store, key);
      const current = top?.isTombstone === true ? undefined : top?.version;
      return current === expected ? succeed(key, top, objectOf(value)) : 'conflict';
    },
    delete: async (key, expected) => {
      const {top} = await versionsAt(store, key);
      if (top === undefined || top.isTombstone || top.version !== expected) return 'conflict';
      const made = await succeed(key, top, {body: new Uint8Array(), metadata: {}});
      return made === 'conflict' ? 'conflict' : 'deleted';
    },
    list: async (prefix) =>
      [...highestVersions(await store.list(prefix))]
        .filter(([key, {bytes}]) => bytes > 0 && key.startsWith(prefix))
        .map(([key]) => key)
        .toSorted(),
  };
}

/** The highest version of a key. */
type Top = {readonly number: number; readonly tag: string; readonly version: string; readonly isTombstone: boolean};

/** The random ids of a version and of its predecessors, newest first. */
type Line = readonly string[];

const LINE = 'gantry-line';
/** The maximum length of a line. It exceeds the versions that are created during one write, and fits into the metadata of an object. */
const LONGEST_LINE = 64;
/** The maximum number of reads. It exceeds the replacements of a value during one read. */
const MOST_LOOKS = 50;

const lineIn = (metadata: VersionObject['metadata']): Line => metadata[LINE]?.split(' ') ?? [];

type Seen = {readonly top: Top | undefined; readonly lower: readonly number[]};

async function versionsAt(store: VersionStore, key: string): Promise<Seen> {
  const found = highestVersions(await store.list(versionsOf(key))).get(key);
  if (found === undefined) return {top: undefined, lower: []};
  const {number, bytes, tag, lower} = found;
  return {top: {number, tag, version: String(number), isTombstone: bytes === 0}, lower};
}

type Written = {readonly number: number; readonly mark: string; readonly isSure: boolean};

/** Checks, by the list after the write, whether the written version is the one with its number. */
async function settle(
  store: VersionStore,
  key: string,
  {number, mark, isSure}: Written,
): Promise<{readonly version: string} | 'conflict'> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const {top, lower} = await versionsAt(store, key);
    if (top === undefined || top.number < number)
      throw store.failure(key, `version ${number} was written, but the list does not contain it`);
    if (top.number === number && isSure) return tidied(store, key, lower, {version: top.version});
    const metadata = await store.look(versionName(key, top.number));
    // Only a version that stayed the highest was not created again by a delayed request.
    const after = await versionsAt(store, key);
    if (metadata === undefined || after.top?.number !== top.number) continue;
    const winner = lineIn(metadata)[top.number - number];
    if (winner === undefined)
      throw store.failure(
        key,
        `${top.number - number} other writes followed; it is unknown whether this write came first`,
      );
    const outcome = winner === mark ? {version: String(number)} : 'conflict';
    return tidied(store, key, lower, outcome);
  }
  throw store.failure(key, 'it is replaced faster than a write can be checked');
}

/** The maximum number of versions to remove. The next write removes the rest. */
const MOST_REMOVED = 16;

/** Removes lower versions, which are no longer needed. An error here must not make the write fail. */
async function tidied<T>(store: VersionStore, key: string, lower: readonly number[], outcome: T): Promise<T> {
  for (const number of lower.slice(0, MOST_REMOVED))
    await store.remove(versionName(key, number)).catch(() => undefined);
  return outcome;
}

const KIND = 'gantry-value';
const EMPTY = 'empty';

/** Encodes a value. The empty value is stored as a line end with a flag, because an object without bytes is a tombstone. */
const objectOf = (value: Uint8Array): VersionObject =>
  value.length === 0 ? {body: new TextEncoder().encode('\n'), metadata: {[KIND]: EMPTY}} : {body: value, metadata: {}};

const valueOf = ({body, metadata}: VersionObject): Uint8Array => (metadata[KIND] === EMPTY ? new Uint8Array() : body);
