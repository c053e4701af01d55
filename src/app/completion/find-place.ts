import {sourcesAround, sourcesBelow} from '../../config/completion/sources-around.ts';
import {findStack} from '../../config/find-project.ts';
import {modulesDirectory} from '../../config/module-names.ts';
import {STACK_FILE} from '../../config/own-files.ts';
import {nearestWith, stackNamesIn} from '../../config/stack-search.ts';
import {readUserConfig} from '../../config/user-config.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {descriptorOf} from '../../registry/backends.ts';
import {chooseBackend} from '../backend/choose-backend.ts';
import {resolveBackend} from '../backend/resolve-backend.ts';
import type {Deps} from '../deps.ts';
import {splitStack} from '../release/name-history.ts';
import {workspacesAround} from '../workspace/surroundings.ts';
import {digestOfBackend} from './digest-of-backend.ts';
import type {Place, PlaceFinder, PlaceRequest, Sourced} from './place.ts';

/** Returns the functions that answer from the files of the project. */
export const placeFinder = (deps: Deps): PlaceFinder => ({
  place: (request) => findPlace(request, deps),
  stacks: async (request) => findStackNames(request, deps),
});

/**
 * Finds where the names for a command line are. If a part cannot be read, it is missing in the answer, and the answer is not cached. Contacts
 * nothing: for a remote backend only the digest is returned.
 */
async function findPlace(request: PlaceRequest, deps: Deps): Promise<Sourced<Place>> {
  const {directory, stack} = request;
  const isBelow = stack !== undefined || nearestWith(STACK_FILE, directory) === undefined;
  // Read before the files, so that a change in between makes the answer stale.
  const sources = isBelow ? sourcesBelow(directory, deps.home) : sourcesAround(directory, deps.home);
  let isWhole = true;
  const readable = async <T>(read: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch {
      isWhole = false;
      return undefined;
    }
  };
  const value = {
    modulesDir: modulesDirectory(directory),
    workspacesDir: await readable(() => workspacesAround({directory}, deps)),
    ...(await readable(() => backendAt(request, deps))),
    ...(await readable(() => namesAt(request))),
    backends: Object.keys((await readable(() => readUserConfig(deps.home)))?.backends ?? {}),
  };
  return isWhole ? {value, sources} : {value};
}

async function backendAt(request: PlaceRequest, deps: Deps): Promise<Pick<Place, 'backend' | 'backendDir'>> {
  const chosen = await chooseBackend(request, deps);
  if (descriptorOf(chosen.declared).contacts !== 'nothing') return {backend: digestOfBackend(chosen.declared)};
  const {directory} = await deps.openBackend(await resolveBackend(chosen, request, deps));
  return {backend: digestOfBackend(chosen.declared, directory), backendDir: directory};
}

/** Returns the names of the project and the stack. If the files are not found, the names come from `-s PROJECT/STACK`. */
async function namesAt(request: PlaceRequest): Promise<Pick<Place, 'project' | 'stack' | 'workspace'>> {
  const located = await findStack(request).catch(() => undefined);
  if (located === undefined) return splitStack(request.stack);
  const {workspace} = located.stack;
  return {project: located.project.name, stack: located.stack.name, workspace};
}

/** Finds the stacks of the project as values of `-s`: the name if it is unique, else PROJECT/STACK. */
function findStackNames({directory}: PlaceRequest, {home}: Deps): Sourced<readonly string[]> {
  const sources = sourcesBelow(directory, home);
  const all = sources.flatMap((source) => ('stacks' in source ? source.stacks : [])).map((dir) => stackNamesIn(dir));
  const short = all.map(({stack}) => stack);
  const whole = all.map(({project, stack}) => `${project}/${stack}`);
  const unique = short.filter((name) => short.indexOf(name) === short.lastIndexOf(name));
  const value = [...unique, ...whole].toSorted(compareNaturally);
  return {value, sources};
}
