import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));
const FILES = 150;

let directory = '';

/** Seconds of work without anything to wait for. */
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-signals-'));
  mkdirSync(join(directory, 'manifests'));
  writeFileSync(join(directory, 'project.yaml'), 'name: shop\n');
  writeFileSync(join(directory, 'stack.yaml'), 'name: shop\nsources:\n  - manifests: manifests/*.yaml\n');
  for (let i = 0; i < FILES; i++) {
    const data = Array.from({length: 4000}, (_, line) => `  key-${line}: "value ${line}"\n`).join('');
    const head = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: part-${i}, namespace: shop}\ndata:\n`;
    writeFileSync(join(directory, 'manifests', `part-${i}.yaml`), head + data);
  }
});
afterAll(() => rmSync(directory, {recursive: true}));

/** Sends itself the signals while it reads the third file, and tells at its end how many it has read. */
const signalled = (signals: readonly string[]): string => `
  import fs from 'node:fs';
  import {syncBuiltinESMExports} from 'node:module';
  const {readFileSync} = fs;
  let count = 0;
  fs.readFileSync = (path, ...rest) => {
    if (/part-[0-9]+[.]yaml$/.test(String(path)) && ++count === 3)
      for (const signal of ${JSON.stringify(signals)}) process.kill(process.pid, signal);
    return readFileSync(path, ...rest);
  };
  syncBuiltinESMExports();
  process.on('exit', () => fs.writeSync(2, 'files read: ' + count + '\\n'));
`;

async function validate(signals: readonly string[]) {
  const child = spawn(process.execPath, [BIN, 'validate'], {
    cwd: directory,
    env: {
      PATH: process.env['PATH'],
      ...TESTED_PROGRAM,
      HOME: directory,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(signalled(signals))}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  const read = Number(/files read: (\d+)/.exec(stderr)?.[1]);
  return {code: child.exitCode, stdout, stderr, read};
}

it.each([
  {signals: ['SIGINT'], code: 130, says: 'error: Interrupted.'},
  {signals: ['SIGTERM'], code: 143, says: 'error: Terminated.'},
  {signals: ['SIGINT', 'SIGTERM'], code: 143, says: 'Stopped at once.'},
  {signals: ['SIGTERM', 'SIGINT'], code: 130, says: 'Stopped at once.'},
])('a program that reads many files ends early on $signals', async ({signals, code, says}) => {
  const ran = await validate(signals);
  expect(ran).toMatchObject({code, stdout: '', stderr: expect.stringContaining(says)});
  expect(ran.read).toBeLessThan(FILES / 2);
});

it('the same program reads all files without a signal', async () =>
  expect(await validate([])).toMatchObject({code: 0, read: FILES}));
