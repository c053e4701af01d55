import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {type RecordingProxy, startRecordingProxy} from './recording-proxy.ts';
import type {Stack} from './stack.ts';
import {TESTED_PROGRAM} from './tested-program.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/gantry.js');

/** A point of a run: before the server gets its nth request, or after it has done it and before the answer arrives. */
export type Point = {readonly nth: number; readonly when: 'before' | 'after'};

/** Runs the program against a cluster through a proxy that can kill it. */
export type Executioner = {
  readonly proxy: RecordingProxy;
  /**
   * Runs `gantry ARGS` in a process of its own, which gets SIGKILL at the point. Returns whether it died there, and the number of its requests.
   * @throws Error if it ended by itself with another exit code than 0
   */
  readonly run: (stack: Stack, args: readonly string[], options?: RunOptions) => Promise<Killed>;
};

type RunOptions = {readonly at?: Point; readonly env?: Readonly<Record<string, string>>};
export type Killed = {readonly isDead: boolean; readonly requests: number};

export async function startExecutioner(kubeconfigPath: string): Promise<Executioner> {
  let [requests, answers] = [0, 0];
  let reached: (point: Point) => boolean = () => true;
  const proxy = await startRecordingProxy(kubeconfigPath, {
    before: () => reached({nth: ++requests, when: 'before'}),
    after: () => reached({nth: ++answers, when: 'after'}),
  });
  return {
    proxy,
    run: async ({dir, home}, args, {at, env = {}} = {}) => {
      [requests, answers] = [0, 0];
      const child = spawn(process.execPath, ['--no-warnings', PROGRAM, ...args], {
        cwd: dir,
        env: {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), ...TESTED_PROGRAM, ...env},
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let stderr = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      let isDead = false;
      reached = (point) => {
        isDead ||= at !== undefined && point.when === at.when && point.nth === at.nth;
        // Requests that it has sent meanwhile do not reach the server.
        if (isDead) child.kill('SIGKILL');
        return !isDead;
      };
      const [code] = (await once(child, 'close')) as [number | null];
      reached = () => true;
      if (!isDead && code !== 0) throw new Error(`gantry ${args.join(' ')} ended with ${code}: ${stderr}`);
      return {isDead: isDead && code === null, requests};
    },
  };
}

/** Returns points that are spread evenly over a run with so many requests. */
export const spreadPoints = (requests: number, wanted: number): readonly Point[] =>
  Array.from({length: wanted}, (_, i): Point => {
    const at = Math.floor((i * requests * 2) / wanted);
    return {nth: 1 + Math.floor(at / 2), when: at % 2 === 0 ? 'before' : 'after'};
  });
