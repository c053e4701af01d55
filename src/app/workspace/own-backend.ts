import type {Backend} from '../../ports/backend.ts';
import type {Deps} from '../deps.ts';

/** Opens the backend in `$GANTRY_HOME`: the workspaces in it are the user's own, and found in every project. */
export const ownBackend = (deps: Pick<Deps, 'openBackend' | 'home'>): Promise<Backend> =>
  deps.openBackend({kind: 'local', directory: deps.home});
