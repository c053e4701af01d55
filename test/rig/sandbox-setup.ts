import {execFile, spawn} from 'node:child_process';
import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import type {Readable} from 'node:stream';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import type {TestProject} from 'vitest/node';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

/** Serves a sandbox of its own for the whole run, in the same way as a user does who wants to use it with other programs. */
export async function setup({provide}: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), 'gantry-e2e-sandbox-'));
  const env = {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), GANTRY_SOURCE: '1'};
  const options = {cwd: home, env};
  const serving = spawn(process.execPath, ['--no-warnings', BIN, 'sandbox', 'serve', '-o', 'jsonl'], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => serving.once('close', () => resolve()));
  const up = await isServed(serving.stdout);
  if (!up) throw new Error('gantry sandbox serve ended before it served anything: see above');
  serving.stdout.resume();
  const print = ['--no-warnings', BIN, 'kubeconfig', '-w', 'sandbox', '--print', '--reveal'];
  const {stdout} = await promisify(execFile)(process.execPath, print, options);
  const kubeconfigPath = join(home, 'kubeconfig');
  await writeFile(kubeconfigPath, stdout, {mode: 0o600});
  process.stderr.write(`e2e tests: against the sandbox\n`);
  provide('cluster', {kind: 'up', of: 'sandbox', kubeconfigPath, name: 'the sandbox', lacks: [], signsUsers: false});
  return async () => {
    serving.kill('SIGINT');
    await ended;
    await rm(home, {recursive: true, force: true});
  };
}

async function isServed(said: Readable): Promise<boolean> {
  for await (const line of createInterface({input: said})) if (line.includes('"result"')) return true;
  return false;
}
