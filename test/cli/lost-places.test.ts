import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {closeSync, openSync} from 'node:fs';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {describe, expect, it, onTestFinished} from 'vitest';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

type Start = {readonly args: readonly string[]; readonly stdout?: number; readonly env?: Record<string, string>};

/** `sh -c` runs first, so that a test can take the directory away from under the program. */
async function gantry({args, stdout, env = {}}: Start, first = ':') {
  const dir = await scratchDirectory();
  const child = spawn('sh', ['-c', `${first}; exec "$0" "$@"`, process.execPath, '--no-warnings', BIN, ...args], {
    cwd: dir,
    env: {PATH: process.env['PATH'], HOME: dir, ...TESTED_PROGRAM, ...env},
    stdio: ['ignore', stdout ?? 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said, stderr] = await Promise.all([
    child.stdout === null ? '' : text(child.stdout),
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close'),
  ]);
  return {code: child.exitCode, stdout: said, stderr};
}

describe.skipIf(process.platform !== 'linux')('an output that cannot be written', () => {
  it.each([
    {name: '--version', args: ['--version']},
    {name: '--help', args: ['--help']},
    {name: 'a table', args: ['workspace', 'list']},
    {name: 'JSON', args: ['workspace', 'list', '-o', 'json']},
  ])('an output that cannot be written is an error with the cause: $name', async ({args}) => {
    const full = openSync('/dev/full', 'w');
    try {
      const ran = await gantry({args, stdout: full});
      expect(ran).toMatchObject({
        code: 1,
        stderr: 'error: The output could not be written: no space is left on the device (ENOSPC).\n',
      });
    } finally {
      closeSync(full);
    }
  });
});

describe.skipIf(process.platform !== 'linux')('a home that cannot be created', () => {
  it.each([{home: '/proc/x'}, {home: '/dev/null/x'}])(
    'a home that cannot be created is an error at once, with the next step: $home',
    async ({home}) => {
      const ran = await gantry({args: ['workspace', 'create', 'dev', '--kube-context', 'c'], env: {GANTRY_HOME: home}});
      expect(ran.code, ran.stderr).toBeGreaterThan(0);
      expect(ran.code).not.toBe(70);
      expect(ran.stderr).toMatch(/^error: /);
      expect(ran.stderr).not.toContain(' at ');
    },
  );

  it.each([
    {home: '/proc/x', args: ['--all-stacks']},
    {home: '/proc/x', args: ['-w', 'prod'], first: 'echo "name: shop" >project.yaml; echo "name: web" >stack.yaml'},
    {home: '/dev/null/x', args: ['--all-stacks']},
    {home: '/sys/x/y', args: ['--all-stacks']},
  ])('a home that cannot be created is not reported as empty: $home $args', async ({home, args, first}) => {
    const ran = await gantry({args: ['release', 'list', ...args], env: {GANTRY_HOME: home}}, first);
    expect(ran).toMatchObject({code: 3, stdout: ''});
    expect(ran.stderr).toMatch(
      /^error: The backend local \(.*\) cannot be used: no directory can be created in \/(proc|dev\/null|sys)\.\nhint: /,
    );
  });
});

it.skipIf(process.platform === 'win32')(
  'a working directory that is gone is an error, and no stack trace',
  async () => {
    const ran = await gantry({args: ['workspace', 'list']}, 'rmdir "$PWD"');
    expect(ran).toEqual({
      code: 3,
      stdout: '',
      stderr:
        'error: The working directory no longer exists.\nhint: Change to an existing directory and run the command again.\n',
    });
  },
);
