import {relative} from 'node:path';
import {projectDirectory} from '../../config/stack-search.ts';
import type {FoundWorkspace} from '../workspace/chosen-workspace.ts';

/** Returns the value of `-w` for a directory that was written: its project may not know the workspace by name. */
export function workspaceFlag({name, place, file}: FoundWorkspace, directory: string): string {
  const isKnown = place === 'backend' || projectDirectory(directory) !== undefined;
  const path = relative(directory, file);
  return isKnown ? name : path.includes('/') ? path : `./${path}`;
}
