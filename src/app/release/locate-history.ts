import {GantryError} from '../../core/failure/failure.ts';
import type {HistoryNames} from '../../core/release/history-names.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {type ChosenWorkspace, chooseWorkspace} from '../workspace/choose-workspace.ts';
import {type Surroundings, surroundings} from '../workspace/surroundings.ts';
import {nameHistory} from './name-history.ts';

/** A release history and its workspace. */
export type LocatedHistory = {readonly names: HistoryNames; readonly chosen: ChosenWorkspace};

/** Finds a release history, and the workspace of its cluster. Neither needs the files of the stack. */
export async function locateHistory(request: StackRequest, deps: Deps): Promise<LocatedHistory> {
  const names = await nameHistory(request, deps);
  const around = await whereAt(request, deps);
  try {
    return {names, chosen: await chooseWorkspace({request, ...around}, deps)};
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'workspace/not-chosen') throw error;
    // No workspace is named, and only one has matching releases.
    const named = {...request, workspace: names.workspace};
    return {names, chosen: await chooseWorkspace({request: named, ...around}, deps)};
  }
}

/** Finds the files around the command. The stack that `-s` names may have no files here; the workspaces of a project still count. */
export async function whereAt(request: StackRequest, deps: Deps): Promise<Surroundings> {
  try {
    return await surroundings(request, deps);
  } catch (error) {
    if (!(error instanceof GantryError) || error.failure.code !== 'input/invalid' || request.stack === undefined)
      throw error;
    const {stack: _, ...elsewhere} = request;
    return surroundings(elsewhere, deps);
  }
}
