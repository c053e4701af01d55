import {closeSync, openSync} from 'node:fs';
import {dirname} from 'node:path';
import type {DatabaseSync} from 'node:sqlite';
import {once} from '../../lib/once.ts';
import {damaged, unusable} from './damaged-store.ts';

/** The time limit for a process that has to wait while another one checks the lock. A check takes far less than a millisecond. */
const LOOK_MS = 2000;
const [BUSY, NOT_EMPTY] = [5, 26];

/**
 * Takes a lock; undefined if it is taken. SQLite's locks are locks of the operating system: they end with the process, even if it crashes,
 * and they also exclude a second holder in the same process. The files are always empty. No other code may open them, because closing a
 * file releases its lock.
 */
export function takeLock(path: string): Disposable | undefined {
  return locked(path, 'BEGIN EXCLUSIVE');
}

/** Reports whether the lock is taken. */
export function isTaken(path: string): boolean {
  const look = locked(path, SHARED);
  look?.[Symbol.dispose]();
  return look === undefined;
}

/** A shared lock, released on disposal. */
export type Shared = Disposable & {
  /** Reports whether this is the only share. */
  readonly alone: () => boolean;
};

/** Takes a share of a lock that several processes can share. */
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

/** A transaction takes its lock with its first read. */
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
    // Nothing is ever written, so no rollback journal is needed.
    attempt(database, 'PRAGMA journal_mode = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw refused(path, error);
  }
}

/** Creates the file, because SQLite would make it readable for everybody. An existing file is not opened, since closing it would release the lock. */
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
    ? damaged(dirname(path), path, 'is a lock file, but is not empty')
    : unusable(dirname(path), `${path}: ${message}`, error);
}

/**
 * Loads SQLite without Node 22's warning that it is experimental. The functions used here are the same in all versions, and a user cannot
 * act on the warning.
 */
const sqlite = once(() => {
  const warn = Object.getOwnPropertyDescriptor(process, 'emitWarning');
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite');
  } finally {
    if (warn !== undefined) Object.defineProperty(process, 'emitWarning', warn);
  }
});
