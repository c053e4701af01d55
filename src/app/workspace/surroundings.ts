import {resolve} from 'node:path';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import {isInProject, readProject} from '../../config/read-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../release-requests.ts';

/** What lies around a command that can do without a stack. */
export type Surroundings = {
  readonly location?: StackLocation;
  readonly workspacesDir?: string;
};

/** The stack that is meant, else the project, else nothing. A file that is there and wrong is still an error. */
export async function surroundings(request: StackRequest, deps: Deps): Promise<Surroundings> {
  const directory = resolve(deps.cwd, request.directory ?? '.');
  if (request.stack === undefined && !isInProject(directory)) return {};
  try {
    const location = await findStack({directory, ...(request.stack === undefined ? {} : {stack: request.stack})});
    return {location, workspacesDir: location.project.workspacesDir};
  } catch (error) {
    if (request.stack !== undefined || !isNoStack(error)) throw error;
    const workspacesDir = readProject(directory)?.workspacesDir;
    return workspacesDir === undefined ? {} : {workspacesDir};
  }
}

const isNoStack = (error: unknown): boolean =>
  error instanceof GantryError &&
  error.failure.code === 'input/invalid' &&
  error.failure.diagnostics.some(({code}) => code === 'stack/none' || code === 'stack/not-chosen');
