import {relative} from 'node:path';
import {projectDirectory} from '../../config/stack-search.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** Returns the value of `-w` for a directory that was written: its project may not know the workspace by name. */
export function workspaceFlag(workspace: FoundWorkspace, directory: string): string {
  const {name, file} = workspace;
  const isKnown = !hasFile(workspace) || projectDirectory(directory) !== undefined;
  const path = relative(directory, file);
  return isKnown ? name : path.includes('/') ? path : `./${path}`;
}

/** Reports whether a workspace has a file. The built-in workspace and workspaces of the backend have only a name. */
export const hasFile = ({place}: FoundWorkspace): boolean => place !== 'backend' && place !== 'built-in';
