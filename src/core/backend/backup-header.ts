import {isObject, type Json} from '../json.ts';

/** The format of the first line of a backup. */
export const BACKUP_FORMAT = 1;

/**
 * The first line of a backup of a backend. One line for each document follows: `{key, value}`, with the bytes in base64. The last line has
 * the number of documents, and the digest of all lines before it.
 */
export type BackupHeader = {
  readonly kind: 'gantry-backup';
  readonly formatVersion: typeof BACKUP_FORMAT;
  /** The name of the backend for users. */
  readonly backend: string;
  readonly createdAt: string;
  readonly gantryVersion: string;
};

/** The last line of a backup. */
export type BackupEnd = {readonly documents: number; readonly sha256: string};

/** Returns the header in a first line, or the reason why there is none. */
export function readHeader(line: Json): BackupHeader | {readonly problem: string; readonly hint?: string} {
  if (!isObject(line) || line['kind'] !== 'gantry-backup') return {problem: 'it is not a backup of a backend'};
  const {formatVersion, backend, createdAt, gantryVersion} = line;
  if (typeof formatVersion === 'number' && formatVersion > BACKUP_FORMAT)
    return {problem: `it was written by a newer Gantry (format ${formatVersion})`, hint: 'Update Gantry.'};
  if (formatVersion !== BACKUP_FORMAT || ![backend, createdAt, gantryVersion].every((one) => typeof one === 'string'))
    return {problem: 'its first line is incomplete'};
  return line as unknown as BackupHeader;
}

/** Reports whether a last line has this number of documents and this digest. */
export const isEnd = (line: Json, {documents, sha256}: BackupEnd): boolean =>
  isObject(line) && line['documents'] === documents && line['sha256'] === sha256;
