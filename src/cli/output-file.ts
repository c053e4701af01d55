import {open, readFile, rm, stat} from 'node:fs/promises';
import {dirname} from 'node:path';
import {usageError} from './usage.ts';

/** A file that a flag names for an output. */
export type OutputFile = {
  readonly flag: string;
  readonly file: string;
  /** The kind of output that it may already contain: `a json report of Gantry`. */
  readonly kind: string;
  /** Reports whether a text is such an output. Any other file is not overwritten. */
  readonly isOwn: (text: string) => boolean;
};

/** Checks a file before the run starts. @throws GantryError `input/usage` if it cannot be written, or contains anything else than such an output */
export async function checkOutputFile(output: OutputFile): Promise<void> {
  const {flag, file, kind} = output;
  const target = await statOf(file);
  if (target?.isDirectory()) throw usageError(`${flag}: ${file} is a directory.`, 'Name a file in it.');
  if ((await statOf(dirname(file)))?.isDirectory() !== true)
    throw usageError(`${flag}: directory ${dirname(file)} not found.`, 'Create it first.');
  if (await isOther(output))
    throw usageError(
      `${flag}: ${file} is not ${kind}, and would be overwritten.`,
      'Name another file, or remove this one first.',
    );
  // A pipe or /dev/fd/3 is opened only once, to write the output.
  if (target !== undefined && !target.isFile()) return;
  try {
    await (await open(draftOf(file), 'wx')).close();
    await rm(draftOf(file));
  } catch (error) {
    throw usageError(`${flag}: ${file} cannot be written: ${reasonOf(error)}.`);
  }
}

/** Returns why a file cannot be written, without the name of the system call. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/, \w+ '[^]*$/, '') : String(error);

/** The maximum size of a file that may be an output. Larger files are not read. */
const MOST_BYTES = 256 * 2 ** 20;

/** Reports whether a file is neither empty nor an output of this kind, so that it must not be replaced. */
export async function isOther({file, isOwn}: Pick<OutputFile, 'file' | 'isOwn'>): Promise<boolean> {
  const target = await statOf(file);
  if (target?.isFile() !== true || target.size === 0) return false;
  if (target.size > MOST_BYTES) return true;
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined || !isOwn(text);
}

/** Returns the name under which a file is written before it replaces the old one. */
export const draftOf = (file: string): string => `${file}.${process.pid}.tmp`;

/** Returns the properties of a file; undefined if it does not exist or cannot be read. */
export const statOf = (file: string) => stat(file).catch(() => undefined);
