import {unreadable} from '../../config/backup/read-backup-file.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {knownKey} from '../../engine/release/hmac-key.ts';
import type {Backend} from '../../ports/backend.ts';
import {verifyBackend} from './verify-backend.ts';

/** Reports whether this user can open a backup, so that its MACs can be checked. */
export async function isOpened(backend: Backend): Promise<boolean> {
  try {
    await knownKey(backend);
    return true;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'backend/sealed') return false;
    throw error;
  }
}

type Verifying = {readonly file: string; readonly signal: AbortSignal};

/**
 * Refuses a backup with documents that no run would accept.
 * @throws GantryError backend/bad-backup, which names them
 */
export async function refuseProblems(backend: Backend, {file, signal}: Verifying): Promise<void> {
  const {problems} = await verifyBackend({strict: false}, {backend: async () => backend, signal});
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_SHOWN).map(({key, failure}) => `${key} (${failure.code})`);
  const more = problems.length > MOST_SHOWN ? ` and ${problems.length - MOST_SHOWN} more` : '';
  throw unreadable(
    file,
    `no run would accept these documents in it: ${shown.join(', ')}${more}`,
    'Run "gantry backend verify" in the backend that it was made of, and repair what it names.',
  );
}

const MOST_SHOWN = 5;
