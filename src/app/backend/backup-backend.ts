import {resolve} from 'node:path';
import {openBackup} from '../../config/backup/read-backup-file.ts';
import {writeBackup} from '../../config/backup/write-backup.ts';
import {BACKUP_FORMAT, type BackupHeader} from '../../core/backend/backup-header.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {INDEX_PREFIX} from '../../core/release/keys.ts';
import {readBackup} from '../../engine/backend/read-backup.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {refuseUntrusted} from '../untrusted/refused-untrusted.ts';
import {hasPlaintext} from './plaintext-in.ts';
import {isOpened, refuseProblems} from './refuse-problems.ts';

/** Request of `gantry backend backup`. */
export type BackupBackend = {
  readonly file: string;
  /** True to also back up secrets that the backend stores in clear. */
  readonly allowPlaintext: boolean;
};

/** The answer of `gantry backend backup`. */
export type BackupOutcome = {
  readonly formatVersion: 1;
  readonly backend: string;
  readonly file: string;
  readonly createdAt: string;
  readonly documents: number;
  /** The number of stacks in workspaces. */
  readonly histories: number;
  readonly bytes: number;
  /** The digest of the backup, which is also its last line. */
  readonly sha256: string;
  /** True if the MACs of all documents were checked. False if this user cannot open the backend. */
  readonly isVerified: boolean;
  /** Documents with secrets in clear. */
  readonly plaintext: readonly string[];
};

/** The number of times that the backend is read again after another run has rekeyed it. */
const ATTEMPTS = 3;

/**
 * Writes all documents of the backend to a file. Other runs continue. Sealed values stay sealed, and no key is needed; with a key, every
 * document is verified before the file appears.
 * @throws GantryError input/usage; release/damaged; backend/bad-backup for documents that no run would accept
 */
export async function backupBackend(request: BackupBackend, deps: Deps): Promise<BackupOutcome> {
  refuseUntrusted('a backup contains everything in the backend');
  // What this machine has seen is compared when a history is opened, and a backup opens none.
  const {seen: _, recent: __, ...backend} = await deps.backend();
  const file = resolve(deps.cwd, request.file);
  const header: BackupHeader = {
    kind: 'gantry-backup',
    formatVersion: BACKUP_FORMAT,
    backend: backend.name,
    createdAt: deps.clock.now().toISOString(),
    gantryVersion: deps.gantryVersion,
  };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const written = await writeOnce({file, header, backend, allowed: request.allowPlaintext}, deps);
    if (written !== undefined)
      return {formatVersion: 1, backend: backend.name, file, createdAt: header.createdAt, ...written};
  }
  throw new GantryError({code: 'plan/stale', detail: 'the backend got a new data key during the backup'});
}

type Writing = {
  readonly file: string;
  readonly header: BackupHeader;
  readonly backend: Backend;
  readonly allowed: boolean;
};

async function writeOnce({file, header, backend, allowed}: Writing, {signal}: Deps) {
  const plaintext: string[] = [];
  let [documents, histories] = [0, 0];
  let isVerified = false;
  const written = await writeBackup(file, header, {
    fill: async (add) => {
      const isConsistent = await readBackup({
        backend,
        signal,
        add: async (document) => {
          documents++;
          if (document.key.startsWith(INDEX_PREFIX)) histories++;
          if (hasPlaintext(document)) plaintext.push(document.key);
          await add(document);
        },
      });
      if (documents === 0) throw empty(backend);
      if (plaintext.length > 0 && !allowed) throw inClear(backend, plaintext);
      return isConsistent;
    },
    check: async (draft) => {
      await using backup = await openBackup(draft);
      const copy = {...backup.backend, ...defined({encryption: backend.encryption})};
      isVerified = await isOpened(copy);
      if (isVerified) await refuseProblems({...copy, name: backend.name}, {file, signal});
    },
  });
  return written && {...written, histories, isVerified, plaintext};
}

const empty = ({name}: Backend): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `${name} is empty: there is nothing to back up`,
    hint: 'Run "gantry config list" to see which backend is used here.',
  });

const inClear = ({name}: Backend, keys: readonly string[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `${name} stores secrets in clear, and the backup would contain them: ${keys.join(', ')}`,
    hint: 'Seal the backend with "gantry backend rekey", or pass --allow-plaintext. Anyone who reads such a file can test guesses of secrets, and can forge releases with a permission to write the backend.',
  });
