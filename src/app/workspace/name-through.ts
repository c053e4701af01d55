import {dirname} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/** A workspace to name so that another workspace can find it. */
export type NameThrough = {
  readonly through: Pick<FoundWorkspace, 'name' | 'place' | 'file' | 'scope'>;
  readonly backend: Pick<Backend, 'name' | 'isPrivate' | 'directory'>;
  /** The directory of the project, if there is one: names are looked up there, too. */
  readonly workspacesDir?: string | undefined;
  /** `$GANTRY_HOME`, the directory of the user's own workspaces. */
  readonly home: string;
};

/**
 * Returns how a workspace in the backend names another one so that it can be found from there: by its name, or by the path of a file in a
 * private backend.
 * @throws GantryError 'input/usage' for a file that other users of the backend do not have
 */
export function nameThrough({through, backend, workspacesDir, home}: NameThrough): string {
  const {name, place, file, scope} = through;
  const isOwnStore = backend.directory === home;
  if (place === 'backend' && scope === 'shared' && isOwnStore)
    throw new GantryError({
      code: 'input/usage',
      message: `${name} is in a backend of a project, and every project finds your own workspaces. In another project, this name may lead to another workspace`,
      hint: 'Store the new workspaces beside it with --shared, or create it for yourself first: gantry workspace create --mine.',
    });
  if (place === 'backend' || (scope === 'mine' && isOwnStore)) return name;
  if (backend.isPrivate === true) return file;
  if (workspacesDir === dirname(file)) return name;
  throw new GantryError({
    code: 'input/usage',
    message: `${file} is a file, and others read ${backend.name}: a workspace stored there cannot depend on the file`,
    hint: `Store it there as well: gantry workspace create --file ${file}`,
  });
}
