import {resolve} from 'node:path';
import {GantryError} from '../../../core/failure/failure.ts';
import type {Backend} from '../../../ports/backend.ts';
import type {ChosenWorkspace} from '../../workspace/chosen-workspace.ts';
import {findWorkspace} from '../../workspace/find-workspace.ts';

/** Returns the workspaces that Gantry already has: in the files of the project, or in the backend. */
export const ownWorkspaces =
  ({directory, backend}: {readonly directory: string; readonly backend: Backend}) =>
  async (project: string, name: string): Promise<ChosenWorkspace | undefined> => {
    const places = {directory: resolve(directory, project, 'workspaces'), backend};
    try {
      return {...(await findWorkspace({wanted: name, base: directory, ...places})), from: '-w'};
    } catch (error) {
      if (error instanceof GantryError && error.failure.code === 'workspace/not-found') return undefined;
      throw error;
    }
  };
