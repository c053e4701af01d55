import {open, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import {usageError} from './usage.ts';

/** @throws GantryError `input/usage` where a report cannot be written: known before anything is done, not after. */
export async function checkReportFile(file: string): Promise<void> {
  const target = await statOf(file);
  if (target?.isDirectory()) throw usageError(`--report: ${file} is a directory.`, 'Name a file in it.');
  if ((await statOf(dirname(file)))?.isDirectory() !== true)
    throw usageError(`--report: there is no directory ${dirname(file)}.`, 'Make it first.');
  if (await isSource(file))
    throw usageError(`--report: ${file} is a source of the project, and would be overwritten.`, 'Name another file.');
  // What is no plain file (a pipe, /dev/fd/3) is opened once, when there is something to write.
  if (target !== undefined && !target.isFile()) return;
  try {
    await (await open(draftOf(file), 'wx')).close();
    await rm(draftOf(file));
  } catch (error) {
    throw usageError(`--report: ${file} cannot be written: ${reasonOf(error)}.`);
  }
}

/** The whole file or nothing: who reads it never sees half of it. */
export async function writeReportFile(file: string, text: string): Promise<void> {
  const target = await statOf(file);
  if (target !== undefined && !target.isFile()) return writeFile(file, text);
  // A run that ends with an error reports it, too, wherever it has stopped.
  if (await isSource(file)) throw new Error('it is a source of the project');
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, {flag: 'wx'});
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}

/** Why a file cannot be written, without the call that said so. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, \w+ '[^]*$/, '') : String(error);

const isSource = async (file: string): Promise<boolean> => (await import('../app/is-source.ts')).isSource(file);

const draftOf = (file: string): string => `${file}.${process.pid}.tmp`;

const statOf = (file: string) => stat(file).catch(() => undefined);
