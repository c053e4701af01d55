import {isInProject} from '../../config/read-project.ts';

/** Reports whether a directory is outside of all projects, so that no stack of its own can be meant. */
export const isOutside = (directory: string): boolean => !isInProject(directory);
