import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';

export type RunProgram = {
  readonly command: readonly string[];
  readonly directory?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: string;
  readonly timeoutSeconds: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
};

export type Ran =
  | {readonly kind: 'not-started'; readonly code: string}
  | {readonly kind: 'too-late' | 'too-much'}
  /** `code`: its exit code, or the signal that ended it. */
  | {readonly kind: 'ended'; readonly code: number | string; readonly stdout: string; readonly stderr: string};

/** What is kept of its complaints. */
const MAX_STDERR = 8 * 1024;
const PATIENCE_MS = 2_000;

/** Runs a program without a shell until it ends, takes too long, prints too much, or nobody waits any more. */
export function runProgram({command, directory, env, stdin, timeoutSeconds, ...limits}: RunProgram): Promise<Ran> {
  const [file = '', ...args] = command;
  const {promise, resolve} = Promise.withResolvers<Ran>();
  const stdout: Buffer[] = [];
  let [size, stderr] = [0, ''];
  let child: ChildProcessWithoutNullStreams;
  try {
    child = spawn(file, args, {
      cwd: directory,
      env,
      stdio: 'pipe',
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
  } catch (error) {
    return Promise.resolve({kind: 'not-started', code: codeOf(error)});
  }
  let cut: 'too-late' | 'too-much' | undefined;
  let last: NodeJS.Timeout | undefined;
  const end = (why?: typeof cut): void => {
    cut ??= why;
    signalAll(child, 'SIGTERM');
    last ??= setTimeout(() => signalAll(child, 'SIGKILL'), PATIENCE_MS);
  };
  const timer = setTimeout(() => end('too-late'), timeoutSeconds * 1000);
  const stop = (): void => end();
  limits.signal?.addEventListener('abort', stop, {once: true});
  if (limits.signal?.aborted) end();
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > limits.maxBytes) end('too-much');
    else stdout.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr = `${stderr}${chunk.toString('utf8')}`.slice(-MAX_STDERR)));
  // A program that does not ask what is wanted is no mistake.
  child.stdin.on('error', () => undefined);
  child.stdin.end(stdin);
  const done = (ran: Ran): void => {
    clearTimeout(timer);
    clearTimeout(last);
    limits.signal?.removeEventListener('abort', stop);
    resolve(ran);
  };
  child.on('error', (error) => done({kind: 'not-started', code: codeOf(error)}));
  child.on('close', (code, signal) =>
    done(
      cut === undefined
        ? {kind: 'ended', code: code ?? signal ?? 'no code', stdout: Buffer.concat(stdout).toString('utf8'), stderr}
        : {kind: cut},
    ),
  );
  return promise;
}

/** Also to what it has started itself: they hold its output open. */
function signalAll({pid}: ChildProcessWithoutNullStreams, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It has ended.
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown error';
