import type {ChildProcess} from 'node:child_process';
import {NotStarted} from './not-started.ts';
import {type StartOptions, startProgram} from './start-program.ts';

/** A program with its arguments, environment, input and limits. */
export type RunProgram = {
  readonly command: readonly string[];
  readonly directory?: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  /** The input. `terminal`: the stdin of this process, so that the program can prompt the user. */
  readonly stdin: {readonly text: string} | 'nothing' | 'terminal';
  /** The time limit. Undefined if a user has to respond. */
  readonly timeoutSeconds: number | undefined;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Starts a process group of its own, so that its child processes also end. Keys of the terminal do not reach it. */
  readonly ownGroup?: boolean;
  readonly onStderr?: ((text: string) => void) | undefined;
};

/** The outcome of a program. No outcome is thrown. */
export type Ran =
  | {readonly kind: 'not-started'; readonly why: NotStarted}
  | {readonly kind: 'too-late' | 'too-much'; readonly stderr: string}
  /** `code`: its exit code, or the signal that ended it. */
  | {readonly kind: 'ended'; readonly code: number | string; readonly stdout: string; readonly stderr: string};

/** The maximum size of the stored stderr. */
const MAX_STDERR = 8 * 1024;
const PATIENCE_MS = 2_000;

/** Runs a program without a shell until it ends, exceeds the time or the output limit, or is cancelled. */
export async function runProgram(program: RunProgram): Promise<Ran> {
  const {command, directory, env, stdin} = program;
  const [file = '', ...args] = command;
  const detached = program.ownGroup === true && process.platform !== 'win32';
  const reads = stdin === 'nothing' ? 'ignore' : stdin === 'terminal' ? 'inherit' : 'pipe';
  const options: StartOptions = {env, stdio: [reads, 'pipe', 'pipe'], detached, windowsHide: true};
  try {
    const where = directory === undefined ? {} : {cwd: directory};
    return await watch(await startProgram(file, args, {...options, ...where}), program, detached);
  } catch (why) {
    if (why instanceof NotStarted) return {kind: 'not-started', why};
    throw why;
  }
}

type Cut = 'too-late' | 'too-much';

async function watch(child: ChildProcess, program: RunProgram, ownGroup: boolean): Promise<Ran> {
  const {stdin, timeoutSeconds, signal} = program;
  let cut: Cut | undefined;
  let last: NodeJS.Timeout | undefined;
  const end = (why?: Cut): void => {
    cut ??= why;
    send(child, 'SIGTERM', ownGroup);
    last ??= setTimeout(() => {
      send(child, 'SIGKILL', ownGroup);
      // Processes that it left running may keep the streams open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    }, PATIENCE_MS);
  };
  const timer = timeoutSeconds === undefined ? undefined : setTimeout(() => end('too-late'), timeoutSeconds * 1000);
  const stop = (): void => end();
  signal?.addEventListener('abort', stop, {once: true});
  if (signal?.aborted) end();
  const output = collect(child, program, () => end('too-much'));
  // A program that does not read its input is not an error.
  child.stdin?.on('error', () => undefined);
  if (typeof stdin === 'object') child.stdin?.end(stdin.text);
  const {promise, resolve} = Promise.withResolvers<number | string>();
  child.on('close', (code, killedBy) => resolve(code ?? killedBy ?? 'no code'));
  try {
    const code = await promise;
    const {stdout, stderr} = output();
    return cut === undefined ? {kind: 'ended', code, stdout, stderr} : {kind: cut, stderr};
  } finally {
    clearTimeout(timer);
    clearTimeout(last);
    signal?.removeEventListener('abort', stop);
  }
}

type Output = {readonly stdout: string; readonly stderr: string};

function collect(child: ChildProcess, {maxBytes, onStderr}: RunProgram, tooMuch: () => void): () => Output {
  const stdout: Buffer[] = [];
  let [size, stderr] = [0, ''];
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxBytes) tooMuch();
    else stdout.push(chunk);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk.toString('utf8')}`.slice(-MAX_STDERR);
    onStderr?.(chunk.toString('utf8'));
  });
  return () => ({stdout: Buffer.concat(stdout).toString('utf8'), stderr});
}

function send(child: ChildProcess, signal: NodeJS.Signals, ownGroup: boolean): void {
  if (child.pid === undefined) return;
  try {
    if (ownGroup) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // It has ended.
  }
}
