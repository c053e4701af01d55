import type {AccessRoot, AccessVerb} from '../../core/backend/access-rules.ts';
import type {Backend} from '../../ports/backend.ts';
import type {AccessTrial} from '../../ports/backend-access.ts';

/** A permission to try: one verb below one root. */
export type TrialRequest = {
  readonly backend: Backend;
  readonly trial: AccessTrial;
  readonly root: AccessRoot;
  readonly verb: AccessVerb;
};

/** The name in the keys of all requests of a trial. Gantry has no documents of this name. */
const NAME = 'gantry-access-probe';

const VALUE = new TextEncoder().encode('{}\n');

/**
 * Sends the requests that need a permission. They read and change no existing document, and leave none behind.
 * @throws GantryError if the permission is denied: the same error as in every command of this user
 */
export async function sendTrial({backend, trial, root, verb}: TrialRequest): Promise<void> {
  const key = `${root}${NAME}.json`;
  if (verb === 'read') {
    await backend.list(`${root}${NAME}/`);
    await backend.get(key);
  } else if (trial.by !== 'condition') {
    await writeAndDelete(backend, key);
  } else {
    if (verb === 'write') await backend.put(key, VALUE, trial.version);
    if (verb === 'delete' || trial.both === true) await backend.delete(key, trial.version);
  }
}

async function writeAndDelete(backend: Backend, key: string): Promise<void> {
  // The next trial deletes the document of an interrupted one.
  const left = await backend.get(key);
  const made = await backend.put(key, VALUE, left?.version);
  if (made !== 'conflict') await backend.delete(key, made.version);
}
