import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {isProvablyDead, ownProcess, type ProcessIdentity, processOf} from '../../../lib/process-identity.ts';

/** Whose a directory is, written in its name. Parts stand between dots, which none of them has. */
const nameOf = (kind: 'run' | 'env', {bootId, pidNamespace, pid, start}: ProcessIdentity, random: string): string =>
  [kind, machine(), bootId, pidNamespace, pid, start, random].join('.');

/** Name of a directory for one run; it tells the owner, so that others can remove it after a crash. */
export const temporaryName = (random: string): string => nameOf('run', ownProcess(), random);

/** It ends with the terminal: with the first process of its session. Where nobody knows that one, with the machine. */
export function lastingName(random: string): string {
  const leader = sessionLeader();
  return nameOf('env', leader === undefined ? {...ownProcess(), pid: 0, start: ''} : processOf(leader), random);
}

/** Whether the name is that of a directory that outlives its run: it is removed after the terminal session has ended. */
export const isLasting = (directory: string): boolean => directory.startsWith('env.');

/** Nobody can need it any more: its process is gone, or the machine was started anew since. */
export function isLeftOver(directory: string): boolean {
  const [kind = '', host = '', bootId = '', pidNamespace = '', pid = '', start = ''] = directory.split('.');
  // Homes are shared between machines.
  if (!['run', 'env'].includes(kind) || host !== machine() || bootId === '' || !/^\d+$/.test(pid)) return false;
  const own = ownProcess().bootId;
  if (own !== '' && bootId !== own) return true;
  return isProvablyDead({bootId, pidNamespace, pid: Number(pid), start});
}

const machine = (): string => hostname().replaceAll(/[^A-Za-z0-9-]+/g, '_') || '_';

function sessionLeader(): number | undefined {
  try {
    // Behind the name of the program in brackets: state, parent, process group, session.
    const session = Number(
      readFileSync('/proc/self/stat', 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[3],
    );
    // Of a session that begins outside of this container nothing is known.
    return session > 0 ? session : undefined;
  } catch {
    return undefined;
  }
}
