import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';

const BIN = fileURLToPath(new URL('../bin/gantry.js', import.meta.url));

/** The exit code, and the output as a person would have seen it: both streams, in the order of writing. */
export type Ran = {readonly code: number; readonly output: string};

export type Run = {
  readonly home: string;
  readonly dir: string;
  /** Shown as it comes. */
  readonly onOutput: (text: string) => void;
  readonly color: boolean;
  /** Run the sources, not the build, which may be stale. */
  readonly source: boolean;
};

/** Runs the real program as a child process, in a directory and a home of its own. */
export async function runGantry(args: readonly string[], {home, dir, onOutput, color, source}: Run): Promise<Ran> {
  const {PATH, TMPDIR} = process.env;
  // One pipe for both streams: two would mix the lines up.
  const child = spawn('/bin/sh', ['-c', 'exec "$0" "$@" 2>&1', process.execPath, BIN, ...args], {
    cwd: dir,
    env: {
      PATH,
      TMPDIR,
      HOME: home,
      [color ? 'FORCE_COLOR' : 'NO_COLOR']: '1',
      ...(source ? {GANTRY_SOURCE: '1'} : {}),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    onOutput(text);
  });
  const code = await new Promise<number>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve(status ?? 1));
  });
  return {code, output};
}
