import {sharedPrefix, workspaceKey} from '../../core/release/keys.ts';
import type {Backend} from '../../ports/backend.ts';
import type {WorkspaceStore} from './kept-workspace.ts';

/**
 * Deletes the registrations of external resources of a workspace that is gone. If the backend of the project is another one, it has those of the
 * user's own workspace, unless it stores a shared workspace of this name.
 */
export async function forgetExternals({name, backend, releases}: WorkspaceStore): Promise<void> {
  await forgetIn(name, backend);
  if (releases !== undefined && (await releases.get(workspaceKey(name))) === undefined) await forgetIn(name, releases);
}

async function forgetIn(name: string, backend: Backend): Promise<void> {
  for (const key of await backend.list(sharedPrefix(name))) {
    const stored = await backend.get(key);
    if (stored !== undefined) await backend.delete(key, stored.version);
  }
}
