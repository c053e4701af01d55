import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {showBackend} from '../../config/backend/show-backend.ts';
import {changeUserConfig} from '../../config/change-user-config.ts';
import {isInProject, readProject} from '../../config/read-project.ts';
import {replaceScalar} from '../../config/replace-scalar.ts';
import {readUserConfig, userConfigFile} from '../../config/user-config.ts';
import {writeWhole} from '../../config/write-whole.ts';
import type {Deps} from '../deps.ts';
import {type BackendRequest, type ChosenBackend, declaredByUser} from './choose-backend.ts';

/** A place that named the old backend. `done`: it now names the new one; otherwise the user has to change it there. */
export type Switched = {readonly place: string; readonly to: string; readonly done: boolean};

/** A backend to replace in the files that name it. */
export type SwitchRequest = {
  readonly from: ChosenBackend;
  readonly to: ChosenBackend;
  readonly request: BackendRequest;
};

/** Replaces the old backend by the new one in the project's file and in the user's own configuration. The user changes the environment. */
export async function switchBackend({from, to, request}: SwitchRequest, deps: Deps): Promise<readonly Switched[]> {
  const [old, next] = [showBackend(from.declared), showBackend(to.declared)];
  return [
    ...(await inProject(old, next, resolve(deps.cwd, request.directory ?? '.'))),
    ...(await inUserConfig(old, next, deps)),
    ...(deps.env['GANTRY_BACKEND']
      ? [{place: 'GANTRY_BACKEND', to: next, done: deps.env['GANTRY_BACKEND'] === next}]
      : []),
  ];
}

async function inProject(old: string, next: string, directory: string): Promise<readonly Switched[]> {
  const project = isInProject(directory) ? readProject(directory) : undefined;
  if (project?.backend === undefined || showBackend(project.backend) !== old) return [];
  const {file} = project;
  const changed = replaceScalar(await readFile(file, 'utf8'), file, 'backend', next);
  if (changed !== undefined) await writeWhole(file, changed);
  return [{place: file, to: next, done: changed !== undefined}];
}

async function inUserConfig(old: string, next: string, {home}: Deps): Promise<readonly Switched[]> {
  const config = await readUserConfig(home);
  const declared = declaredByUser(config, home);
  // Without a declaration the default backend is in use, which may be the old one.
  if ((declared === undefined ? 'local' : showBackend(declared)) !== old) return [];
  await changeUserConfig(home, (current) => ({...current, backend: next}));
  return [{place: userConfigFile(home), to: next, done: true}];
}
