import {resolve} from 'node:path';
import type {SwitchedWorkspace} from '../../config/documents/workspace-output.ts';
import {writeSwitch} from '../../config/user-switch.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
import {scopedName} from '../../core/workspace/workspace-scope.ts';
import {defined} from '../../lib/defined.ts';
import type {Deps} from '../deps.ts';
import type {StackRequest} from '../plan/release-requests.ts';
import {currentChoice} from './current-choice.ts';
import {findWorkspace} from './find-workspace.ts';
import {surroundings} from './surroundings.ts';
import {workspaceLocations} from './workspace-locations.ts';

/** Request of `gantry workspace switch`. */
export type SwitchWorkspace = StackRequest & {readonly name: string};

/** Makes a workspace the user's own current one, in every terminal. It must exist and be readable. */
export async function switchWorkspace(request: SwitchWorkspace, deps: Deps): Promise<SwitchedWorkspace> {
  const around = await surroundings(request, deps);
  const base = resolve(deps.cwd, request.directory ?? '.');
  const {backend} = await workspaceLocations(deps);
  const places = {directory: around.workspacesDir, backend, home: deps.home};
  const {name, place, file, scope} = await findWorkspace({wanted: request.name, base, ...places});
  // With its scope, the name leads to the same workspace even if another workspace with this name exists.
  const stored = scope === undefined ? name : scopedName(scope, name);
  await writeSwitch(deps.home, looksLikeFile(request.name) ? file : stored);
  const now = await currentChoice({request, ...around}, {...deps, interactive: true});
  const overriddenBy = now === undefined || now.from === 'switch' ? {} : {overriddenBy: now.from};
  return {
    formatVersion: 1,
    name,
    place,
    file,
    ...overriddenBy,
    ...defined({scope, withoutEffect: deps.interactive ? undefined : true}),
  };
}
