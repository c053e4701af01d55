import {execFile} from 'node:child_process';
import {cp, mkdir, rename, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {trackedBelow} from '../../../src/config/tracked-files.ts';
import {scratchDirectory} from '../../rig/scratch.ts';
import {runGantry} from '../../rig/stack.ts';

const run = promisify(execFile);

/** A repository whose index has these files. */
async function repository(files: readonly string[], format: readonly string[] = []): Promise<string> {
  const root = join(await scratchDirectory(), 'shop');
  await mkdir(root);
  const git = (...args: readonly string[]) => run('git', ['-C', root, '-c', 'core.autocrlf=false', ...args]);
  await git('init', '-q', ...format.filter((one) => one.startsWith('--object')));
  for (const file of files) {
    await mkdir(dirname(join(root, file)), {recursive: true});
    await writeFile(join(root, file), file.endsWith('.yaml') ? 'name: shop\n' : '{}\n');
  }
  if (files.length > 0) await git('add', '-f', '--', ...files);
  const version = format.find((one) => one.startsWith('--index-version'));
  if (version !== undefined) await git('update-index', ...version.split(' '));
  return root;
}

const all = (): boolean => true;

describe('the index of git', () => {
  const LONG = `home/${'long/'.repeat(60)}name`;
  it.each([
    {name: 'version 2', format: ['--index-version 2']},
    {name: 'version 4', format: ['--index-version 4']},
    {name: 'SHA-256', format: ['--object-format=sha256']},
  ])('an index of $name lists the files of a directory that git tracks', async ({format}) => {
    const root = await repository(['a', 'é/b', 'hom', 'home-a/x', 'home/consents.json', LONG, 'z'], format);
    expect(trackedBelow(join(root, 'home'), all)).toBe(join(root, 'home/consents.json'));
    expect(trackedBelow(join(root, 'home'), (path) => path.startsWith('long/'))).toBe(join(root, LONG));
    expect(trackedBelow(join(root, 'é'), all)).toBe(join(root, 'é/b'));
    expect(trackedBelow(join(root, 'ho'), all)).toBeUndefined();
    expect(trackedBelow(join(root, '..'), all)).toBeUndefined();
  });
});

describe('a GANTRY_HOME in a checkout', () => {
  const used = async (root: string, home = join(root, '.gantry')) =>
    runGantry(['workspace', 'list'], {dir: root, home: join(root, '..', 'home'), env: {GANTRY_HOME: home}});

  it.each([
    {name: 'that git does not know', files: ['stack.yaml'], code: 0},
    {name: 'that git keeps empty', files: ['stack.yaml', '.gantry/.gitignore', '.gantry/.gitkeep'], code: 0},
    {name: 'of which git keeps the consents', files: ['stack.yaml', '.gantry/consents.json'], code: 3},
    {name: 'of which git keeps a workspace', files: ['stack.yaml', '.gantry/workspaces/prod.yaml'], code: 3},
  ])('a GANTRY_HOME $name ends with $code', async ({files, code}) => {
    const root = await repository(files);
    const ran = await used(root);
    expect(ran, ran.stderr).toMatchObject({code});
    if (code !== 0) expect(ran.stderr).toMatch(/git tracks .*\.gantry\/.*[\s\S]*git rm -r --cached/);
  });

  it('a GANTRY_HOME that is a link of the repository is refused, and so is one that leads into it', async () => {
    const root = await repository(['stack.yaml', 'theirs/consents.json']);
    await symlink('theirs', join(root, '.gantry'));
    expect(await used(root)).toMatchObject({code: 3});
    const outside = join(root, '..', 'link');
    await symlink(join(root, 'theirs'), outside);
    expect(await used(root, outside)).toMatchObject({code: 3});
  });

  it('a GANTRY_HOME in a worktree is compared with the index of that worktree', async () => {
    const root = await repository(['stack.yaml', '.gantry/consents.json']);
    const worktree = join(root, '..', 'worktree');
    await cp(root, worktree, {recursive: true});
    await rename(join(worktree, '.git'), join(root, '..', 'git'));
    await writeFile(join(worktree, '.git'), `gitdir: ${join(root, '..', 'git')}\n`);
    expect(await used(worktree)).toMatchObject({code: 3});
  });
});
