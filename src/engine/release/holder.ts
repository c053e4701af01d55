import {hostname, userInfo} from 'node:os';
import type {Holder} from '../../core/release/holder.ts';
import {defined} from '../../lib/defined.ts';
import {isProvablyDead, isProvablyThere, ownProcess, type ProcessIdentity} from '../../lib/process-identity.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Who we are, as the lock and the release record it. */
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

/** The holder was a process of this boot and pid namespace and is no more. False when we cannot know. */
export const isDeadHolder = (holder: Holder): boolean => {
  const identity = identityHere(holder);
  return identity !== undefined && isProvablyDead(identity);
};

/** The holder is a process of this boot and pid namespace, and is there. It may stand still. False when we cannot know. */
export const isRunningHolder = (holder: Holder): boolean => {
  const identity = identityHere(holder);
  return identity !== undefined && isProvablyThere(identity);
};

/** Machines that were started from one snapshot of memory share the id of their boot, and are told apart by their names. */
const identityHere = ({host, bootId, pidNamespace, pid, processStart}: Holder): ProcessIdentity | undefined =>
  pidNamespace === undefined || host !== hostname() ? undefined : {bootId, pidNamespace, pid, start: processStart};

/** The page of the CI run, where the CI system says it. */
function ciRun(env: Environment): string | undefined {
  const {GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: id} = env;
  if (server && repository && id) return `${server}/${repository}/actions/runs/${id}`;
  const names = ['CI_JOB_URL', 'BUILD_URL', 'BUILDKITE_BUILD_URL', 'CIRCLE_BUILD_URL', 'DRONE_BUILD_LINK'];
  return names.map((name) => env[name]).find((url) => url !== undefined && url !== '');
}

/** A container's user often has no name. */
function userName(env: Environment): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] ?? env['LOGNAME'] ?? `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
