import {lstat, open, rename, rm} from 'node:fs/promises';
import {isReportPage} from '../ui/html/report-page.ts';
import {checkOutputFile, draftOf, reasonOf} from './output-file.ts';
import {usageError} from './usage.ts';

/** Checks the file of `--html` before anything is read. @throws GantryError `input/usage` if it cannot be written, or is not a page of Gantry */
export async function checkPageFile(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined);
  // The page replaces its file. A link or a pipe would be replaced too, and its reader would not get the page.
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw usageError(`--html: ${file} is not a regular file.`, 'Name another file. For stdout, use "--html -".');
  await checkOutputFile({flag: '--html', file, kind: 'a report page of Gantry', isOwn: isReportPage});
}

/** The mode of a new page, which names servers, people and objects. The user who publishes the page decides who can read it. */
const MODE = 0o600;

/**
 * Writes the whole page or nothing. A page that is replaced keeps its mode.
 * @throws GantryError `input/usage` if it cannot be written
 */
export async function writePageFile(file: string, text: string): Promise<void> {
  // Checked again, because reading the clusters took time.
  await checkPageFile(file);
  const draft = draftOf(file);
  try {
    await using handle = await open(draft, 'wx', MODE);
    const before = await lstat(file).catch(() => undefined);
    if (before !== undefined) await handle.chmod(before.mode & 0o777);
    await handle.writeFile(text);
    await handle.sync();
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true});
    throw usageError(`--html: ${file} cannot be written: ${reasonOf(error)}.`);
  }
}
