import {isGlob} from '../selection/glob.ts';
import {looksLikeFile} from './workspace-name.ts';

/** Reports whether a value of `-w` is a glob over the names of workspaces (`eu-*`). The path of a file never is. */
export const isWorkspacePattern = (text: string): boolean => isGlob(text) && !looksLikeFile(text);
