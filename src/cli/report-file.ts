import {open, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {dirname} from 'node:path';
import type {Report} from './flags/report-flag.ts';
import {hasMarker, withMarker} from './report-marker.ts';
import {usageError} from './usage.ts';

/** Checks a report before the run does anything. @throws GantryError `input/usage` if it cannot be written. */
export async function checkReportFile({format, file}: Report): Promise<void> {
  const target = await statOf(file);
  if (target?.isDirectory()) throw usageError(`--report: ${file} is a directory.`, 'Name a file in it.');
  if ((await statOf(dirname(file)))?.isDirectory() !== true)
    throw usageError(`--report: directory ${dirname(file)} not found.`, 'Create it first.');
  if (await isOther({format, file}))
    throw usageError(
      `--report: ${file} is not a ${format} report of Gantry, and would be overwritten.`,
      'Name another file, or remove this one first.',
    );
  // A pipe or /dev/fd/3 is opened only once, to write the report.
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
  // Checked again, because the report of an error can be written before checkReportFile has run.
  if (await isOther({format, file}))
    throw new Error(`it is not a ${format} report of Gantry, and would be overwritten`);
  const draft = draftOf(file);
  try {
    await writeFile(draft, withMarker(format, text), {flag: 'wx'});
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}

/** Returns why a file cannot be written, without the name of the system call. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, \w+ '[^]*$/, '') : String(error);

/** The maximum size of a file that may be a report. Larger files are not read. */
const MOST_BYTES = 256 * 2 ** 20;

/** Reports whether a file is neither empty nor a report of this format. A report must not replace such a file. */
async function isOther({format, file}: Report): Promise<boolean> {
  const target = await statOf(file);
  if (target?.isFile() !== true || target.size === 0) return false;
  if (target.size > MOST_BYTES) return true;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined || !hasMarker(format, text);
}

const draftOf = (file: string): string => `${file}.${process.pid}.tmp`;

const statOf = (file: string) => stat(file).catch(() => undefined);
