import {spawnSync} from 'node:child_process';
import {runProgram} from '../../lib/run-program.ts';

/** The environment of the git processes. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** The output of git. `said`: the reason for a failure. `isLate`: set if git took too long. */
export type Answer = {readonly ok: boolean; readonly text: string; readonly said: string; readonly isLate?: true};

/** The time limit of one git command in milliseconds. In a very large repository `git status` takes longer. */
const TIMEOUT_MS = 20_000;
/** The maximum output in bytes. A list of all files of a large repository is smaller. */
const MOST_OUTPUT = 100 * 2 ** 20;
/** The maximum size in bytes of a file that Gantry reads. */
const MOST_BYTES = 16 * 2 ** 20;

/**
 * The variables that git sets for hooks about their repository. They are removed, so that the directory determines the repository
 * and its index.
 */
const OF_A_HOOK = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

const outside = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_HOOK.has(name)));

/**
 * The options for reading a repository of any author. No monitor, hook, pager, viewer or filter from its configuration is run,
 * and nothing is fetched by any program. Submodules have their own configuration, so git does not enter them.
 */
const SAFE = ['safe.bareRepository=explicit', 'core.fsmonitor=false', 'core.hooksPath=/dev/null']
  .flatMap((setting) => ['-c', setting])
  .concat('--no-pager');

/** Prevents git from fetching objects that a partial clone lacks, with a program or from an address that the repository sets. */
const NO_FETCH = {GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none'};

/** Prevents a ref of the repository from replacing a requested object by another one. */
const NO_REPLACEMENT = {GIT_NO_REPLACE_OBJECTS: '1'};

/** Returns the environment for read-only commands: no lock, no prompt, no pager, and English output. */
const quiet = (env: Environment) => ({
  ...outside(env),
  ...NO_FETCH,
  ...NO_REPLACEMENT,
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
});

/** The options of one git command. */
export type Asking = {
  /** The options before the command. */
  readonly options?: readonly string[];
  readonly timeoutMs?: number | undefined;
};

/** Runs a read-only git command that runs no other program and fetches nothing. */
export async function ask(
  directory: string,
  args: readonly string[],
  env: Environment,
  {options = [], timeoutMs = TIMEOUT_MS}: Asking = {},
): Promise<Answer> {
  const ran = await runProgram({
    command: ['git', ...SAFE, ...options, '-C', directory, ...args],
    env: quiet(env),
    stdin: 'nothing',
    timeoutSeconds: timeoutMs / 1000,
    maxBytes: MOST_OUTPUT,
  });
  if (ran.kind === 'ended') return {ok: ran.code === 0, text: ran.stdout, said: reasonOf(ran.stderr)};
  const none = {ok: false, text: ''};
  if (ran.kind === 'not-started') return {...none, said: `git ${ran.why.message}`};
  const command = `git ${args[0]}`;
  return ran.kind === 'too-late'
    ? {...none, said: `${command} did not respond within ${timeoutMs / 1000} s`, isLate: true}
    : {...none, said: `${command} wrote more than ${MOST_OUTPUT / 2 ** 20} MiB`};
}

const reasonOf = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.replace(/^(?:fatal|error): /, '').trim())
    .find((line) => line !== '') ?? 'git refused';

/** Reads an object synchronously, because the callers cannot wait. Undefined if it does not exist. */
export function readBlob(directory: string, object: string, env: Environment): Buffer | undefined {
  const {status, stdout} = spawnSync('git', [...SAFE, '-C', directory, 'cat-file', 'blob', object], {
    env: quiet(env),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    maxBuffer: MOST_BYTES,
  });
  return status === 0 ? stdout : undefined;
}
