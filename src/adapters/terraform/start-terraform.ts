import type {ChildProcess} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {open} from 'node:fs/promises';
import {join} from 'node:path';
import {GantryError} from '../../core/failure/failure.ts';
import {processOf} from '../../lib/process-identity.ts';
import {startProgram} from '../../lib/start-program.ts';
import {endGroup} from './end-group.ts';
import {type FollowedLines, followLines} from './follow-lines.ts';
import {notBegun} from './not-begun.ts';
import {type Reserve, reserveSpace} from './reserve.ts';
import {errorsOf, PROGRAM} from './run-files.ts';
import type {WatchOrder} from './watch-order.ts';

/** A Terraform that was started. */
export type StartedTerraform = {
  readonly child: ChildProcess;
  /** The exit code, or the signal that ended it. */
  readonly exit: Promise<number | string>;
  readonly reserve: Reserve;
  readonly lines: FollowedLines;
};

/**
 * Starts the Terraform of an apply with its output in a file, after space for its last state is reserved.
 * @throws GantryError terraform/unusable
 */
export async function startTerraform(order: WatchOrder, onLine: (line: string) => void): Promise<StartedTerraform> {
  const {directory, apply, stored, path} = order;
  try {
    const reserve = await reserveSpace(directory, JSON.stringify(stored.state ?? {}).length);
    const lines = await followLines(join(directory, apply), onLine);
    return {...(await start(order)), reserve, lines};
  } catch (error) {
    throw new GantryError(notBegun(error, path));
  }
}

/** Starts the program as the leader of a session, so that it does not end with this process or its terminal. */
async function start({
  directory,
  path,
  args,
  env,
  apply,
}: WatchOrder): Promise<Pick<StartedTerraform, 'child' | 'exit'>> {
  const output = await open(join(directory, apply), 'a', 0o600);
  const errors = await open(errorsOf(directory, apply), 'a', 0o600);
  try {
    const child = await startProgram(path, args, {
      cwd: directory,
      env,
      stdio: ['ignore', output.fd, errors.fd],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // Listened to at once, because a program that cannot work ends at once.
    const exit = new Promise<number | string>((resolve) =>
      child.once('exit', (ended, killedBy) => resolve(ended ?? killedBy ?? 'no code')),
    );
    noteProgram(directory, child.pid);
    return {child, exit};
  } finally {
    await Promise.all([output.close(), errors.close()]);
  }
}

/** Written before anything else happens: the next run must find the program if this process is killed. */
function noteProgram(directory: string, pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    writeFileSync(join(directory, PROGRAM), JSON.stringify(processOf(pid)), {mode: 0o600});
  } catch (error) {
    // It has run for less than a millisecond, and has sent nothing to a provider.
    endGroup(pid);
    throw error;
  }
}
