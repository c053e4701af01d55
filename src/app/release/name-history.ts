import type {StackLocation} from '../../config/find-project.ts';
import {GantryError} from '../../core/failure/failure.ts';
import {type HistoryNames, historyText} from '../../core/release/history-names.ts';
import {parseReference} from '../../core/workspace/workspace-scope.ts';
import {notFound} from '../../engine/release/revisions.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {refuseMixedHistory} from '../workspace/find-workspace.ts';
import {surroundings} from '../workspace/surroundings.ts';
import {placesOf} from '../workspace/workspace-locations.ts';
import {findHistories} from './find-histories.ts';

/**
 * Names the release history: by the stack's files and the current workspace, as for apply. Without files, by `-s PROJECT/STACK` and `-w
 * NAME` against the index of the backend, if only one matches.
 */
export async function nameHistory(request: StackRequest, deps: Deps): Promise<HistoryNames> {
  const located = await locate(request, deps);
  const location = located instanceof GantryError ? undefined : located;
  const known = {
    ...(location === undefined
      ? splitStack(request.stack)
      : {project: location.project.name, stack: location.stack.name}),
    ...(await workspaceName(request, location, deps)),
  };
  if (isComplete(known) && location !== undefined) return known;
  const found = await findHistories(await deps.backend(), known);
  const [only, ...others] = found;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) throw ambiguous(found);
  throw located instanceof GantryError
    ? located
    : notFound('no release in the backend matches; name one with -s PROJECT/STACK and -w WORKSPACE');
}

/** Finds the stack. An error is returned, to be reported if the index has no match either. */
async function locate(request: StackRequest, deps: Deps): Promise<StackLocation | GantryError | undefined> {
  try {
    return (await surroundings(request, deps)).location;
  } catch (error) {
    if (error instanceof GantryError && error.failure.code === 'input/invalid' && request.stack !== undefined)
      return error;
    throw error;
  }
}

/** Returns the workspace of a request; none if none is selected. A workspace whose file is gone is named by its name. */
export async function workspaceName(
  request: StackRequest,
  location: StackLocation | undefined,
  deps: Deps,
): Promise<{readonly workspace?: string}> {
  try {
    const chosen = await chooseWorkspace({request, location}, deps);
    await refuseMixedHistory(chosen, await placesOf(location?.project.workspacesDir, deps));
    return {workspace: chosen.name};
  } catch (error) {
    const code = error instanceof GantryError ? error.failure.code : undefined;
    if (code !== 'workspace/not-chosen' && code !== 'workspace/not-found') throw error;
    // Its file may be gone; its releases are not.
    const asked = request.workspace ?? deps.env['GANTRY_WORKSPACE'] ?? location?.stack.workspace;
    return asked === undefined || asked === '' ? {} : {workspace: parseReference(asked).name};
  }
}

/** Splits `PROJECT/STACK`; a name without a slash is a stack's. */
export function splitStack(text: string | undefined): Partial<HistoryNames> {
  if (text === undefined) return {};
  const [first, second] = text.split('/');
  return second === undefined ? {stack: text} : {project: first ?? '', stack: second};
}

const isComplete = (names: Partial<HistoryNames>): names is HistoryNames =>
  names.project !== undefined && names.stack !== undefined && names.workspace !== undefined;

const ambiguous = (found: readonly HistoryNames[]): GantryError =>
  new GantryError({
    code: 'input/usage',
    message: `several release histories match: ${found.map(historyText).join(', ')}`,
    hint: 'name one with -s PROJECT/STACK and -w WORKSPACE',
  });
