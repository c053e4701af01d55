import {execFile} from 'node:child_process';
import {copyFile, mkdir, readFile, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {type Program, startGantry} from './program.ts';
import {scratchDirectory} from './scratch.ts';
import {type Ran, runGantry} from './stack.ts';

/** A repository that runners clone. */
export type Origin = {
  readonly path: string;
  /** Commits files, by relative path, and pushes them; objects are written as JSON (which is YAML). */
  readonly push: (files: Readonly<Record<string, unknown>>) => Promise<void>;
};

const author = ['-c', 'user.name=ann', '-c', 'user.email=ann@example.com', '-c', 'init.defaultBranch=main'];
const git = (cwd: string, ...args: readonly string[]): Promise<unknown> =>
  promisify(execFile)('git', [...author, ...args], {cwd, env: {PATH: process.env['PATH'], HOME: cwd}});

export async function makeOrigin(): Promise<Origin> {
  const path = await scratchDirectory();
  await git(path, 'init', '--quiet');
  return {
    path,
    push: async (files) => {
      for (const [file, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, file)), {recursive: true});
        await writeFile(join(path, file), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      }
      await git(path, 'add', '--all');
      await git(path, 'commit', '--quiet', '--message', 'a change');
    },
  };
}

/** A hosted runner: an empty home, a clone of its own in a directory of its own, and what the pipeline gives it. */
export type Runner = {
  readonly dir: string;
  readonly gantry: (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<Ran>;
  /** The same as a process of its own, which can be killed. */
  readonly start: (args: readonly string[]) => Program;
  readonly read: (file: string) => Promise<string>;
  /** Fetches what another job has kept. */
  readonly fetchFrom: (other: Runner, file: string) => Promise<void>;
};

/** @param env what the pipeline sets for all its jobs. */
export async function freshRunner(
  {path}: Pick<Origin, 'path'>,
  env: Readonly<Record<string, string>>,
): Promise<Runner> {
  const root = await scratchDirectory();
  const [dir, home] = [join(root, 'work', 'repository'), join(root, 'home')];
  await mkdir(home);
  await git(root, 'clone', '--quiet', path, dir);
  return {
    dir,
    gantry: (args, more = {}) => runGantry(args, {dir, home, env: {...env, ...more}}),
    start: (args) => startGantry({dir, home}, args, env),
    read: (file) => readFile(join(dir, file), 'utf8'),
    fetchFrom: (other, file) => copyFile(join(other.dir, file), join(dir, file)),
  };
}
