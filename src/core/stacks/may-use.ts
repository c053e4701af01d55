import {globPattern} from '../selection/glob.ts';
import {isSharedProject} from './shared-stacks.ts';

/** A project, or a glob over projects, as `usableBy` has them. */
export const PROJECT_PATTERN: RegExp = /^[A-Za-z0-9._*?-]+$/;

/** Reports whether the stacks of a project may use a shared resource. The project of the shared stacks always may. @param projects undefined: all */
export const mayUse = (projects: readonly string[] | undefined, project: string): boolean =>
  projects === undefined || isSharedProject({project}) || projects.some((one) => globPattern(one).test(project));

/** Returns the projects that may use a resource, for messages. */
export const usersText = (projects: readonly string[]): string =>
  projects.length === 0 ? 'no other project' : projects.join(', ');
