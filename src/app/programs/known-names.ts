import {resolve} from 'node:path';
import {listWorkspaceFiles} from '../../config/list-workspace-files.ts';
import {PROJECT_FILE} from '../../config/own-files.ts';
import {nearestWith, stackNamesIn, stacksBelow} from '../../config/stack-search.ts';
import {descriptorOf} from '../../registry/backends.ts';
import {chooseBackend} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {BUILT_IN} from '../workspace/built-in-workspace.ts';
import {knownNames, knownWorkspaces} from '../workspace/known-workspaces.ts';
import {workspacesAround} from '../workspace/surroundings.ts';

/**
 * Workspaces that can be named here, as far as this machine knows: files of the project, those of a backend that lies here, and the one that is built in. One
 * that lies elsewhere is not asked: that could take as long as its server likes. What is broken is left out.
 */
export async function workspaceNames(request: StackRequest, deps: Deps): Promise<readonly string[]> {
  const workspacesDir = directoryOf(request, deps);
  const files = workspacesDir === undefined ? [] : await listWorkspaceFiles(workspacesDir).catch(() => []);
  const kept = await keptHere(request, deps).catch(() => []);
  return [...new Set([...files.map(({name}) => name), ...kept, BUILT_IN.name])].toSorted();
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

/** Stacks of the project, each as `-s` takes it: its name where only one has it, else PROJECT/STACK. */
export function stackNames({directory}: StackRequest, {cwd}: Deps): readonly string[] {
  const here = resolve(cwd, directory ?? '.');
  const all = stacksBelow(nearestWith(PROJECT_FILE, here) ?? here).map((dir) => stackNamesIn(dir));
  const short = all.map(({stack}) => stack);
  const whole = all.map(({project, stack}) => `${project}/${stack}`);
  return [...short.filter((name) => short.indexOf(name) === short.lastIndexOf(name)), ...whole].toSorted();
}
