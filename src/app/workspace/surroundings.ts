import {join, resolve} from 'node:path';
import {findStack, type StackLocation} from '../../config/find-project.ts';
import {isInProject, readProject} from '../../config/read-project.ts';
import {stackDirectory} from '../../config/stack-search.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';

/** The project and the stack around a command that works without a stack. */
export type Surroundings = {
  readonly location?: StackLocation;
  readonly workspacesDir?: string;
  /** The error of the stack here, if it is invalid. */
  readonly unread?: GantryError | undefined;
};

/** Finds the stack of the request, else the project, else nothing. An invalid file is still an error. */
export async function surroundings(request: StackRequest, deps: Deps): Promise<Surroundings> {
  const directory = resolve(deps.cwd, request.directory ?? '.');
  if (request.stack === undefined && !isInProject(directory)) return {};
  try {
    const location = await findStack({directory, stack: request.stack});
    return {location, workspacesDir: location.project.workspacesDir};
  } catch (error) {
    if (request.stack !== undefined || !isNoStack(error)) throw error;
    return around(readProject(directory)?.workspacesDir);
  }
}

/**
 * Finds the surroundings for commands that do not need the stack if a workspace is named: an invalid file must not keep programs from the
 * cluster.
 */
export async function looseSurroundings(request: StackRequest, deps: Deps): Promise<Surroundings> {
  try {
    return await surroundings(request, deps);
  } catch (error) {
    const isNamed = request.workspace !== undefined || (deps.env['GANTRY_WORKSPACE'] ?? '') !== '';
    if (!isNamed || request.stack !== undefined || !(error instanceof GantryError)) throw error;
    return {...around(workspacesAround(request, deps)), unread: error};
  }
}

/** Returns the `workspaces/` directory for names, even if the file of the stack is invalid. */
export function workspacesAround({directory = '.', stack}: StackRequest, {cwd}: Pick<Deps, 'cwd'>): string | undefined {
  const here = resolve(cwd, directory);
  const named = stack === undefined ? undefined : stackAround(here, stack);
  if (named === undefined && !isInProject(here)) return undefined;
  const stackDir = named ?? stackAround(here);
  if (stackDir === undefined) return readProject(here)?.workspacesDir;
  return readProject(stackDir)?.workspacesDir ?? join(stackDir, 'workspaces');
}

const around = (workspacesDir: string | undefined): Surroundings =>
  workspacesDir === undefined ? {} : {workspacesDir};

function stackAround(directory: string, stack?: string): string | undefined {
  try {
    return stackDirectory({directory, stack});
  } catch (error) {
    // Releases of a stack without files here can still be named.
    const isMissing = stack !== undefined && error instanceof GantryError && error.failure.code === 'input/invalid';
    if (isMissing || isNoStack(error)) return undefined;
    throw error;
  }
}

const isNoStack = (error: unknown): boolean =>
  error instanceof GantryError &&
  error.failure.code === 'input/invalid' &&
  error.failure.diagnostics.some(({code}) => code === 'stack/none' || code === 'stack/not-chosen');
