import {createHash} from 'node:crypto';
import {constants} from 'node:fs';
import {type FileHandle, open} from 'node:fs/promises';
import {type BackupHeader, isEnd, readHeader} from '../../core/backend/backup-header.ts';
import {KEY_ROOTS} from '../../core/backend/key-roots.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {isObject, type Json} from '../../core/json.ts';
import {isKey} from '../../core/release/check-key.ts';
import {defined} from '../../lib/defined.ts';
import {sha256} from '../../lib/sha256.ts';
import type {Backend} from '../../ports/backend.ts';
import {type Line, linesOf} from './lines-of.ts';

/** A backup whose form and digest were verified. Dispose it. */
export type BackupFile = AsyncDisposable & {
  readonly header: BackupHeader;
  readonly documents: number;
  readonly sha256: string;
  /** Its documents, as a backend that cannot be written. */
  readonly backend: Backend;
};

/**
 * Opens a backup and verifies the whole file. Documents are read again when they are needed, so that the memory holds one at a time.
 * @throws GantryError backend/bad-backup
 */
export async function openBackup(path: string): Promise<BackupFile> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((error: unknown) => {
    throw unreadable(path, `it cannot be opened (${(error as NodeJS.ErrnoException).code ?? String(error)})`);
  });
  try {
    if (!(await file.stat()).isFile()) throw unreadable(path, 'it is not a regular file');
    const {header, places, digest} = await indexOf(path, file);
    return {
      header,
      documents: places.size,
      sha256: digest,
      backend: backendOf(path, file, places),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reports whether a file is a backup, by its first line; undefined if it does not exist or is empty. */
export async function isBackup(path: string): Promise<boolean | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return false;
    if (stats.size === 0) return undefined;
    const {buffer, bytesRead} = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
    const first = parsed(buffer.subarray(0, bytesRead).toString().split('\n', 1)[0] ?? '');
    return first !== undefined && !('problem' in readHeader(first));
  } finally {
    await file.close();
  }
}

/** No header is longer. */
const FIRST_BYTES = 4096;

/** The place of a document in the file, and the digest of its value. */
type Place = Line & {readonly sha256: string};

type Index = {readonly header: BackupHeader; readonly places: ReadonlyMap<string, Place>; readonly digest: string};

async function indexOf(path: string, file: FileHandle): Promise<Index> {
  const hash = createHash('sha256');
  const places = new Map<string, Place>();
  let header: BackupHeader | undefined;
  let digest: string | undefined;
  for await (const {text, ...place} of linesOf(file)) {
    if (digest !== undefined) throw unreadable(path, 'lines follow its end');
    const line = parsed(text.toString());
    if (line === undefined) throw unreadable(path, CHANGED);
    if (header === undefined) header = headerIn(path, line);
    else if (isObject(line) && line['sha256'] !== undefined) {
      digest = hash.digest('hex');
      if (!isEnd(line, {documents: places.size, sha256: digest})) throw unreadable(path, CHANGED);
      continue;
    } else {
      const {key, value} = documentIn(path, line);
      if (places.has(key)) throw unreadable(path, `it contains ${key} twice`);
      places.set(key, {...place, sha256: sha256(value)});
    }
    hash.update(text).update('\n');
  }
  if (header === undefined || digest === undefined) throw unreadable(path, CHANGED);
  return {header, places, digest};
}

const CHANGED = 'its digest does not match: it was changed or truncated after it was written';

function headerIn(path: string, line: Json): BackupHeader {
  const header = readHeader(line);
  if ('problem' in header) throw unreadable(path, header.problem, header.hint);
  return header;
}

function documentIn(path: string, line: Json): {readonly key: string; readonly value: Buffer} {
  const {key, value} = isObject(line) ? line : {};
  if (typeof key !== 'string' || typeof value !== 'string' || !isKey(key)) throw unreadable(path, CHANGED);
  if (!KEY_ROOTS.some((root) => key.startsWith(root)))
    throw unreadable(path, `this version of Gantry does not know ${key}`, 'Update Gantry.');
  return {key, value: Buffer.from(value, 'base64')};
}

const refuse = async (): Promise<never> => {
  throw new Error('a backup cannot be written');
};

function backendOf(path: string, file: FileHandle, places: ReadonlyMap<string, Place>): Backend {
  const keys = [...places.keys()].toSorted();
  return {
    name: `the backup ${path}`,
    get: async (key) => {
      const place = places.get(key);
      if (place === undefined) return undefined;
      const {buffer} = await file.read(Buffer.alloc(place.length), 0, place.length, place.offset);
      const line = parsed(buffer.toString());
      const value = line === undefined ? undefined : documentIn(path, line).value;
      if (value === undefined || sha256(value) !== place.sha256) throw unreadable(path, 'it was changed meanwhile');
      return {value: new Uint8Array(value), version: place.sha256};
    },
    put: refuse,
    delete: refuse,
    list: async (prefix) => keys.filter((key) => key.startsWith(prefix)),
  };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** Returns the failure for a file that is not a whole backup. */
export const unreadable = (file: string, problem: string, hint?: string): GantryError =>
  new GantryError({code: 'backend/bad-backup', file, problem, ...defined({hint})});
