import {createHash, randomUUID} from 'node:crypto';
import {type FileHandle, open, rename, rm} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {BackupEnd, BackupHeader} from '../../core/backend/backup-header.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {isBackup} from './read-backup-file.ts';

/** A document to write: its key in the backend and its bytes. */
type Added = {readonly key: string; readonly value: Uint8Array};

/** The written backup. */
export type WrittenBackup = BackupEnd & {readonly bytes: number};

/** The contents of a backup, and their check. */
export type BackupContents = {
  /** Adds the documents. Returns false if they do not belong together: nothing is written then. */
  readonly fill: (add: (document: Added) => Promise<void>) => Promise<boolean>;
  /** Checks the written file before it gets its name. */
  readonly check: (draft: string) => Promise<void>;
};

/**
 * Writes a backup, readable only by its owner. The file appears whole and checked under its name, or not at all.
 * @throws GantryError input/usage if the file cannot be written, or is something else than a backup; the errors of the contents
 */
export async function writeBackup(
  path: string,
  header: BackupHeader,
  {fill, check}: BackupContents,
): Promise<WrittenBackup | undefined> {
  if ((await isBackup(path)) === false)
    throw refused(
      path,
      'the file exists and is not a backup of Gantry',
      'Name another file, or remove this one first.',
    );
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await using file = await created(path, draft);
    const written = await writeLines(file, header, fill);
    if (written === undefined) return undefined;
    await file.sync();
    await check(draft);
    await rename(draft, path);
    return written;
  } catch (error) {
    throw error instanceof GantryError ? error : unwritable(path, error);
  } finally {
    await rm(draft, {force: true}).catch(() => undefined);
  }
}

async function writeLines(
  file: FileHandle,
  header: BackupHeader,
  fill: BackupContents['fill'],
): Promise<WrittenBackup | undefined> {
  const hash = createHash('sha256');
  let [documents, bytes] = [0, 0];
  const write = async (line: unknown): Promise<void> => {
    const text = Buffer.from(`${JSON.stringify(line)}\n`);
    hash.update(text);
    bytes += text.length;
    await file.writeFile(text);
  };
  await write(header);
  const isWhole = await fill(async ({key, value}) => {
    documents++;
    await write({key, value: Buffer.from(value).toString('base64')});
  });
  if (!isWhole) return undefined;
  const end = {documents, sha256: hash.copy().digest('hex')};
  await write(end);
  return {...end, bytes};
}

const created = (path: string, draft: string): Promise<FileHandle> =>
  open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw unwritable(path, error);
  });

const unwritable = (path: string, error: unknown): GantryError =>
  refused(path, `the file cannot be written (${(error as NodeJS.ErrnoException).code ?? String(error)})`);

const refused = (path: string, problem: string, hint?: string): GantryError =>
  new GantryError({code: 'input/usage', message: `${path}: ${problem}`, ...defined({hint})});
