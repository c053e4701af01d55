import type {ChildProcess} from 'node:child_process';
import {open, readFile} from 'node:fs/promises';
import {getCompileCacheDir} from 'node:module';
import {dirname, join} from 'node:path';
import {defined} from '../../lib/defined.ts';
import {processOf} from '../../lib/process-identity.ts';
import {startProgram} from '../../lib/start-program.ts';
import {writePrivate} from '../../lib/write-private.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {revealIn} from './reveal-in.ts';
import {WATCHER} from './run-files.ts';
import type {WatchOrder} from './watch-order.ts';

/** The program of the watcher, and what it needs to reach the backend. */
export type WatcherProgram = {
  readonly command: readonly [string, ...string[]];
  readonly states: TerraformStates;
  /** The environment of the run, which opens the backend. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

/** A watcher that was started. */
export type StartedWatcher = {
  readonly child: ChildProcess;
  /** Resolves when the process has ended and its pipes are closed. */
  readonly closed: Promise<void>;
  /** Returns what the process wrote to stderr. */
  readonly problem: () => Promise<string>;
};

/** Variables that Node.js reads when it starts: the watcher must reach the backend as this process does. None is secret. */
const NODE_VARIABLES = [
  'PATH',
  'HOME',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'NODE_TLS_REJECT_UNAUTHORIZED',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'TZ',
];

/** Starts the watcher of an apply. It waits for its order, and ends without one. @throws NotStarted; the error of the file system */
export async function startWatcher(directory: string, {command, env}: WatcherProgram): Promise<StartedWatcher> {
  const [file, ...args] = command;
  const path = join(directory, `${WATCHER}.errors`);
  const errors = await open(path, 'a', 0o600);
  try {
    // In the directory of this process, because NODE_OPTIONS may contain relative paths.
    const child = await startProgram(file, args, {
      env: watcherVariables(env),
      stdio: ['pipe', 'pipe', errors.fd],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // Listened to at once, because a watcher that cannot work ends at once.
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    // A watcher that has ended does not read.
    child.stdin?.on('error', () => undefined);
    return {child, closed, problem: async () => (await readFile(path, 'utf8').catch(() => '')).trim()};
  } finally {
    await errors.close();
  }
}

/** Gives a watcher its order by its pipe. @throws GantryError backend/io; the error of the file system */
export async function giveOrder({child}: StartedWatcher, order: WatchOrder, program: WatcherProgram): Promise<void> {
  const {env, home, states} = program;
  const handed = revealIn(await states.handOver(order.lineage));
  // Before the order: the next run must know of the watcher before Terraform starts.
  if (child.pid !== undefined) await writePrivate(join(order.directory, WATCHER), JSON.stringify(processOf(child.pid)));
  child.stdin?.write(`${JSON.stringify({order, env, home, handed})}\n`);
}

/** Returns the environment of the watcher. It starts faster with what Node.js has compiled for Gantry. */
function watcherVariables(env: WatcherProgram['env']): NodeJS.ProcessEnv {
  const compiled = getCompileCacheDir();
  return {
    ...Object.fromEntries(NODE_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    // Node.js adds the directory of its version.
    ...defined({NODE_COMPILE_CACHE: compiled && dirname(compiled)}),
  };
}
