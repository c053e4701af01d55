import type {ChildProcess} from 'node:child_process';
import {open, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {type Failure, GantryError} from '../../core/failure/failure.ts';
import {processOf} from '../../lib/process-identity.ts';
import {startProgram} from '../../lib/start-program.ts';
import {writePrivate} from '../../lib/write-private.ts';
import type {TerraformStates} from '../../ports/terraform-states.ts';
import {unconfirmed} from './begun.ts';
import {endOrphan} from './end-orphan.ts';
import {followApply} from './follow-apply.ts';
import {revealIn} from './reveal-in.ts';
import {readJson, STATE, WATCHER} from './run-files.ts';
import {decodeStored, encodeStored} from './stored.ts';
import type {Watch, Watched, WatchListeners, WatchOrder} from './watch-order.ts';

/** A line from the watcher. */
export type WatcherLine =
  | {readonly ended: Watched}
  | {readonly waiting: Failure}
  /** Terraform was not started. */
  | {readonly refused: Failure};

/** The program of the watcher, and what it needs to reach the backend. */
export type WatcherProgram = {
  readonly command: readonly [string, ...string[]];
  readonly states: TerraformStates;
  /** The environment of the run, which opens the backend. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
};

/** The time that a run waits for a backend that does not store the last state. After that, the watcher continues alone. */
const PATIENCE_MS = 60_000;
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

/** Returns the function that runs an apply in a separate process, which continues if this one is killed. */
export const watchByProcess =
  (program: WatcherProgram): Watch =>
  async (order, listeners) => {
    const followed = await followApply(order, listeners.onEvent);
    try {
      const {problem, ...watcher} = await startWatcher(order, program);
      const watched = (await answerOf(watcher, order, listeners)) ?? (await withoutWatcher(order, program, problem));
      return {...watched, progress: followed.progress, rest: await followed.end()};
    } catch (error) {
      await followed.end();
      throw error;
    }
  };

type Started = {
  readonly child: ChildProcess;
  /** Resolves when the watcher has ended. */
  readonly closed: Promise<void>;
  readonly problem: () => Promise<string>;
};

async function startWatcher(order: WatchOrder, program: WatcherProgram): Promise<Started> {
  const {command, env, home, states} = program;
  const [file, ...args] = command;
  const path = join(order.directory, `${WATCHER}.errors`);
  const errors = await open(path, 'a', 0o600);
  let child: ChildProcess;
  let closed: Promise<void>;
  try {
    // In the directory of this process, because NODE_OPTIONS may contain relative paths.
    child = await startProgram(file, args, {
      env: Object.fromEntries(NODE_VARIABLES.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
      stdio: ['pipe', 'pipe', errors.fd],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    // At once: a watcher that cannot start ends before it gets its order.
    closed = new Promise((resolve) => void child.once('close', () => resolve()));
  } finally {
    await errors.close();
  }
  // A watcher that has ended does not read.
  child.stdin?.on('error', () => undefined);
  // Before the order: the next run must know of the watcher before Terraform starts.
  if (child.pid !== undefined) await writePrivate(join(order.directory, WATCHER), JSON.stringify(processOf(child.pid)));
  child.stdin?.write(`${JSON.stringify({order, env, home, handed: revealIn(await states.handOver(order.lineage))})}\n`);
  return {child, closed, problem: async () => (await readFile(path, 'utf8').catch(() => '')).trim()};
}

/** Returns what the watcher reported at its end; undefined if it was killed. @throws GantryError if the last state could not be stored in time */
async function answerOf(
  {child, closed}: Pick<Started, 'child' | 'closed'>,
  order: WatchOrder,
  {signal, onWaiting}: WatchListeners,
): Promise<Watched | undefined> {
  const answer = Promise.withResolvers<Watched | undefined>();
  const interrupt = (): void => void child.stdin?.write('{"interrupt":true}\n');
  let waiting: {readonly timer: NodeJS.Timeout; readonly leave: () => void} | undefined;
  const wait = (failure: Failure): void => {
    const leave = (): void => answer.reject(new GantryError(failure));
    onWaiting('the state is not stored yet: the backend does not answer');
    if (signal.aborted) return leave();
    waiting ??= {timer: setTimeout(leave, PATIENCE_MS), leave};
    signal.addEventListener('abort', leave, {once: true});
  };
  signal.addEventListener('abort', interrupt, {once: true});
  if (signal.aborted) interrupt();
  const lines = child.stdout === null ? undefined : createInterface({input: child.stdout});
  lines?.on('line', (text) => {
    const line = parseWatcherLine(text);
    if (line === undefined) return;
    if ('ended' in line) answer.resolve(line.ended);
    else if ('waiting' in line) wait(line.waiting);
    else answer.resolve({code: 'not started', version: order.version, begun: [], refused: line.refused});
  });
  void closed.then(() => answer.resolve(undefined));
  let isDone = false;
  try {
    const watched = await answer.promise;
    isDone = watched?.unstored === undefined;
    return watched;
  } finally {
    signal.removeEventListener('abort', interrupt);
    if (waiting !== undefined) {
      clearTimeout(waiting.timer);
      signal.removeEventListener('abort', waiting.leave);
    }
    // After `done`, the watcher ends. Without it, the watcher continues alone when the pipe is closed, and removes the directory at its end.
    child.stdin?.end(isDone ? '{"done":true}\n' : undefined);
    lines?.close();
    child.stdout?.destroy();
    child.unref();
  }
}

/** Parses a line of the watcher; undefined for one that is not whole, because the watcher was killed. */
function parseWatcherLine(text: string): WatcherLine | undefined {
  try {
    return JSON.parse(text) as WatcherLine;
  } catch {
    return undefined;
  }
}

/** Ends Terraform and stores its state in place of a watcher that was killed. */
async function withoutWatcher(
  {directory, lineage, stored}: WatchOrder,
  {states}: Pick<WatcherProgram, 'states'>,
  problem: Started['problem'],
): Promise<Watched> {
  await endOrphan(directory);
  const found = await states.read(lineage);
  if (found === undefined || decodeStored(found.text).run !== stored.run)
    throw new GantryError({code: 'plan/stale', detail: 'another run has changed the Terraform state of this stack'});
  const state = (await readJson(directory, STATE)) ?? decodeStored(found.text).state;
  const begun = unconfirmed(stored.begun ?? [], state);
  const version = await states.write(lineage, encodeStored({...stored, state, begun}), found.version);
  const words = await problem();
  return {
    code: 'killed',
    version,
    begun,
    stopped: `the process that watches it was killed${words === '' ? '' : `: ${words}`}`,
  };
}
