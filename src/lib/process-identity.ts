import {execFileSync} from 'node:child_process';
import {readFileSync, readlinkSync} from 'node:fs';

/** The identity of a process: machine, boot and process. Parts that the system does not provide are empty. All fit into a file name. */
export type ProcessIdentity = {
  readonly bootId: string;
  readonly pidNamespace: string;
  readonly pid: number;
  /** The start time, which distinguishes a process from a later one with the same pid. */
  readonly start: string;
};

let own: ProcessIdentity | undefined;

/** Returns the identity of this process, read once. */
export function ownProcess(): ProcessIdentity {
  own ??= {
    bootId: bootId(),
    pidNamespace: pidNamespace(),
    pid: process.pid,
    start: startOf(process.pid) ?? '',
  };
  return own;
}

/** Returns the identity of another running process of this machine. */
export const processOf = (pid: number): ProcessIdentity => ({...ownProcess(), pid, start: startOf(pid) ?? ''});

/** Reports whether a process is known to be dead: it is of this boot and pid namespace and is gone, or its pid was reused. */
export function isProvablyDead(other: ProcessIdentity): boolean {
  if (!canKnow(other)) return false;
  try {
    process.kill(other.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const start = startOf(other.pid);
  return start === undefined ? false : start !== other.start;
}

/** Reports whether a process of this machine ended with an earlier boot. */
export function isOfEarlierBoot(other: Pick<ProcessIdentity, 'bootId'>): boolean {
  const {bootId} = ownProcess();
  return bootId !== '' && other.bootId !== '' && other.bootId !== bootId;
}

/** Reports whether a process is known to run. */
export const isProvablyThere = (other: ProcessIdentity): boolean =>
  canKnow(other) && startOf(other.pid) === other.start;

function canKnow(other: ProcessIdentity): boolean {
  const {bootId, pidNamespace} = ownProcess();
  return bootId !== '' && other.start !== '' && other.bootId === bootId && other.pidNamespace === pidNamespace;
}

/** Returns the start time of a process; undefined if it is not known. A zombie counts as another process. */
function startOf(pid: number): string | undefined {
  if (process.platform === 'linux') {
    // The second field is the program's name in parentheses. It may contain parentheses and blanks.
    const fields = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
      ?.replace(/^.*\) /s, '')
      .split(' ');
    if (fields === undefined) return undefined;
    return fields[0] === 'Z' || fields[0] === 'X' ? 'zombie' : fields[19];
  }
  return process.platform === 'darwin' ? ask('ps', ['-o', 'lstart=', '-p', String(pid)]) : undefined;
}

function bootId(): string {
  if (process.platform === 'linux')
    return attempt(() => plain(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'))) ?? '';
  return (process.platform === 'darwin' ? ask('sysctl', ['-n', 'kern.bootsessionuuid']) : undefined) ?? '';
}

const pidNamespace = (): string =>
  (process.platform === 'linux' ? attempt(() => plain(readlinkSync('/proc/self/ns/pid'))) : undefined) ?? 'none';

const ask = (command: string, args: readonly string[]): string | undefined =>
  attempt(() => {
    const text = plain(
      execFileSync(command, args, {
        encoding: 'utf8',
        env: {PATH: '/bin:/usr/bin:/sbin:/usr/sbin', LC_ALL: 'C', TZ: 'UTC'},
        stdio: ['ignore', 'pipe', 'ignore'],
        timeout: 2000,
      }),
    );
    return text === '' ? undefined : text;
  });

const plain = (text: string): string => text.trim().replace(/[^A-Za-z0-9-]+/g, '_');

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
