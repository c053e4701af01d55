import {resolve} from 'node:path';
import {openBackup} from '../../config/backup/read-backup-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import {INDEX_PREFIX, parseIndexKey} from '../../core/release/keys.ts';
import type {Restore} from '../../core/release/restores.ts';
import {type RestoredDocuments, restorable, restoreDocuments} from '../../engine/backend/restore-documents.ts';
import {knownKey} from '../../engine/release/hmac-key.ts';
import {currentHolder} from '../../engine/release/holder.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {defined} from '../../lib/defined.ts';
import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';
import {refuseUntrusted} from '../untrusted/refused-untrusted.ts';
import {refusePlaintextWorkspaces} from './refuse-plaintext-workspaces.ts';
import {refuseProblems} from './refuse-problems.ts';

/** Request of `gantry backend restore`. */
export type RestoreBackend = {
  readonly file: string;
  /** True to replace everything in a backend that is not empty. */
  readonly replace: boolean;
  /** True to also restore workspaces with credentials in plain text to a backend that others can read. */
  readonly allowPlaintext: boolean;
  readonly lockTimeoutSeconds: number;
  /** Asks for confirmation, after the backup was verified. */
  readonly confirm: (about: Restoring) => Promise<boolean>;
};

/** The content of a restore, for the confirmation. */
export type Restoring = {
  readonly backend: string;
  readonly file: string;
  readonly backup: Restore['backup'];
  /** The stacks of the backup. */
  readonly histories: readonly HistoryNames[];
  /** The stacks in the backend that the backup does not have. Their releases are deleted. */
  readonly lost: readonly HistoryNames[];
};

/** The answer of `gantry backend restore`. */
export type RestoreOutcome = Restoring & {readonly formatVersion: 1} & (
    | {readonly kind: 'declined'}
    | (RestoredDocuments & {readonly kind: 'restored'})
  );

/**
 * Replaces the contents of the backend by those of a backup, and records that. The whole backup is verified before the first write. A
 * repetition continues after a crash.
 * @throws GantryError backend/bad-backup, backend/sealed, backend/occupied, backend/restoring, workspace/protected, release/locked
 */
export async function restoreBackend(request: RestoreBackend, deps: Deps): Promise<RestoreOutcome> {
  refuseUntrusted('a restore replaces everything in the backend');
  const to = await deps.backend();
  const file = resolve(deps.cwd, request.file);
  await using opened = await openBackup(file);
  const from: Backend = {...opened.backend, ...defined({encryption: to.encryption})};
  await refuseOpenKey(from, to);
  await refuseProblems(from, {file, signal: deps.signal});
  await refusePlaintextWorkspaces({from, to, allowed: request.allowPlaintext});
  const {backend, createdAt} = opened.header;
  const backup = {sha256: opened.sha256, backend, createdAt};
  await restorable({to, backup, replace: request.replace});
  const [histories, there] = await Promise.all([historiesIn(from), historiesIn(to)]);
  const kept = new Set(histories.map((names) => JSON.stringify(names)));
  const lost = there.filter((names) => !kept.has(JSON.stringify(names)));
  const about = {formatVersion: 1, backend: to.name, file, backup, histories, lost} as const;
  if (!(await request.confirm(about))) return {...about, kind: 'declined'};
  deps.signal.throwIfAborted();
  for (const names of [...histories, ...lost]) await to.admit?.({of: 'releases', names});
  const done = await restoreDocuments({
    from,
    to,
    backup,
    replace: request.replace,
    holder: currentHolder({env: deps.env, command: deps.command}),
    clock: deps.clock,
    lockTimeoutMs: request.lockTimeoutSeconds * 1000,
    signal: deps.signal,
    onEvent: deps.onEvent,
  });
  return {...about, ...done, kind: 'restored'};
}

/** Lists the histories in a backend by their names. No document is read, because those of a damaged backend are replaced, too. */
const historiesIn = async (backend: Backend): Promise<readonly HistoryNames[]> =>
  (await backend.list(INDEX_PREFIX)).toSorted(compareNaturally).flatMap((key) => parseIndexKey(key) ?? []);

/**
 * Opens the key of the backup, which signs what the restore records.
 * @throws GantryError backend/sealed; input/usage for a key in clear if the configuration declares encryption
 */
async function refuseOpenKey(from: Backend, to: Backend): Promise<void> {
  try {
    await knownKey(from);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'backend/not-sealed') throw error;
    throw new GantryError({
      code: 'input/usage',
      message: `the key in ${from.name} is stored in clear, but the configuration declares encryption for ${to.name}`,
      hint: 'Restore it with a configuration without encryption. Then declare encryption, and run "gantry backend rekey".',
    });
  }
}
