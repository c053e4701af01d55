import {spawnSync} from 'node:child_process';
import {runProgram} from '../../lib/run-program.ts';

/** Environment of the git processes. */
export type Environment = Readonly<Record<string, string | undefined>>;
/** `said`: why it has no answer; `isLate`: because it took too long. */
export type Answer = {readonly ok: boolean; readonly text: string; readonly said: string; readonly isLate?: true};

/** How long git may take for one answer; in a very large repository `git status` takes longer. */
const TIMEOUT_MS = 20_000;
/** A list of all files of a large repository is less. */
const MOST_OUTPUT = 100 * 2 ** 20;
/** No file that Gantry reads is larger. */
const MOST_BYTES = 16 * 2 ** 20;

/** What git tells its hooks of the repository that they run in. The directory says which one is meant, and where its index is. */
const OF_A_HOOK = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_COMMON_DIR', 'GIT_INDEX_FILE', 'GIT_PREFIX']);

const outside = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !OF_A_HOOK.has(name)));

/**
 * A repository is looked at, whoever made it: no monitor, hook, pager, viewer or filter that its configuration names is run, and
 * nothing is fetched, by whatever program. Submodules have a configuration of their own, so git does not look into them.
 */
const SAFE = ['safe.bareRepository=explicit', 'core.fsmonitor=false', 'core.hooksPath=/dev/null']
  .flatMap((setting) => ['-c', setting])
  .concat('--no-pager');

/** An object that a partial clone lacks would be fetched, by a program or an address that the repository names. */
const NO_FETCH = {GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none'};

/** Nor does a ref of the repository put another object in the place of the one that is asked for. */
const NO_REPLACEMENT = {GIT_NO_REPLACE_OBJECTS: '1'};

/** No lock is taken for a mere look, no person is asked, no pager and no language of the user's changes the answer. */
const quiet = (env: Environment) => ({
  ...outside(env),
  ...NO_FETCH,
  ...NO_REPLACEMENT,
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  LC_ALL: 'C',
});

/** Options of one question to git. */
export type Asking = {
  /** Before the command. */
  readonly options?: readonly string[];
  readonly timeoutMs?: number | undefined;
};

/** Asks git, as a program that changes nothing, runs nothing and fetches nothing. */
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
    ? {...none, said: `${command} did not answer within ${timeoutMs / 1000} s`, isLate: true}
    : {...none, said: `${command} wrote more than ${MOST_OUTPUT / 2 ** 20} MiB`};
}

const reasonOf = (stderr: string): string =>
  stderr
    .split('\n')
    .map((line) => line.replace(/^(?:fatal|error): /, '').trim())
    .find((line) => line !== '') ?? 'git refused';

/** The bytes of an object, at once: whoever reads a file cannot wait. Undefined: it is not there. */
export function readBlob(directory: string, object: string, env: Environment): Buffer | undefined {
  const {status, stdout} = spawnSync('git', [...SAFE, '-C', directory, 'cat-file', 'blob', object], {
    env: quiet(env),
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    maxBuffer: MOST_BYTES,
  });
  return status === 0 ? stdout : undefined;
}
