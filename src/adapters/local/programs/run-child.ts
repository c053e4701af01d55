import type {ChildProcess} from 'node:child_process';
import {constants} from 'node:os';
import {NotStarted} from '../../../lib/not-started.ts';
import {startProgram} from '../../../lib/start-program.ts';
import type {ProgramEnd} from '../../../ports/programs.ts';
import {isInForeground} from './foreground.ts';

/** A program to start; with `isShell` a SIGTERM reaches it as SIGHUP, since interactive shells ignore SIGTERM. */
export type Child = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isShell: boolean;
};

type Running = {readonly signal: AbortSignal; readonly standAside?: (() => Disposable) | undefined};

/** Runs a program on our own streams. It alone decides what a signal means; we wait for it. */
export async function runChild(child: Child, {signal, standAside}: Running): Promise<ProgramEnd> {
  signal.throwIfAborted();
  using _aside = standAside?.();
  const {command, args, cwd, env} = child;
  // Before the program runs: a signal that it has waited for must not end us in its place.
  using signals = passSignals(child);
  let started: ChildProcess;
  try {
    // No shell reads the words: they arrive as they were typed.
    started = await startProgram(command, args, {cwd, env, stdio: 'inherit'});
  } catch (error) {
    return notStarted(error);
  }
  signals.passTo(started);
  const {promise, resolve} = Promise.withResolvers<ProgramEnd>();
  started.once('exit', (code, killedBy) =>
    resolve({ended: killedBy === null ? (code ?? 0) : 128 + constants.signals[killedBy]}),
  );
  const stop = (): void => void started.kill(signal.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT');
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** @throws what no shell has a number for: a directory that is gone, too many processes. */
function notStarted(error: unknown): ProgramEnd {
  // A shell counts a missing interpreter as a missing command.
  if (error instanceof NotStarted && error.code === 'ENOENT' && error.problem === 'not-executable')
    return {notStarted: 'missing'};
  if (error instanceof NotStarted && (error.problem === 'missing' || error.problem === 'not-executable'))
    return {notStarted: error.problem};
  throw error;
}

const PASSED = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const;
/** A key that is pressed sends these to every process in the foreground: a second one would mean something else. */
const BY_KEY: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT', 'SIGTSTP']);

type PassedSignals = Disposable & {readonly passTo: (program: ChildProcess) => void};

/** Listeners are called when the running code is done: by then there is a program to pass to. */
function passSignals({isShell}: Child): PassedSignals {
  let program: ChildProcess | undefined;
  const pass = (name: NodeJS.Signals): void => {
    if (!BY_KEY.has(name) || !isInForeground()) program?.kill(isShell && name === 'SIGTERM' ? 'SIGHUP' : name);
  };
  const stop = (): void => {
    pass('SIGTSTP');
    // We have a listener, so the system no longer stops us: the shell must see that this job stands still.
    process.kill(process.pid, 'SIGSTOP');
  };
  const listeners = new Map<NodeJS.Signals, () => void>([
    ...PASSED.map((name) => [name, () => pass(name)] as const),
    ['SIGTSTP', stop],
  ]);
  const own = [...listeners].filter(
    ([name]) => process.platform !== 'win32' || name === 'SIGINT' || name === 'SIGTERM',
  );
  for (const [name, listener] of own) process.on(name, listener);
  return {
    passTo: (started) => {
      program = started;
    },
    [Symbol.dispose]: () => {
      for (const [name, listener] of own) process.off(name, listener);
    },
  };
}
