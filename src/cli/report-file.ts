import {open, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Report} from './flags/report-flag.ts';
import {isReport, withMark} from './report-mark.ts';
import {usageError} from './usage.ts';

/** @throws GantryError `input/usage` where a report cannot be written: known before anything is done, not after. */
export async function checkReportFile({format, file}: Report): Promise<void> {
  const target = await statOf(file);
  if (target?.isDirectory()) throw usageError(`--report: ${file} is a directory.`, 'Name a file in it.');
  if ((await statOf(dirname(file)))?.isDirectory() !== true)
    throw usageError(`--report: there is no directory ${dirname(file)}.`, 'Make it first.');
  if (await isOther({format, file}))
    throw usageError(
      `--report: ${file} is no ${format} report of Gantry, and would be overwritten.`,
      'Name another file, or remove this one first.',
    );
  // What is no plain file (a pipe, /dev/fd/3) is opened once, when there is something to write.
  if (target !== undefined && !target.isFile()) return;
  try {
    await (await open(draftOf(file), 'wx')).close();
    await rm(draftOf(file));
  } catch (error) {
    throw usageError(`--report: ${file} cannot be written: ${reasonOf(error)}.`);
  }
}

/** Writes the whole file or nothing, so that no reader sees half of it. */
export async function writeReportFile({format, file}: Report, text: string): Promise<void> {
  const target = await statOf(file);
  if (target !== undefined && !target.isFile()) return writeFile(file, text);
  // A run that ends with an error reports it, too, wherever it has stopped.
  if (await isOther({format, file})) throw new Error(`it is no ${format} report of Gantry, and would be overwritten`);
  const draft = draftOf(file);
  try {
    await writeFile(draft, withMark(format, text), {flag: 'wx'});
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}

/** Why a file cannot be written, without the call that said so. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, \w+ '[^]*$/, '') : String(error);

/** Larger files are not read: no report is. */
const MOST_BYTES = 256 * 2 ** 20;

/** Whether a file holds anything but a report of this format: a report replaces only what Gantry wrote, and empty files. */
async function isOther({format, file}: Report): Promise<boolean> {
  const target = await statOf(file);
  if (target?.isFile() !== true || target.size === 0) return false;
  if (target.size > MOST_BYTES) return true;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined || !isReport(format, text);
}

const draftOf = (file: string): string => `${file}.${process.pid}.tmp`;

const statOf = (file: string) => stat(file).catch(() => undefined);
