import {readdir, readFile, rm, stat, utimes} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject, type Json} from '../core/json.ts';
import type {HistoryNames} from '../core/release/history-names.ts';
import {defined} from '../lib/defined.ts';
import {sha256} from '../lib/sha256.ts';
import type {SeenDataKey, SeenHistory, SeenHistoryStore} from '../ports/seen-history.ts';
import {writeWhole} from './write-whole.ts';

/** The age in milliseconds after which an entry is removed. */
const OLD_MS = 400 * 24 * 60 * 60_000;
/** The age in milliseconds after which a file in use is rewritten, so that it is not removed. */
const FRESH_MS = 30 * 24 * 60 * 60_000;
const MOST_FORMER = 16;

type Kept = HistoryNames & {readonly formatVersion: 1; readonly backend: string} & SeenHistory;

/**
 * Returns the store of what this machine has seen of the release histories of a backend: a small private file for each in
 * `$GANTRY_HOME/seen`. The store is a cache. If a file cannot be read or written, nothing is compared.
 */
export function seenHistories(home: string, backend: string): SeenHistoryStore {
  const directory = join(home, 'seen', sha256(backend).slice(0, 16));
  const fileOf = ({project, stack, workspace}: HistoryNames): string =>
    join(directory, `${sha256(JSON.stringify([project, stack, workspace])).slice(0, 32)}.json`);
  const writeFile = async (file: string, kept: object): Promise<void> => {
    try {
      if ((await ageOf(file)) === undefined) await sweep(directory);
      await writeWhole(file, `${JSON.stringify(kept, undefined, 2)}\n`);
    } catch {
      // Operations that need a writable home report it.
    }
  };
  const write = async ({project, stack, workspace}: HistoryNames, seen: SeenHistory): Promise<void> => {
    const kept: Kept = {formatVersion: 1, backend, project, stack, workspace, ...seen};
    await writeFile(fileOf(kept), kept);
  };
  const dataKeyFile = join(directory, 'data-key.json');
  return {
    fileOf,
    read: (names) => readSeen(fileOf(names)),
    note: async (names, now) => {
      const before = await readSeen(fileOf(names));
      const next = merged(before, now);
      const isFresh = before !== undefined && ((await ageOf(fileOf(names))) ?? OLD_MS) < FRESH_MS;
      if (!isFresh || JSON.stringify(next) !== JSON.stringify(before)) await write(names, next);
    },
    dataKey: {
      file: dataKeyFile,
      read: () => readDataKey(dataKeyFile),
      note: (seen) => writeFile(dataKeyFile, {formatVersion: 1, backend, ...seen}),
    },
    restart: (names) => rm(fileOf(names), {force: true}).catch(() => undefined),
  };
}

function merged(before: SeenHistory | undefined, now: Omit<SeenHistory, 'former'>): SeenHistory {
  if (before === undefined) return {...now, former: []};
  if (before.lineage !== now.lineage) {
    const former = [before.lineage, ...before.former].filter((one) => one !== now.lineage).slice(0, MOST_FORMER);
    return {...now, former};
  }
  const {former} = before;
  const [then, restored] = [before.restored ?? '', now.restored ?? ''];
  if (restored !== then) return restored > then ? {...now, former} : before;
  const {epoch, revision} = before;
  return {...now, epoch: Math.max(epoch, now.epoch), revision: Math.max(revision, now.revision), former};
}

async function readDataKey(file: string): Promise<SeenDataKey | undefined> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as Json;
    if (!isObject(value) || value['formatVersion'] !== 1) return undefined;
    const {generation, restored} = value;
    if (typeof generation !== 'number') return undefined;
    // A file in use is not removed.
    if (((await ageOf(file)) ?? 0) > FRESH_MS) await utimes(file, new Date(), new Date());
    return {generation, ...defined({restored: typeof restored === 'string' ? restored : undefined})};
  } catch {
    return undefined;
  }
}

async function readSeen(file: string): Promise<SeenHistory | undefined> {
  try {
    return seenOf(JSON.parse(await readFile(file, 'utf8')) as Json);
  } catch {
    return undefined;
  }
}

function seenOf(value: Json): SeenHistory | undefined {
  if (!isObject(value) || value['formatVersion'] !== 1) return undefined;
  const {lineage, epoch, revision, key, former, restored} = value;
  const isWhole =
    typeof lineage === 'string' && typeof epoch === 'number' && typeof revision === 'number' && typeof key === 'string';
  if (!isWhole || !Array.isArray(former)) return undefined;
  return {
    lineage,
    epoch,
    revision,
    key,
    ...defined({restored: typeof restored === 'string' ? restored : undefined}),
    former: former.filter((one) => typeof one === 'string'),
  };
}

/** Returns the age of a file in milliseconds; undefined if the file does not exist. */
const ageOf = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({mtimeMs}) => Date.now() - mtimeMs,
    () => undefined,
  );

async function sweep(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => []);
  for (const name of names) {
    const file = join(directory, name);
    if (((await ageOf(file)) ?? 0) > OLD_MS) await rm(file, {force: true});
  }
}
