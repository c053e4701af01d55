import type {ChildProcess} from 'node:child_process';
import {constants} from 'node:os';
import {NotStarted} from '../../../lib/not-started.ts';
import {startProgram} from '../../../lib/start-program.ts';
import type {ProgramEnd} from '../../../ports/programs.ts';
import {isInForeground} from './foreground.ts';

/** A program to start. With `isShell`, a SIGTERM is passed as SIGHUP, because interactive shells ignore SIGTERM. */
export type Child = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isShell: boolean;
};

type Running = {readonly signal: AbortSignal; readonly standAside?: (() => Disposable) | undefined};

/** Runs a program on the streams of this process and waits for it. The program alone handles signals. */
export async function runChild(child: Child, {signal, standAside}: Running): Promise<ProgramEnd> {
  signal.throwIfAborted();
  using _aside = standAside?.();
  const {command, args, cwd, env} = child;
  // Registered before the program runs, so that a signal for it does not end this process.
  using signals = passSignals(child);
  let started: ChildProcess;
  try {
    // No shell parses the arguments: they are passed unchanged.
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

/**
 * Returns the reason why a program did not start.
 * @throws errors without an exit code in shells: a missing directory, too many processes
 */
function notStarted(error: unknown): ProgramEnd {
  // As in a shell, a missing interpreter counts as a missing command.
  if (error instanceof NotStarted && error.code === 'ENOENT' && error.problem === 'not-executable')
    return {notStarted: 'missing'};
  if (error instanceof NotStarted && (error.problem === 'missing' || error.problem === 'not-executable'))
    return {notStarted: error.problem};
  throw error;
}

const PASSED = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGCONT'] as const;
/** The signals that the terminal sends to every process in the foreground. Passing one would send it twice. */
const BY_KEY: ReadonlySet<string> = new Set(['SIGINT', 'SIGQUIT', 'SIGTSTP']);

type PassedSignals = Disposable & {readonly passTo: (program: ChildProcess) => void};

/** Passes signals to the program. Listeners run after the current code, and by then the program exists. */
function passSignals({isShell}: Child): PassedSignals {
  let program: ChildProcess | undefined;
  const pass = (name: NodeJS.Signals): void => {
    if (!BY_KEY.has(name) || !isInForeground()) program?.kill(isShell && name === 'SIGTERM' ? 'SIGHUP' : name);
  };
  const stop = (): void => {
    pass('SIGTSTP');
    // The listener prevents the system from stopping this process, so stop it here: the shell must see a stopped job.
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
