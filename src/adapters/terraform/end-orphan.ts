import {readdirSync, readlinkSync} from 'node:fs';
import {realpath} from 'node:fs/promises';
import {setTimeout as delay} from 'node:timers/promises';
import {GantryError} from '../../core/failure/failure.ts';
import {isProvablyDead, isProvablyThere} from '../../lib/process-identity.ts';
import {PROGRAM, readIdentity} from './run-files.ts';

const LOOK_MS = 100;
const LIMIT_MS = 600_000;

/**
 * Interrupts the Terraform of a directory if nobody watches it any more, and waits until it has ended the step in progress.
 * @throws GantryError terraform/unusable if it does not end
 */
export async function endOrphan(directory: string, limitMs = LIMIT_MS): Promise<void> {
  const program = await readIdentity(directory, PROGRAM);
  if (program === undefined) return;
  if (isProvablyThere(program)) {
    send(program.pid, 'SIGINT');
    for (let left = limitMs; !isProvablyDead(program); left -= LOOK_MS) {
      if (left <= 0) throw stuck(program.pid);
      await delay(LOOK_MS);
    }
  }
  for (const pid of processesIn(await realpath(directory))) send(pid, 'SIGKILL');
}

/** Sends a signal to a process that may have ended by now. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the processes that work in the directory: providers that have lost their Terraform. Only Linux shows them. */
function processesIn(directory: string): readonly number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && workingDirectory(name) === directory)
    .map(Number);
}

function workingDirectory(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

const stuck = (pid: number): GantryError =>
  new GantryError({
    code: 'terraform/unusable',
    problem: `a run was killed, and its terraform (process ${pid}) does not end`,
    hint: 'Wait until it has ended its step, and run the command again.',
  });
