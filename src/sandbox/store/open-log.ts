import {randomUUID} from 'node:crypto';
import {closeSync, fdatasync, fdatasyncSync, ftruncateSync, openSync, writeSync} from 'node:fs';
import {basename, join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {JsonObject} from '../../core/json.ts';
import {nameOf, namespaceOf} from '../model/metadata.ts';
import {damaged} from './damaged-store.ts';
import {FORMAT, logLine} from './log-line.ts';
import type {Persistence} from './memory-store.ts';
import {readIfThere, replaceFile} from './private-file.ts';
import {type Kept, keptKey, type LogContents, readLog} from './read-log.ts';
import {readPosition, type SyncedPosition, writePosition} from './synced-position.ts';

/** A log that has been read and is open for writes. */
export type OpenLog = {
  readonly objects: readonly Kept[];
  readonly revision: number;
  readonly persistence: Persistence;
};

/** A log of at least this many bytes is compacted when most of its lines are obsolete. */
const WORTH_COMPACTING = 4 * 1024 * 1024;
/** The delay of the sync to disk, in milliseconds. Unsynced writes survive the end of the process, but not a power failure. */
const SYNC_MS = 1000;

/** Returns the path of the log of all writes. */
export const logPath = (directory: string): string => join(directory, 'objects.log');

/** Reads the objects of a sandbox without opening its store; undefined if there is none. */
export function readObjects(directory: string): LogContents | undefined {
  const path = logPath(directory);
  // The mark is read first, because a process that has the log open may append to it in between.
  const position = readPosition(directory);
  const bytes = readIfThere(path);
  if (bytes === undefined && position === undefined) return undefined;
  if (bytes === undefined) throw damaged(directory, path, 'is missing');
  const contents = readLog(bytes, (id) => (position?.log === id ? position.bytes : 0));
  if ('damaged' in contents) throw damaged(directory, path, contents.damaged);
  if ('newer' in contents)
    throw new GantryError({
      code: 'sandbox/newer',
      name: basename(directory),
      directory,
      format: contents.newer,
      known: FORMAT,
    });
  return contents;
}

/** Opens the log of a directory that this process has locked. Every write is passed to the operating system before it is acknowledged. */
export function openLog(directory: string): OpenLog {
  const path = logPath(directory);
  let log = readObjects(directory) ?? writeSnapshot(directory, new Map<string, Kept>(), 1);
  const {kept} = log;
  let [file, bytes, lines] = [openSync(path, 'r+'), log.bytes, log.lines];
  // Bytes after the last complete write were never acknowledged.
  ftruncateSync(file, bytes);
  let timer: NodeJS.Timeout | undefined;

  const syncSoon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      const [{id}, until] = [log, bytes];
      fdatasync(file, (error) => {
        if (error === null && log.id === id && file !== -1) recordPosition(directory, {log: id, bytes: until});
      });
    }, SYNC_MS).unref();
  };
  const append = (record: JsonObject): void => {
    const line = logLine(record);
    appendWhole(file, line, bytes);
    bytes += line.length;
    lines += 1;
    syncSoon();
  };
  const compact = (revision: number): void => {
    if (bytes < WORTH_COMPACTING || lines < 2 * kept.size) return;
    log = writeSnapshot(directory, kept, revision);
    closeSync(file);
    [file, bytes, lines] = [openSync(path, 'r+'), log.bytes, log.lines];
  };
  return {
    objects: [...kept.values()],
    revision: log.revision,
    persistence: {
      put: (resource, object, revision) => {
        append({put: resource, object});
        kept.set(keptKey(resource, namespaceOf(object), nameOf(object)), {resource, object});
        compact(revision);
      },
      remove: (resource, namespace, name, revision) => {
        append({remove: resource, namespace, name, revision});
        kept.delete(keptKey(resource, namespace, name));
        compact(revision);
      },
      close: () => {
        clearTimeout(timer);
        fdatasyncSync(file);
        closeSync(file);
        file = -1;
        writePosition(directory, {log: log.id, bytes});
      },
    },
  };
}

/** Writes the mark if possible. No caller waits for it, and a persistent error also fails the next write or the closing. */
function recordPosition(directory: string, position: SyncedPosition): void {
  try {
    writePosition(directory, position);
  } catch {
    // The old mark stays valid: at least that much is on disk.
  }
}

/** Appends a whole line or nothing: after a full disk, the log has its old length. */
function appendWhole(file: number, line: Buffer, at: number): void {
  try {
    for (let done = 0; done < line.length; ) done += writeSync(file, line, done, line.length - done, at + done);
  } catch (error) {
    ftruncateSync(file, at);
    throw error;
  }
}

/** Replaces the log by one that contains only the current objects, in one step. */
function writeSnapshot(directory: string, kept: Map<string, Kept>, revision: number): LogContents {
  const id = randomUUID();
  const content = Buffer.concat([
    logLine({sandbox: FORMAT, id}),
    ...[...kept.values()].map(({resource, object}) => logLine({put: resource, object})),
    logLine({snapshot: revision}),
  ]);
  replaceFile(logPath(directory), content);
  writePosition(directory, {log: id, bytes: content.length});
  return {id, revision, kept, lines: kept.size + 2, bytes: content.length};
}
