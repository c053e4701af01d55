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

/** A place that named the old backend. `done`: it names the new one now; else a person has to say so there. */
export type Switched = {readonly place: string; readonly to: string; readonly done: boolean};

/** Which backend to replace in the files that name it. */
export type SwitchRequest = {
  readonly from: ChosenBackend;
  readonly to: ChosenBackend;
  readonly request: BackendRequest;
};

/** Lets what names the old backend name the new one: the project's file, the user's own; the environment is the user's to change. */
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
  // Where nothing is said, the old one is meant if it is the one that needs no saying.
  if ((declared === undefined ? 'local' : showBackend(declared)) !== old) return [];
  await changeUserConfig(home, (current) => ({...current, backend: next}));
  return [{place: userConfigFile(home), to: next, done: true}];
}
