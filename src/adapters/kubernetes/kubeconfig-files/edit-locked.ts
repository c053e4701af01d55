import {randomBytes} from 'node:crypto';
import {chmod, open, readFile, realpath, rename, rm} from 'node:fs/promises';
import {dirname} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {makeDirectories} from '../../../lib/make-directories.ts';
import {notWritten} from './not-written.ts';

/** Computes the new text of a file from the old one, and the result for the caller. Runs while the file is locked. */
export type Edit<T> = (before: string) => {readonly text: string; readonly answer: T};

/** Changes a file while holding kubectl's own lock (`config.lock`). Readers see either the old text or the new one. */
export async function editLocked<T>(file: string, edit: Edit<T>): Promise<T> {
  try {
    await makeDirectories(dirname(file), {mode: 0o700});
    await using _lock = await lockOf(file);
    // If ~/.kube/config is a symbolic link, the link is kept.
    const target = await realpath(file).catch(() => file);
    const before = await textIn(target);
    const {text, answer} = edit(before ?? '');
    if (text !== (before ?? '')) await replace(target, text);
    return answer;
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw notWritten(file, PROBLEMS[error.code ?? ''] ?? `the operating system reports ${error.code}`);
  }
}

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EROFS: 'its file system is read-only',
  EISDIR: 'it is a directory',
  ENOTDIR: 'one of its parent directories is not a directory',
  ENOSPC: 'the disk is full',
};

async function textIn(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (isSystemError(error) && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Replaces a file that contains credentials, or a way to get them. The new file is readable only by its owner. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await using handle = await open(draft, 'wx', 0o600);
    await handle.writeFile(text);
    await handle.sync();
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true}).catch(() => undefined);
    throw error;
  }
}

const TRIES = 50;
const PAUSE_MS = 100;

async function lockOf(file: string): Promise<AsyncDisposable> {
  const lock = `${file}.lock`;
  for (let tries = 1; ; tries++) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      return {[Symbol.asyncDispose]: () => rm(lock, {force: true})};
    } catch (error) {
      if (!isSystemError(error) || error.code !== 'EEXIST') throw error;
      if (tries === TRIES)
        throw notWritten(file, `another program holds its lock ${lock}; if none is running, remove that file`);
      await setTimeout(PAUSE_MS);
    }
  }
}
