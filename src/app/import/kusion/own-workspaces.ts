import {resolve} from 'node:path';
import {GantryError} from '../../../core/failure/failure.ts';
import {findWorkspace} from '../../workspace/find-workspace.ts';
import type {TakenWorkspaces, TakeWorkspaces} from './taken-workspaces.ts';

/** Returns the workspaces that Gantry already has: in the files of the project, or in the backend. */
export const ownWorkspaces =
  ({directory, backend}: TakeWorkspaces): TakenWorkspaces['chosen'] =>
  async (project, name) => {
    const places = {directory: resolve(directory, project, 'workspaces'), backend};
    try {
      return {...(await findWorkspace({wanted: name, base: directory, ...places})), from: '-w'};
    } catch (error) {
      if (error instanceof GantryError && error.failure.code === 'workspace/not-found') return undefined;
      throw error;
    }
  };
