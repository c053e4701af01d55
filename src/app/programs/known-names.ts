import {resolve} from 'node:path';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {PROJECT_FILE} from '../../config/own-files.ts';
import {nearestWith, stackNamesIn, stacksBelow} from '../../config/stack-search.ts';
import {compareNaturally} from '../../lib/compare-naturally.ts';
import {descriptorOf} from '../../registry/backends.ts';
import {chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {BUILT_IN} from '../workspace/built-in-workspace.ts';
import {knownNames, knownWorkspaces} from '../workspace/known-workspaces.ts';
import {workspacesAround} from '../workspace/surroundings.ts';

/**
 * Returns the workspaces that this machine can list: files of the project, those in a local backend, and the built-in one. A remote backend
 * is not read, because that could take long. Errors are left out.
 */
export async function workspaceNames(request: StackRequest, deps: Deps): Promise<readonly string[]> {
  const workspacesDir = directoryOf(request, deps);
  const files = workspacesDir === undefined ? [] : await listWorkspaceFiles(workspacesDir).catch(() => []);
  const kept = await keptHere(request, deps).catch(() => []);
  return [...new Set([...files.map(({name}) => name), ...kept, BUILT_IN.name])].toSorted(compareNaturally);
}

function directoryOf(request: StackRequest, deps: Deps): string | undefined {
  try {
    return workspacesAround(request, deps);
  } catch {
    return undefined;
  }
}

async function keptHere(request: StackRequest, deps: Deps): Promise<readonly string[]> {
  const {declared} = await chooseBackend(request, deps);
  if (descriptorOf(declared).contacts !== 'nothing') return [];
  return knownNames(await knownWorkspaces({backend: await deps.backendFor(request)}));
}

/** Returns the stacks of the project as values of `-s`: the name if it is unique, else PROJECT/STACK. */
export function stackNames({directory}: StackRequest, {cwd}: Deps): readonly string[] {
  const here = resolve(cwd, directory ?? '.');
  const all = stacksBelow(nearestWith(PROJECT_FILE, here) ?? here).map((dir) => stackNamesIn(dir));
  const short = all.map(({stack}) => stack);
  const whole = all.map(({project, stack}) => `${project}/${stack}`);
  return [...short.filter((name) => short.indexOf(name) === short.lastIndexOf(name)), ...whole].toSorted(
    compareNaturally,
  );
}
