import {dirname} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import type {Json} from '../../core/json.ts';
import type {WorkspaceValues} from '../../core/variation/expand-context.ts';
import {locate} from '../../core/variation/located.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import {parseReference} from '../../core/workspace/workspace-scope.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {requireConsent} from '../trust/require-consent.ts';
import {chooseWorkspace} from './choose-workspace.ts';
import type {FoundWorkspace} from './chosen-workspace.ts';
import {currentChoice} from './current-choice.ts';
import {serverLogins} from './server-logins.ts';

/** A workspace that was read. Without `file`, modules of a relative path are not found. */
export type ReadWorkspace = Pick<FoundWorkspace, 'name' | 'workspace' | 'origin'> &
  Partial<Pick<FoundWorkspace, 'place' | 'file'>>;

/** Returns the values that a stack can take from its workspace. */
export const valuesOf = ({name, workspace, origin, place, file}: ReadWorkspace): WorkspaceValues => ({
  name,
  context: workspace.context ?? {},
  placeOf: (key) => origin.position(['context', key]),
  // The schema of workspace files has already checked that the value is JSON.
  modules: locate((workspace.modules ?? {}) as unknown as Json, origin, ['modules']),
  trustedModules: workspace.trust?.modules ?? [],
  ...defined({directory: place === 'file' && file !== undefined ? dirname(file) : undefined}),
});

/**
 * Returns the values for building a stack, whose sources may be fetched with the logins of the workspace.
 * @param released the records of the release that is promoted
 */
export const buildValues = (
  chosen: FoundWorkspace,
  deps: Deps,
  released?: WorkspaceValues['released'],
): WorkspaceValues => ({
  ...valuesOf(chosen),
  ...defined({released}),
  login: serverLogins(chosen, deps),
  consent: () => requireConsent(chosen, deps),
  ...defined({mutations: mutationsOf(chosen, deps)}),
});

/** Returns the function that reads the mutations of a workspace; undefined if its policy has none. */
const mutationsOf = (chosen: FoundWorkspace, deps: Deps): WorkspaceValues['mutations'] =>
  (chosen.workspace.policy ?? []).some(({mutate}) => mutate !== undefined)
    ? async () => await (await import('../policy/read-mutations.ts')).readMutations(chosen, deps)
    : undefined;

/**
 * Returns the workspace for reading files without a cluster; undefined if none is chosen. The one that stack.yaml names may be in another
 * backend: its patches are in the stack's directory, so its name is enough until one of its values is needed.
 * @throws GantryError if the workspace that `-w` names is not found, or its file is invalid
 */
export async function workspaceValues(
  request: StackRequest,
  location: StackLocation,
  deps: Deps,
): Promise<WorkspaceValues | undefined> {
  const choice = await currentChoice({request, location}, deps);
  if (choice === undefined) return undefined;
  try {
    return buildValues(await chooseWorkspace({request, location}, deps), deps);
  } catch (error) {
    if (choice.from === '-w' || looksLikeFile(choice.wanted) || !isNotFound(error)) throw error;
    return {name: parseReference(choice.wanted).name};
  }
}

const isNotFound = (error: unknown): boolean =>
  error instanceof GantryError && error.failure.code === 'workspace/not-found';
