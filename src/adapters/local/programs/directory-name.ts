import {readFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {
  isOfEarlierBoot,
  isProvablyDead,
  ownProcess,
  type ProcessIdentity,
  processOf,
} from '../../../lib/process-identity.ts';

/** Returns a directory name that contains its owner. Dots separate the parts, which contain no dots. */
const nameOf = (kind: 'run' | 'env', {bootId, pidNamespace, pid, start}: ProcessIdentity, random: string): string =>
  [kind, machine(), bootId, pidNamespace, pid, start, random].join('.');

/** Returns the name of a directory for one run. It contains the owner, so that other processes can remove the directory after a crash. */
export const temporaryName = (random: string): string => nameOf('run', ownProcess(), random);

/**
 * Returns the name of a directory that lives as long as the first process of the terminal session. If that process is unknown,
 * the directory lives until the machine restarts.
 */
export function lastingName(random: string): string {
  const leader = sessionLeader();
  return nameOf('env', leader === undefined ? {...ownProcess(), pid: 0, start: ''} : processOf(leader), random);
}

/** Reports whether the name is that of a directory that outlives its run. It is removed after the terminal session has ended. */
export const isLasting = (directory: string): boolean => directory.startsWith('env.');

/** Reports whether a directory is no longer needed: its process has ended, or the machine was restarted since. */
export function isLeftOver(directory: string): boolean {
  const [kind = '', host = '', bootId = '', pidNamespace = '', pid = '', start = ''] = directory.split('.');
  // Home directories may be shared between machines.
  if (!['run', 'env'].includes(kind) || host !== machine() || bootId === '' || !/^\d+$/.test(pid)) return false;
  return isOfEarlierBoot({bootId}) || isProvablyDead({bootId, pidNamespace, pid: Number(pid), start});
}

const machine = (): string => hostname().replaceAll(/[^A-Za-z0-9-]+/g, '_') || '_';

function sessionLeader(): number | undefined {
  try {
    // After the program name in brackets: state, parent, process group, session.
    const session = Number(
      readFileSync('/proc/self/stat', 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[3],
    );
    // A session that begins outside of this container is unknown.
    return session > 0 ? session : undefined;
  } catch {
    return undefined;
  }
}
