import {hostname, userInfo} from 'node:os';
import {ciRun} from '../../core/release/ci-run.ts';
import type {Holder} from '../../core/release/holder.ts';
import {defined} from '../../lib/defined.ts';
import {isProvablyDead, isProvablyThere, ownProcess, type ProcessIdentity} from '../../lib/process-identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the holder that the lock and the release record for this process. */
export function currentHolder({env, command}: {readonly env: Environment; readonly command: string}): Holder {
  const {start, ...process} = ownProcess();
  const run = ciRun(env);
  return {
    user: userName(env),
    host: hostname(),
    ...process,
    processStart: start,
    command,
    ...defined({run}),
  };
}

/** Reports whether all processes of the holder were of this boot and PID namespace and have ended. Returns false if this cannot be determined. */
export const isDeadHolder = (holder: Holder): boolean => {
  const identities = identitiesHere(holder);
  return identities.length > 0 && identities.every(isProvablyDead);
};

/**
 * Reports whether a process of the holder exists in this boot and PID namespace. The process may be suspended. Returns false
 * if this cannot be determined.
 */
export const isRunningHolder = (holder: Holder): boolean => identitiesHere(holder).some(isProvablyThere);

/**
 * Returns the process identities of a holder on this host. Machines that were started from one memory snapshot share a boot ID, so
 * the host name distinguishes them.
 */
function identitiesHere({host, bootId, pidNamespace, watcher, ...own}: Holder): readonly ProcessIdentity[] {
  if (pidNamespace === undefined || host !== hostname()) return [];
  return [own, ...(watcher === undefined ? [] : [watcher])].map(({pid, processStart}) => ({
    bootId,
    pidNamespace,
    pid,
    start: processStart,
  }));
}

/** Returns the name of the current user. The user of a container often has no name. */
function userName(env: Environment): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] ?? env['LOGNAME'] ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
