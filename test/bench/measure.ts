import {spawn} from 'node:child_process';
import {existsSync} from 'node:fs';
import {readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** What a program took, as the kernel counted it. */
export type Measured = {
  readonly seconds: number;
  /** The processor time of the program and its children. */
  readonly cpuSeconds?: number;
  readonly peakMiB?: number;
  readonly code: number;
  readonly output: string;
};

export type Command = {
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
};

/** GNU time; without it processor time and memory are not measured. */
const TIME = '/usr/bin/time';

/** Runs a program and measures it from outside. */
export async function measure({file, args, env, cwd}: Command): Promise<Measured> {
  const facts = join(tmpdir(), `gantry-bench-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const timed = existsSync(TIME);
  const call = timed ? [TIME, '-q', '-f', '%U %S %M', '-o', facts, file, ...args] : [file, ...args];
  const started = performance.now();
  const child = spawn(call[0] ?? file, call.slice(1), {
    ...(cwd === undefined ? {} : {cwd}),
    env: {...process.env, ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number>((resolve, reject) =>
    child.on('error', reject).on('close', (status) => resolve(status ?? 1)),
  );
  const seconds = (performance.now() - started) / 1000;
  if (!timed) return {seconds, code, output};
  const [user = 0, system = 0, peak = 0] = (await readFile(facts, 'utf8')).trim().split(' ').map(Number);
  await rm(facts, {force: true});
  return {seconds, cpuSeconds: user + system, peakMiB: peak / 1024, code, output};
}
