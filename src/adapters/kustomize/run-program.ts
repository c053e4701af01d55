/** How a program ended; `badly` is an exit code other than 0, `too-much` an output over the limit. */
export type Ran = {
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: 'well' | 'badly' | 'too-late' | 'too-much' | 'cancelled';
};

/** Runs a program with arguments: no shell reads them. */
export type Run = (path: string, args: readonly string[]) => Promise<Ran>;

/** Limits of a program's run. */
export type RunOptions = {
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
};

const MOST_OUTPUT = 64 * 1024 * 1024;

/** It sees the variables that it is given and no others, reads nothing, and ends in time. */
export const programRunner =
  ({env, timeoutMs, signal}: RunOptions): Run =>
  async (path, args) => {
    const {execa} = await import('execa');
    const ran = await execa(path, args, {
      env,
      extendEnv: false,
      stdin: 'ignore',
      reject: false,
      timeout: timeoutMs,
      maxBuffer: MOST_OUTPUT,
      cancelSignal: signal,
      stripFinalNewline: false,
    });
    const {stdout, stderr, failed, timedOut, isMaxBuffer, isCanceled} = ran;
    const ended = isCanceled
      ? 'cancelled'
      : timedOut
        ? 'too-late'
        : isMaxBuffer
          ? 'too-much'
          : failed
            ? 'badly'
            : 'well';
    // What could not be started at all has said nothing.
    return {stdout, stderr: stderr === '' && failed ? (ran.originalMessage ?? ran.shortMessage ?? '') : stderr, ended};
  };
