import {dirname} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {Backend} from '../../ports/backend.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';

/** A workspace to name so that another workspace can find it. */
export type NameThrough = {
  readonly through: Pick<FoundWorkspace, 'name' | 'place' | 'file'>;
  readonly backend: Pick<Backend, 'name' | 'isPrivate'>;
  /** Of the project, if we are in one: a name is looked for there, too. */
  readonly workspacesDir?: string | undefined;
};

/**
 * How a workspace that the backend keeps names another one so that it is found from there: by its name; in a backend that only this
 * user reads, a file by its path.
 * @throws GantryError 'input/usage' for a file that others who read the backend do not have
 */
export function nameThrough({through: {name, place, file}, backend, workspacesDir}: NameThrough): string {
  if (place === 'backend') return name;
  if (backend.isPrivate === true) return file;
  if (workspacesDir === dirname(file)) return name;
  throw new GantryError({
    code: 'input/usage',
    message: `${file} is a file, and others read ${backend.name}: a workspace stored there cannot depend on the file`,
    hint: `Store it there as well: gantry workspace create --file ${file}`,
  });
}
