import {constants} from 'node:fs';
import {access, realpath, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join} from 'node:path';
import {runProgram} from '../../../lib/run-program.ts';
import type {Programs} from '../../../ports/programs.ts';
import {dropLasting, lastingDirectory, temporaryDirectory} from './private-directory.ts';
import {runChild} from './run-child.ts';

/** How programs start on this machine with access to a cluster. */
export type LocalPrograms = {
  /** Where the directories lie: `$GANTRY_HOME/run`. */
  readonly directory: string;
  /** What programs inherit. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A run that is stopped passes that on to its program. */
  readonly signal: AbortSignal;
  /** `bin/gantry.js`. */
  readonly bin: string;
  /** While a program runs, signals are the program's: whoever else listens stands aside. */
  readonly standAside?: (() => Disposable) | undefined;
};

/** The programs of this machine. */
export const localPrograms = ({directory, env, signal, bin, standAside}: LocalPrograms): Programs => ({
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
  self: async () => {
    const named = await findProgram('gantry', env['PATH'] ?? '');
    // A name survives an update that a path does not; but it must be this Gantry.
    const isOurs = named !== undefined && (await realpath(named)) === (await realpath(bin));
    return isOurs ? {command: 'gantry', args: []} : {command: process.execPath, args: [bin]};
  },
  inClear: (secret) => secret.reveal(),
});

const MAX_ANSWER = 64 * 1024;
/** Without this, `terraform version` asks a server for updates. */
const QUIET = {CHECKPOINT_DISABLE: '1'};

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
