import {resolve} from 'node:path';
import type {StackLocation} from '../../config/find-project.ts';
import {readProject} from '../../config/read-project.ts';
import type {FindLogin} from '../../core/workspace/server-login.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {chooseWorkspace} from '../workspace/choose-workspace.ts';
import {type ChooseWorkspace, currentChoice} from '../workspace/current-choice.ts';
import {serverLogins} from '../workspace/server-logins.ts';

/**
 * Returns the logins of the chosen workspace for servers of charts; undefined if none is chosen.
 * @param location the stack whose workspace counts. Absent: only the user's own choice counts
 * @throws GantryError if the workspace cannot be found or read
 */
export async function loginsFor(
  request: StackRequest,
  location: StackLocation | undefined,
  deps: Deps,
): Promise<FindLogin | undefined> {
  const project = location === undefined ? readProject(resolve(request.directory ?? deps.cwd)) : undefined;
  const choose: ChooseWorkspace = {request, location, workspacesDir: project?.workspacesDir};
  if ((await currentChoice(choose, deps)) === undefined) return undefined;
  return serverLogins(await chooseWorkspace(choose, deps), deps);
}
