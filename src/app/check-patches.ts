import {dirname, resolve} from 'node:path';
import type {StackLocation} from '../config/stack-location.ts';
import {patchedWorkspaces, unknownWorkspace} from '../config/variation/patched-workspaces.ts';
import type {Diagnostic} from '../core/diagnostic/diagnostic.ts';
import {GantryError} from '../core/failure/failure.ts';
import {looksLikeFile} from '../core/workspace/workspace-name.ts';
import {nameOfReference} from '../core/workspace/workspace-scope.ts';
import {compareNaturally} from '../lib/compare-naturally.ts';
import type {Deps} from './deps.ts';
import type {StackRequest} from './plan/release-requests.ts';
import {type Choice, currentChoice} from './workspace/current-choice.ts';
import {knownNames, knownWorkspaces} from './workspace/known-workspaces.ts';

/** Returns a warning for each workspace that the stack has patches for but that is not known. */
export async function checkPatches(
  request: StackRequest,
  location: StackLocation,
  deps: Deps,
): Promise<readonly Diagnostic[]> {
  const choice = await currentChoice({request, location}, deps);
  const named = [choice?.wanted, location.stack.workspace].filter((name) => name !== undefined);
  const near = new Set(['sandbox', ...named.map(nameOfReference)]);
  const doubtful = patchedWorkspaces(location).filter(({name}) => !near.has(name));
  if (doubtful.length === 0) return [];
  const names = await namesKnown(location, choice, deps);
  if (names === undefined) return [];
  const known = new Set([...near, ...names]);
  return doubtful
    .filter(({name}) => !known.has(name))
    .map((one) => unknownWorkspace(one, location, [...known].toSorted(compareNaturally)));
}

/**
 * Returns the names of the workspaces in the project, in the backend, and beside the chosen file; undefined if the backend cannot be read.
 */
async function namesKnown(
  {project}: StackLocation,
  choice: Choice | undefined,
  deps: Pick<Deps, 'backend' | 'home'>,
): Promise<readonly string[] | undefined> {
  const beside =
    choice === undefined || !looksLikeFile(choice.wanted) ? [] : [dirname(resolve(choice.base, choice.wanted))];
  try {
    const backend = await deps.backend();
    const found = [project.workspacesDir, ...beside].map((directory) =>
      knownWorkspaces({directory, backend, home: deps.home}),
    );
    return (await Promise.all(found)).flatMap(knownNames);
  } catch (error) {
    if (error instanceof GantryError) return undefined;
    throw error;
  }
}
