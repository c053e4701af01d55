import {type Ran, runProgram} from '../../../lib/run-program.ts';
import type {SourceProblem} from '../../../ports/source-problem.ts';
import {allowedProtocols, withoutLogin} from './git-address.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Runs git commands of two kinds. Both return the output, or the reason for a failure. */
export type GitRun = {
  /**
   * Contacts a server as the user: with their configuration, credential helpers, SSH keys and proxies. Without a directory it runs in the
   * root, because the configuration of the current repository is not that of the user.
   */
  readonly remote: (args: readonly string[], directory?: string) => Promise<GitOutput>;
  /** Works on fetched objects without any configuration: no filter, no helper, no server. */
  readonly local: (args: readonly string[], directory: string) => Promise<GitOutput>;
};

/** The output of a command. */
export type GitOutput = {readonly text: string} | SourceProblem;

/** The options of both kinds: no hook, monitor, pager or background task is started, and git enters no submodule. */
const SAFE = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'fetch.recurseSubmodules=false',
  'fetch.fsckObjects=true',
  'fetch.writeCommitGraph=false',
  'transfer.bundleURI=false',
]
  .flatMap((setting) => ['-c', setting])
  .concat('--no-pager');

/** The variables with which git finds the user's configuration, keys, helpers, proxies and certificates. */
const OF_THE_USER =
  /^(?:PATH|HOME|USER|LOGNAME|USERPROFILE|APPDATA|LOCALAPPDATA|XDG_(?:CONFIG_HOME|RUNTIME_DIR)|DBUS_SESSION_BUS_ADDRESS|SSH_AUTH_SOCK|SSL_CERT_(?:FILE|DIR)|https?_proxy|no_proxy|all_proxy|GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|EXEC_PATH|CONFIG_.*|SSL_.*|PROXY_.*|HTTP_.*))$/i;
const ALWAYS = /^(?:PATH|TMPDIR|TEMP|TMP|SystemRoot)$/i;

const picked = (env: Environment, names: RegExp): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => ALWAYS.test(name) || names.test(name)));

/** No prompt, no fetch of missing objects, no download by Git LFS, and English output. */
const COMMON = {
  GIT_TERMINAL_PROMPT: '0',
  GCM_INTERACTIVE: 'never',
  GIT_NO_LAZY_FETCH: '1',
  GIT_LFS_SKIP_SMUDGE: '1',
  LC_ALL: 'C',
};

const NO_CONFIGURATION = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_REPLACE_OBJECTS: '1',
};

const MOST_OUTPUT = 64 * 1024 * 1024;
const REMOTE_SECONDS = 300;
const LOCAL_SECONDS = 60;

/** Returns the functions that run git. */
export function gitRun({env, signal}: {readonly env: Environment; readonly signal: AbortSignal}): GitRun {
  const remote = {
    ...picked(env, OF_THE_USER),
    ...COMMON,
    GIT_ALLOW_PROTOCOL: allowedProtocols(env).join(':') || 'none',
  };
  const local = {...picked(env, /^$/), ...COMMON, ...NO_CONFIGURATION};
  const run = async (
    args: readonly string[],
    one: Pick<Started, 'env' | 'seconds' | 'directory'>,
  ): Promise<GitOutput> => {
    // In a group of its own, ssh has no terminal on which it could prompt, and ends with git.
    const ran = await runProgram({
      command: ['git', ...SAFE, ...args],
      directory: one.directory,
      env: one.env,
      stdin: 'nothing',
      timeoutSeconds: one.seconds,
      maxBytes: MOST_OUTPUT,
      ownGroup: true,
      signal,
    });
    signal.throwIfAborted();
    const command = args.find((arg) => !arg.startsWith('-')) ?? '';
    return outputOf(ran, `git ${command}`, one.seconds);
  };
  return {
    remote: (args, directory = '/') => run(args, {env: remote, seconds: REMOTE_SECONDS, directory}),
    local: (args, directory) => run(args, {env: local, seconds: LOCAL_SECONDS, directory}),
  };
}

type Started = {readonly env: Environment; readonly seconds: number; readonly directory: string | undefined};

function outputOf(ran: Ran, command: string, seconds: number): GitOutput {
  if (ran.kind === 'not-started')
    return {problem: `git ${ran.why.message}`, hint: 'Install git 2.31 or later: https://git-scm.com/downloads'};
  if (ran.kind === 'too-late') return {problem: `${command} did not end within ${seconds} s`};
  if (ran.kind !== 'ended') return {problem: `${command} wrote more than ${MOST_OUTPUT / 2 ** 20} MiB`};
  if (ran.code === 0) return {text: ran.stdout};
  return {problem: `${command}: ${reasonIn(ran.stderr)}`};
}

/** Returns the last line of git's message that says why, without logins. What a server wrote is marked with `remote:`. */
function reasonIn(stderr: string): string {
  const lines = stderr.split('\n').map((line) => line.trim());
  const fatal = lines.filter((line) => /^(?:fatal|error): /.test(line)).map((line) => line.replace(/^\w+: /, ''));
  const reason = fatal.at(0) ?? lines.findLast((line) => line !== '') ?? 'it failed without a message';
  const ssh = lines.find((line) => /Permission denied|Host key verification failed|Could not resolve/.test(line));
  return withoutLogin(ssh === undefined || reason.includes(ssh) ? reason : `${ssh} (${reason})`);
}
