import {fork} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';
import {nextMessage} from '../rig/child.ts';
import type {Fuzzed} from '../rig/fuzz-process.ts';
import {repetitions} from '../rig/repetitions.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const CASES = repetitions({usual: 200, full: 2000});

/** Always the same cases, so that a red run is the fault of a change. `GANTRY_SEED` tries others. */
const seed = Number(process.env['GANTRY_SEED'] ?? 15);

const rig = (file: string): string => fileURLToPath(new URL(`../rig/${file}`, import.meta.url));

it(`workspaces that others wrote do only what the table of trust permits (GANTRY_SEED=${seed})`, async () => {
  const scratch = await scratchDirectory();
  const child = fork(rig('fuzz-process.ts'), [String(seed), '0', String(CASES), scratch], {
    execArgv: ['--no-warnings', '--import', rig('watch-process.ts')],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const {findings, codes, done} = await nextMessage<Fuzzed>(child);
  const [first] = findings;
  expect(
    findings.map(({case: number, origin, args, found}) => `${number} (${origin}) ${args.join(' ')}: ${found}`),
    JSON.stringify(first?.files, null, 2),
  ).toEqual([]);
  // The cases come as far as the clusters that they may ask, and are refused for what they want.
  expect(Object.keys(done)).toEqual(expect.arrayContaining(['program user-login', 'server project-cluster.test']));
  expect(codes['0']).toBeGreaterThan(CASES / 2);
  expect(codes['5']).toBeGreaterThan(CASES / 2);
}, 600_000);
