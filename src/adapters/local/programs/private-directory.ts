import {randomBytes} from 'node:crypto';
import {rmSync} from 'node:fs';
import {chmod, lstat, mkdir, rename, rm, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {GantryError} from '../../../core/failure/failure.ts';
import {Secret} from '../../../core/secret/secret.ts';
import {makeDirectories} from '../../../lib/make-directories.ts';
import type {PrivateDirectory} from '../../../ports/programs.ts';
import {isLasting, lastingName, temporaryName} from './directory-name.ts';
import {sweep} from './sweep.ts';

/** Creates a directory for this run only. It is removed at the end of this process at the latest. */
export async function temporaryDirectory(base: string): Promise<PrivateDirectory> {
  await privateBase(base);
  await sweep(base);
  const path = join(base, temporaryName(randomBytes(6).toString('hex')));
  await made(() => mkdir(path, {mode: 0o700}), path);
  openUntilExit(path);
  return {
    ...directoryAt(path),
    remove: async () => {
      await rm(path, {recursive: true, force: true});
      closed(path);
    },
  };
}

/** The directories that are removed at the exit. They share one listener: node warns about more than ten. */
const opened = new Set<string>();

function removeOpened(): void {
  for (const path of opened) rmSync(path, {recursive: true, force: true});
}

function openUntilExit(path: string): void {
  if (opened.size === 0) process.once('exit', removeOpened);
  opened.add(path);
}

function closed(path: string): void {
  opened.delete(path);
  if (opened.size === 0) process.off('exit', removeOpened);
}

/** Creates a directory that outlives this process until its terminal session ends. */
export async function lastingDirectory(base: string): Promise<PrivateDirectory> {
  await privateBase(base);
  await sweep(base);
  const path = join(base, lastingName(randomBytes(6).toString('hex')));
  await made(() => mkdir(path, {mode: 0o700}), path);
  return directoryAt(path);
}

/** Removes the lasting directory that contains the file. Any other path is ignored. */
export async function dropLasting(base: string, path: string): Promise<void> {
  const directory = dirname(path);
  if (dirname(directory) === base && isLasting(basename(directory)))
    await rm(directory, {recursive: true, force: true});
}

const directoryAt = (path: string): PrivateDirectory => ({
  path,
  write: async (name, content) => {
    const file = join(path, name);
    // Written atomically and with the final mode: a program may be reading the earlier file.
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    await made(async () => {
      await makeDirectories(dirname(file), {mode: 0o700});
      await writeFile(draft, content instanceof Secret ? content.reveal() : content, {mode: 0o600, flag: 'wx'});
      await rename(draft, file);
    }, file);
    return file;
  },
  remove: () => rm(path, {recursive: true, force: true}),
  keep: () => closed(path),
});

/** Creates the base directory and checks its owner, because another owner could read or replace the files written into it. */
export async function privateBase(base: string): Promise<void> {
  await made(() => makeDirectories(base, {mode: 0o700}), base);
  const stats = await lstat(base);
  const foreign = process.getuid !== undefined && stats.uid !== process.getuid();
  if (!stats.isDirectory() || foreign)
    throw unusable(base, foreign ? 'it belongs to another user' : 'it is not a directory');
  if ((stats.mode & 0o077) !== 0) await made(() => chmod(base, 0o700), base);
}

/** Makes something at a path. @throws GantryError 'program/no-place' */
export async function made(make: () => Promise<unknown>, path: string): Promise<void> {
  try {
    await make();
  } catch (error) {
    throw unusable(path, error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be written');
  }
}

const unusable = (path: string, problem: string): GantryError =>
  new GantryError({
    code: 'program/no-place',
    path,
    problem,
  });
