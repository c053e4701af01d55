import {spawn} from 'node:child_process';
import {readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export type Measured = {
  readonly seconds: number;
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

/** Runs a program and times it from outside; a Node program also says its own peak memory. */
export async function measure({file, args, env, cwd}: Command): Promise<Measured> {
  const memoryFile = join(tmpdir(), `gantry-bench-${process.pid}-${Math.random().toString(36).slice(2)}`);
  const started = performance.now();
  const child = spawn(file, args, {
    ...(cwd === undefined ? {} : {cwd}),
    env: {...process.env, ...env, GANTRY_BENCH_MEMORY: memoryFile},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  const code = await new Promise<number>((resolve, reject) =>
    child.on('error', reject).on('close', (status) => resolve(status ?? 1)),
  );
  const seconds = (performance.now() - started) / 1000;
  const peak = await readFile(memoryFile, 'utf8').catch(() => undefined);
  await rm(memoryFile, {force: true});
  return {seconds, code, output, ...(peak === undefined ? {} : {peakMiB: Number(peak) / 1024})};
}
