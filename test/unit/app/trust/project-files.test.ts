import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, describe, expect, it} from 'vitest';
import {projectFiles} from '../../../../src/app/trust/project-files.ts';
import {storeWants} from '../../../../src/config/store-wants.ts';
import {digestOfWants} from '../../../../src/core/trust/want.ts';

const MIB = 1024 * 1024;

let project: string;
beforeEach(() => void (project = mkdtempSync(join(tmpdir(), 'gantry-project-files-'))));
afterEach(() => rmSync(project, {recursive: true, force: true}));

/** A program of so many bytes that ends with these words. */
function writeProgram(size: number, end: string): void {
  const file = openSync(join(project, 'get-secret'), 'w', 0o755);
  ftruncateSync(file, size - end.length);
  writeSync(file, end, size - end.length);
  closeSync(file);
}

const digest = (command: readonly string[] = ['./get-secret']): string => {
  const file = projectFiles({project, bases: [project]}, {env: {}});
  const wants = storeWants({exec: {command: [...command]}}, 'the secret store', file);
  return digestOfWants({workspace: 'prod', wants});
};

describe('the digest of a workspace that runs a program of its project', () => {
  it.each([{size: 1024}, {size: 16 * MIB}, {size: 16 * MIB + 1}, {size: 20 * MIB}])(
    'the digest changes when a program of $size bytes is replaced',
    ({size}) => {
      writeProgram(size, 'allowed');
      const allowed = digest();
      writeProgram(size, 'hostile');
      expect(digest()).not.toBe(allowed);
      writeProgram(size, 'allowed');
      expect(digest()).toBe(allowed);
    },
  );

  it.skipIf(process.getuid?.() === 0)('changes when a program is exchanged that can be run and not be read', () => {
    const program = join(project, 'get-secret');
    writeProgram(1024, 'allowed');
    chmodSync(program, 0o111);
    const allowed = digest();
    expect(digest()).toBe(allowed);
    rmSync(program);
    writeProgram(1024, 'hostile');
    chmodSync(program, 0o111);
    expect(digest()).not.toBe(allowed);
  });

  it.each([
    {command: ['node', './get'], script: 'get.js'},
    {command: ['node', './get'], script: 'get/index.js'},
    {command: ['python', '-m', 'get'], script: 'get.py'},
    {command: ['python', './get'], script: 'get/__main__.py'},
  ])('the digest changes when $script is replaced, which $command runs', ({command, script}) => {
    const file = join(project, script);
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, 'allowed');
    const allowed = digest(command);
    writeFileSync(file, 'hostile');
    expect(digest(command)).not.toBe(allowed);
  });

  it.each([
    {command: ['sh', './get-secret']},
    {command: ['sh', '-c', './get-secret --quiet']},
    {command: ['sh', '-c', 'cd /tmp; ./get-secret|cat']},
    {command: ['node', '--import=./get-secret', '-e', '0']},
    {command: ['node', '-r./get-secret', '-e', '0']},
    {command: ['sh', '-c', '(./get-secret)']},
    {command: ['sh', '-c', 'sh<./get-secret']},
    {command: ['java', '-cp', 'a.jar:./get-secret']},
    {command: ['curl', '-K@get-secret']},
    {command: ['sh', '-c', '$PWD/get-secret']},
    {command: ['sh', '-c', '"$(dirname "$0")"/get-secret']},
  ])('the digest changes when a script that $command names is replaced', ({command}) => {
    writeProgram(1024, 'allowed');
    const allowed = digest(command);
    writeProgram(1024, 'hostile');
    expect(digest(command)).not.toBe(allowed);
  });
});
