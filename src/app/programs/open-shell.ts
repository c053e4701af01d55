import {resolve} from 'node:path';
import {OWN} from '../../core/programs/own-environment.ts';
import {
  bashStart,
  fishStart,
  promptMark,
  type ShellStart,
  type StartOf,
  shStart,
  zshStart,
} from '../../core/programs/shell-start.ts';
import {type Shell, shellOf} from '../../core/programs/shell-words.ts';
import {Secret} from '../../core/secret/secret.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {environmentOf, openContext} from './open-context.ts';
import {prepareEnvironment} from './prepare-environment.ts';
import {programKubeconfig} from './program-kubeconfig.ts';
import {endOf} from './run-command.ts';
import type {Started} from './started.ts';
import {userShell} from './user-shell.ts';

/** Request of `gantry shell`; `onStart` is called right before the shell starts. */
export type OpenShell = BackendRequest & {readonly onStart: (started: Started) => void};

const START: Readonly<Partial<Record<Shell, (start: StartOf) => ShellStart>>> = {
  bash: bashStart,
  zsh: zshStart,
  fish: fishStart,
  sh: shStart,
};

/** Opens the user's own shell with the cluster, the provider keys and the variables of a workspace. Returns its exit code. */
export async function openShell({onStart, ...request}: OpenShell, deps: Deps): Promise<number> {
  const shell = userShell(deps);
  const context = await openContext(request, deps);
  const {name, from} = context.chosen;
  const [environment, flat] = await Promise.all([
    environmentOf(context, deps),
    programKubeconfig({context, request, withLogin: false}, deps),
  ]);
  const programs = await deps.programs();
  const directory = await programs.temporary();
  try {
    const laid = await prepareEnvironment({flat, environment, wanted: context.wanted, directory}, deps);
    const set = new Map([...laid.set, [OWN.shell, new Secret(name)] as const]);
    const start = startOf(shell, {
      mark: promptMark(name),
      directory: directory.path,
      keep: [...set.keys()],
      drop: laid.unset,
      env: deps.env,
    });
    for (const [file, text] of Object.entries(start.files)) await directory.write(file, text);
    for (const [variable, value] of Object.entries(start.env)) set.set(variable, new Secret(value));
    const unmarked = shellOf(shell) === undefined ? {unmarked: shell} : {};
    onStart({name, from, server: flat.server, warnings: context.warnings, ...unmarked});
    const cwd = resolve(deps.cwd, request.directory ?? '.');
    const program = {command: shell, args: start.args, cwd, environment: {set, unset: laid.unset}, isShell: true};
    return await endOf(programs, program);
  } finally {
    await directory.remove();
  }
}

function startOf(shell: string, start: StartOf): ShellStart {
  const known = shellOf(shell);
  const make = known === undefined ? undefined : START[known];
  return make === undefined ? {args: [], files: {}, env: {}} : make(start);
}
