import {randomBytes} from 'node:crypto';
import type {Backend} from '../../../ports/backend.ts';
import {highestVersions} from './highest-versions.ts';
import {versionName, versionsOf} from './version-names.ts';
import type {VersionObject, VersionStore} from './version-store.ts';

/**
 * A compare-and-set register of each key, in a store that can only create objects. A key is a series of numbered versions: the
 * highest number is the value, whoever creates the next number has replaced it, and a version without a byte is a deletion. The
 * highest number is never removed, lower ones are: so numbers never come twice, and each of them has one winner.
 *
 * A number that was removed could be created again by a request that comes late. Its client is not told of a success: after each
 * write the list is read again, and where there is a higher number its line says who made the numbers before it.
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
    // It was replaced, and tidied away, meanwhile.
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
        // A higher one was made in between, and this one tidied away, or made again by a request that came late.
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

/** The random marks of a version and of those before it, the newest first. */
type Line = readonly string[];

const LINE = 'gantry-line';
/** More versions than are made while one client writes; with a mark each they fit into the metadata of an object. */
const LONGEST_LINE = 64;
/** More than anybody replaces a value while it is read. */
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

/** Whether the version that was written is the one of its number, by the list as it is after the write. */
async function settle(
  store: VersionStore,
  key: string,
  {number, mark, isSure}: Written,
): Promise<{readonly version: string} | 'conflict'> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const {top, lower} = await versionsAt(store, key);
    if (top === undefined || top.number < number)
      throw store.failure(key, `version ${number} was written, and the list does not show it`);
    if (top.number === number && isSure) return tidied(store, key, lower, {version: top.version});
    const metadata = await store.look(versionName(key, top.number));
    // Only what was the highest all the while is not one that was made again by a request that came late.
    const after = await versionsAt(store, key);
    if (metadata === undefined || after.top?.number !== top.number) continue;
    const winner = lineIn(metadata)[top.number - number];
    if (winner === undefined)
      throw store.failure(
        key,
        `${top.number - number} others have written since; whether this write came first is not known`,
      );
    const outcome = winner === mark ? {version: String(number)} : 'conflict';
    return tidied(store, key, lower, outcome);
  }
  throw store.failure(key, 'it is replaced faster than a write can be checked');
}

/** More are left to the next write. */
const MOST_REMOVED = 16;

/** Lower numbers are of no use any more, whoever made them; an error must not make a write look failed. */
async function tidied<T>(store: VersionStore, key: string, lower: readonly number[], outcome: T): Promise<T> {
  for (const number of lower.slice(0, MOST_REMOVED))
    await store.remove(versionName(key, number)).catch(() => undefined);
  return outcome;
}

const KIND = 'gantry-value';
const EMPTY = 'empty';

/** The value without a byte, which nobody needs but a key-value store has, is a line end and a note. */
const objectOf = (value: Uint8Array): VersionObject =>
  value.length === 0 ? {body: new TextEncoder().encode('\n'), metadata: {[KIND]: EMPTY}} : {body: value, metadata: {}};

const valueOf = ({body, metadata}: VersionObject): Uint8Array => (metadata[KIND] === EMPTY ? new Uint8Array() : body);
