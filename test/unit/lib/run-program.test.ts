import {chmod, mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {type RunProgram, runProgram} from '../../../src/lib/run-program.ts';
import {scratchDirectory} from '../../rig/scratch.ts';

const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
const PATH = process.env['PATH'] ?? '';

async function directory(): Promise<string> {
  const dir = await scratchDirectory();
  await writeFile(join(dir, 'text'), 'text');
  await mkdir(join(dir, 'folder'));
  await writeFile(join(dir, 'script'), '#!/no/such/shell -e\n');
  await chmod(join(dir, 'script'), 0o700);
  return dir;
}

const run = (command: readonly string[], more: Partial<RunProgram> = {}) =>
  runProgram({command, env: {PATH}, stdin: 'nothing', timeoutSeconds: 60, maxBytes: 1024, ...more});

describe('a program that cannot be started', () => {
  it.each([
    {name: 'missing on the PATH', command: ['no-such-program'], problem: 'missing', says: 'is not installed'},
    {name: 'missing at its path', command: ['DIR/none'], problem: 'missing', says: 'is not installed'},
    {name: 'an empty name', command: [''], problem: 'missing', says: 'is not installed'},
    {name: 'a path below a file', command: ['DIR/text/x'], problem: 'missing', says: 'is not installed'},
    {name: 'not executable', command: ['DIR/text'], problem: 'not-executable', says: 'is not executable (DIR/text)'},
    {name: 'not executable, on the PATH', command: ['text'], problem: 'not-executable', says: 'is not executable'},
    {name: 'a directory', command: ['DIR/folder'], problem: 'not-executable', says: 'is a directory (DIR/folder)'},
    {
      name: 'a script whose interpreter is missing',
      command: ['DIR/script'],
      problem: 'not-executable',
      says: 'needs the interpreter /no/such/shell',
    },
    {
      name: 'a working directory that does not exist',
      command: ['sh'],
      in: 'DIR/gone',
      problem: 'no-directory',
      says: 'cannot run in DIR/gone',
    },
    {
      name: 'a working directory that is a file',
      command: ['sh'],
      in: 'DIR/text',
      problem: 'no-directory',
      says: 'cannot run in DIR/text',
    },
    {name: 'arguments that are too long', command: ['sh', 'x'.repeat(3e6)], problem: 'system', says: 'E2BIG'},
    {name: 'an argument with a zero byte', command: ['sh', 'a\0b'], problem: 'system', says: 'ERR_INVALID_ARG_VALUE'},
  ])('a program that cannot be started is reported and leaves no timer behind: $name', async (row) => {
    const dir = await directory();
    const [cwd, says] = [row.in?.replace('DIR', dir), row.says.replace('DIR', dir)];
    const before = timers();
    const ran = await run(
      row.command.map((word) => word.replace('DIR', dir)),
      {env: {PATH: `${PATH}:${dir}`}, ...(cwd === undefined ? {} : {directory: cwd})},
    );
    expect(timers()).toBe(before);
    expect(ran).toMatchObject({kind: 'not-started', why: {problem: row.problem}});
    expect(ran.kind === 'not-started' && ran.why.message).toContain(says);
  });
});

describe('a program that runs', () => {
  it('a program that runs returns its stdout, its stderr and its exit code', async () => {
    expect(await run(['sh', '-c', 'cat; echo no >&2; exit 3'], {stdin: {text: 'yes'}})).toEqual({
      kind: 'ended',
      code: 3,
      stdout: 'yes',
      stderr: 'no\n',
    });
  });

  it('a program that runs is not waited for longer than its time, though a child of it holds its output open', async () => {
    const ran = await run(['sh', '-c', 'sleep 60 & echo $! >&2; wait'], {timeoutSeconds: 0.2});
    expect(ran.kind).toBe('too-late');
    if (ran.kind === 'too-late') process.kill(Number(ran.stderr));
  });
});
