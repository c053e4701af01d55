import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';
import {runProgram} from '../../../lib/run-program.ts';
import type {ProgramCall, Programs} from '../../../ports/programs.ts';
import {writeLauncher} from './launcher.ts';
import {dropLasting, lastingDirectory, temporaryDirectory} from './private-directory.ts';
import {runChild} from './run-child.ts';

/** The options to start programs on this machine with access to a cluster. */
export type LocalPrograms = {
  /** The parent of the directories: `$GANTRY_HOME/run`. */
  readonly directory: string;
  /** The directory of the launcher: `$GANTRY_HOME/bin`. */
  readonly launcherDirectory: string;
  /** The environment that programs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The signal of the run. It is passed to the program when the run is stopped. */
  readonly signal: AbortSignal;
  /** The command that starts this program again: Node.js with `bin/gantry.js`, or the single executable. */
  readonly self: ProgramCall;
  /** Disables other signal listeners while a program runs. */
  readonly standAside?: (() => Disposable) | undefined;
};

/** Returns the operations on programs of this machine. */
export const localPrograms = ({
  directory,
  launcherDirectory,
  env,
  signal,
  self,
  standAside,
}: LocalPrograms): Programs => ({
  temporary: () => temporaryDirectory(directory),
  lasting: () => lastingDirectory(directory),
  drop: (path) => dropLasting(directory, path),
  run: async ({command, args, cwd, environment, isShell = false}) => {
    const own = {...env};
    for (const name of environment.unset) delete own[name];
    for (const [name, value] of environment.set) own[name] = value.reveal();
    return runChild({command, args, cwd, isShell, env: own}, {signal, standAside});
  },
  find: (name) => findProgram(name, env['PATH'] ?? ''),
  ask: async (command, timeoutSeconds) => {
    const ran = await runProgram({
      command,
      env: {...env, ...QUIET},
      stdin: 'nothing',
      timeoutSeconds,
      maxBytes: MAX_ANSWER,
      signal,
    });
    return ran.kind === 'ended' && ran.code === 0 ? ran.stdout : undefined;
  },
  self: async () => ((await ownName(self, env)) === undefined ? self : {command: 'gantry', args: []}),
  launcher: async () => writeLauncher(launcherDirectory, {self, link: await ownName(self, env)}),
  inClear: (secret) => secret.reveal(),
});

const MAX_ANSWER = 64 * 1024;
/** Disables the update check of `terraform version`. */
const QUIET = {CHECKPOINT_DISABLE: '1'};

/** Returns the file that PATH has under the name `gantry`, if it is this Gantry. The name stays valid after an update, unlike a path. */
async function ownName(self: ProgramCall, env: LocalPrograms['env']): Promise<string | undefined> {
  const named = await findProgram('gantry', env['PATH'] ?? '');
  const isOurs = named !== undefined && (await realpath(named)) === (await realpath(self.args[0] ?? self.command));
  return isOurs ? named : undefined;
}

async function findProgram(name: string, path: string): Promise<string | undefined> {
  for (const directory of path.split(delimiter).filter((one) => isAbsolute(one))) {
    const file = join(directory, name);
    if (await mayRun(file)) return file;
  }
  return undefined;
}

async function mayRun(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}
