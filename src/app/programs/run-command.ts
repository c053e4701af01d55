import {resolve} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import type {Program, Programs} from '../../ports/programs.ts';
import type {BackendRequest} from '../backend/choose-backend.ts';
import type {Deps} from '../deps.ts';
import {environmentOf, openContext} from './open-context.ts';
import {prepareEnvironment} from './prepare-environment.ts';
import {programKubeconfig} from './program-kubeconfig.ts';
import type {Started} from './started.ts';

/** Request of `gantry exec`. */
export type RunCommand = BackendRequest & {
  readonly command: readonly [string, ...string[]];
  /** Called right before the command starts. */
  readonly onStart: (started: Started) => void;
};

/**
 * Runs a command with the cluster, the provider keys and the variables of a workspace. Answers its exit code.
 * @throws GantryError 'program/missing', 'program/not-executable', and what keeps a workspace from being used
 */
export async function runCommand({command, onStart, ...request}: RunCommand, deps: Deps): Promise<number> {
  const context = await openContext(request, deps);
  const [environment, flat] = await Promise.all([
    environmentOf(context, deps),
    programKubeconfig({context, request, withLogin: false}, deps),
  ]);
  const programs = await deps.programs();
  const directory = await programs.temporary();
  try {
    const laid = await prepareEnvironment({flat, environment, wanted: context.wanted, directory}, deps);
    const [name, ...args] = command;
    onStart({name: context.chosen.name, from: context.chosen.from, server: flat.server, warnings: context.warnings});
    const cwd = resolve(deps.cwd, request.directory ?? '.');
    return await endOf(programs, {command: name, args, cwd, environment: laid});
  } finally {
    await directory.remove();
  }
}

/**
 * Runs a program and returns its exit code.
 * @throws GantryError if it could not be started
 */
export async function endOf(programs: Programs, program: Program): Promise<number> {
  const end = await programs.run(program);
  if ('ended' in end) return end.ended;
  const code = end.notStarted === 'missing' ? 'program/missing' : 'program/not-executable';
  throw new GantryError({code, command: program.command});
}
