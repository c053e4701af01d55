import type {ExaminedSecurity} from '../../config/documents/trust-output.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {defined} from '../../lib/defined.ts';
import {type BackendRequest, chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {modeOfHome} from '../doctor/examine-home.ts';
import {knownWorkspaces, type WorkspacePlaces} from '../workspace/known-workspaces.ts';
import {readWorkspace} from '../workspace/read-workspace.ts';
import {looseSurroundings} from '../workspace/surroundings.ts';
import {UNASKED} from '../workspace/workspace-locations.ts';
import {examineWants} from './examine-wants.ts';
import {wantsOfWorkspace} from './wants-of.ts';
import {wantsOfBackend} from './wants-of-backend.ts';

/**
 * Reports what this checkout, this home and this backend may do on this machine. Contacts only the backend that the user chose, and opens
 * nothing that a workspace names.
 */
export async function examineSecurity(request: BackendRequest, deps: Deps): Promise<ExaminedSecurity> {
  const chosen = await chooseBackend(request, deps);
  const {backend, unread: unreadBackend} = await backendOf(deps);
  const {workspacesDir} = await looseSurroundings(request, deps);
  const places: WorkspacePlaces = {directory: workspacesDir, backend, home: deps.home};
  const own: Deps = {...deps, backend: async () => backend};
  const parts = chosen.from === 'project.yaml' ? [await examineWants(wantsOfBackend(chosen, deps), own)] : [];
  const unread: ExaminedSecurity['unread'][number][] = [];
  for (const known of await knownWorkspaces(places)) {
    try {
      parts.push(await examineWants(await wantsOfWorkspace(await readWorkspace(known, places), own), own));
    } catch (error) {
      if (!(error instanceof GantryError)) throw error;
      unread.push({name: known.name, file: known.file, because: error.failure.code});
    }
  }
  return {
    formatVersion: 1,
    home: await modeOfHome(deps.home),
    backend: {from: chosen.from, name: backend.name, ...defined({unread: unreadBackend})},
    parts: parts.filter(({origin, wants}) => origin !== 'mine' || wants.length > 0),
    unread,
  };
}

async function backendOf(deps: Pick<Deps, 'backend'>) {
  try {
    return {backend: await deps.backend()};
  } catch (error) {
    if (!(error instanceof GantryError)) throw error;
    return {backend: {...UNASKED, name: 'not asked'}, unread: error.failure.code};
  }
}
