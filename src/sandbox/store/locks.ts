import {closeSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {once} from '../../lib/once.ts';
import {damaged, unusable} from './damaged-store.ts';

/** How long somebody who looks whether others are there can keep a newcomer waiting; it takes them well under a millisecond. */
const LOOK_MS = 2000;
const [BUSY, NOT_EMPTY] = [5, 26];

/**
 * Locks by SQLite, because theirs are the system's: they end with the process however it ends, and are seen by a second
 * one of the same process as well. The files are always empty. Nothing else may open them: closing it would end the lock.
 */
export function takeLock(path: string): Disposable | undefined {
  return locked(path, 'BEGIN EXCLUSIVE');
}

/** Whether somebody has taken the lock. */
export function isTaken(path: string): boolean {
  const look = locked(path, SHARED);
  look?.[Symbol.dispose]();
  return look === undefined;
}

/** A shared lock, released on disposal. */
export type Shared = Disposable & {
  /** Whether nobody else has a share. */
  readonly alone: () => boolean;
};

/** A share in what many may have at once. */
export function takeShare(path: string): Shared {
  const database = open(path);
  const wait = `PRAGMA busy_timeout = ${LOOK_MS}`;
  database.exec(`${wait}; ${SHARED}`);
  return {
    alone: () => {
      database.exec('ROLLBACK; PRAGMA busy_timeout = 0');
      const is = attempt(database, 'BEGIN EXCLUSIVE');
      database.exec(`${is ? 'ROLLBACK;' : ''} ${wait}; ${SHARED}`);
      return is;
    },
    [Symbol.dispose]: () => database.close(),
  };
}

/** A transaction takes its lock when it first reads. */
const SHARED = 'BEGIN; SELECT count(*) FROM sqlite_schema';

function locked(path: string, how: string): Disposable | undefined {
  const database = open(path);
  const close = (): void => database.close();
  if (attempt(database, how)) return {[Symbol.dispose]: close};
  close();
  return undefined;
}

function open(path: string): DatabaseSync {
  create(path);
  const database = new (sqlite().DatabaseSync)(path);
  try {
    // Nothing is ever written, so that there is nothing to undo.
    attempt(database, 'PRAGMA journal_mode = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw refused(path, error);
  }
}

/** SQLite would make it readable for all. Who finds it there does not open it: see above. */
function create(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function attempt(database: DatabaseSync, sql: string): boolean {
  try {
    database.exec(sql);
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === BUSY) return false;
    throw error;
  }
}

function refused(path: string, error: unknown): Error {
  const message = error instanceof Error ? error.message : '';
  return error instanceof Error && 'errcode' in error && error.errcode === NOT_EMPTY
    ? damaged(dirname(path), path, 'is a lock and was written to')
    : unusable(dirname(path), `${path}: ${message}`, error);
}

/** Node 22 says on stderr that it is experimental; what is used of it is the same in all versions, and nobody can act on it. */
const sqlite = once(() => {
  const warn = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    if (warn !== undefined) Object.defineProperty(process, 'emitWarning', warn);
  }
});
