import {GantryError} from '../../core/failure/failure.ts';
import type {Deps} from '../deps.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {currentChoice} from '../workspace/current-choice.ts';
import type {FoundStack} from './found-stack.ts';

/**
 * Refuses a workspace that no project of the run has, if it was selected for all stacks. Otherwise each stack would report the same error.
 * @throws GantryError 'workspace/not-found', 'workspace/ambiguous'.
 */
export async function refuseUnknownWorkspace(found: readonly FoundStack[], deps: Deps): Promise<void> {
  let refused: GantryError | undefined;
  const projects = new Set<string>();
  for (const {request, location} of found) {
    if (location === undefined || projects.has(location.project.workspacesDir)) continue;
    projects.add(location.project.workspacesDir);
    const choice = await currentChoice({request, location}, deps);
    // Errors about the workspace in stack.yaml are those of the stack.
    if (choice === undefined || choice.from === 'stack.yaml') return;
    try {
      await chooseWorkspace({request, location}, deps);
      return;
    } catch (error) {
      if (!(error instanceof GantryError) || !UNKNOWN.has(error.failure.code)) return;
      refused ??= error;
    }
  }
  if (refused !== undefined) throw refused;
}

const UNKNOWN: ReadonlySet<string> = new Set(['workspace/not-found', 'workspace/ambiguous']);
