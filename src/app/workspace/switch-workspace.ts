import {resolve} from 'node:path';
import type {SwitchedWorkspace} from '../../config/documents/workspace-output.ts';
import {writeSwitch} from '../../config/user-switch.ts';
import {looksLikeFile} from '../../core/workspace/workspace-name.ts';
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
  const places = {directory: around.workspacesDir, backend: (await workspaceLocations(deps)).backend};
  const {name, place, file} = await findWorkspace({wanted: request.name, base, ...places});
  await writeSwitch(deps.home, looksLikeFile(request.name) ? file : name);
  const now = await currentChoice({request, ...around}, {...deps, interactive: true});
  const overriddenBy = now === undefined || now.from === 'switch' ? {} : {overriddenBy: now.from};
  return {
    formatVersion: 1,
    name,
    place,
    file,
    ...overriddenBy,
    ...defined({withoutEffect: deps.interactive ? undefined : true}),
  };
}
