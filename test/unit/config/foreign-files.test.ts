import {chmod, chown, mkdir, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {findStack} from '../../../src/config/find-project.ts';
import {readProject} from '../../../src/config/read-project.ts';
import {refuseForeignHome, refuseForeignProject} from '../../../src/config/refuse-foreign.ts';
import {scratchDirectory} from '../../rig/scratch.ts';
import {runGantry} from '../../rig/stack.ts';

const OTHER = 65_534;
const isRoot = process.getuid?.() === 0;

/** A project with one stack, in a directory that a parent search leaves. */
async function project() {
  const root = await scratchDirectory();
  const dir = join(root, 'shop');
  await mkdir(join(dir, 'web'), {recursive: true});
  await writeFile(join(dir, 'project.yaml'), 'name: shop\n');
  await writeFile(join(dir, 'web', 'stack.yaml'), 'name: web\n');
  return {root, dir, stack: join(dir, 'web'), home: join(root, 'home')};
}

function safeDirectory(directory: string): void {
  process.env['GANTRY_SAFE_DIRECTORY'] = directory;
  onTestFinished(() => void delete process.env['GANTRY_SAFE_DIRECTORY']);
}

const gantry = (args: readonly string[], dir: string, home: string) => runGantry(args, {dir, home});

describe('files that another user can write', () => {
  it.runIf(isRoot).each([
    {name: 'the directory of the project', path: (dir: string) => dir},
    {name: 'project.yaml', path: (dir: string) => join(dir, 'project.yaml')},
    {name: 'stack.yaml', path: (dir: string) => join(dir, 'web', 'stack.yaml')},
    {name: 'the directory of the stack', path: (dir: string) => join(dir, 'web')},
  ])(
    'files of another owner, $name, are not trusted unless GANTRY_SAFE_DIRECTORY names the directory',
    async ({path}) => {
      const {dir, stack, home} = await project();
      await chown(path(dir), OTHER, OTHER);
      const refused = await gantry(['validate'], stack, home);
      expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining(`another user (uid ${OTHER})`)});
      expect(refused.stderr).toContain(`sudo chown -R 0 ${path(dir)}`);
      expect(refused.stderr).toContain('GANTRY_SAFE_DIRECTORY=');
      safeDirectory(join(dir, '..', 'elsewhere'));
      expect((await gantry(['validate'], stack, home)).stderr).toContain('another user');
      safeDirectory(dir);
      expect((await gantry(['validate'], stack, home)).stderr).not.toContain('another user');
    },
  );

  it.runIf(isRoot)(
    'files of a foreign parent directory are not trusted, and a foreign backend is never opened',
    async () => {
      const root = await scratchDirectory();
      const home = join(root, 'home');
      await writeFile(join(root, 'project.yaml'), 'name: theirs\nbackend: s3://theirs\n');
      await chown(join(root, 'project.yaml'), OTHER, OTHER);
      const other = join(root, 'mine');
      await mkdir(other);
      for (const args of [
        ['release', 'list'],
        ['workspace', 'list'],
        ['workspace', 'explain', 'prod'],
      ])
        expect(await gantry(args, other, home), args.join(' ')).toMatchObject({
          code: 3,
          stderr: expect.stringContaining(`${join(root, 'project.yaml')} is not trusted`),
        });
    },
  );

  it.each([
    {name: 'a directory', path: (dir: string) => dir, mode: 0o777},
    {name: 'project.yaml', path: (dir: string) => join(dir, 'project.yaml'), mode: 0o666},
  ])('files are not trusted if everybody can write $name', async ({path, mode}) => {
    const {dir, stack} = await project();
    await chmod(path(dir), mode);
    expect(() => readProject(stack)).toThrow('input/usage');
    await expect(findStack({directory: stack})).rejects.toMatchObject({
      failure: {code: 'input/usage', hint: expect.stringContaining(`chmod o-w ${path(dir)}`)},
    });
    await chmod(path(dir), mode & 0o775);
    expect(readProject(stack)).toMatchObject({name: 'shop'});
  });

  it('files in a directory with the sticky bit or writable only by the group are trusted', async () => {
    const {dir, stack} = await project();
    await chmod(dir, 0o1777);
    await chmod(stack, 0o775);
    expect(await findStack({directory: stack})).toMatchObject({project: {name: 'shop'}});
  });

  it('files of root are trusted for the user who runs Gantry', async () => {
    const {dir} = await project();
    const file = join(dir, 'project.yaml');
    const owner = process.getuid?.() ?? 0;
    refuseForeignProject(file, {uid: owner});
    refuseForeignProject(file, {uid: undefined});
    if (owner === 0) refuseForeignProject(file, {uid: 4711});
    else expect(() => refuseForeignProject(file, {uid: 4711})).toThrow('input/usage');
  });
});

describe('a GANTRY_HOME', () => {
  it.each([
    {name: 'that everybody can write', mode: 0o777, repair: 'chmod 700'},
    {name: 'that everybody can write, with the sticky bit', mode: 0o1777, repair: 'chmod 700'},
    {name: 'that its group can write', mode: 0o770, repair: 'chmod 700'},
  ])('a GANTRY_HOME $name is not used', async ({mode, repair}) => {
    const {stack, home} = await project();
    const own = join(home, '.gantry');
    await mkdir(own, {recursive: true});
    await writeFile(join(own, 'config.yaml'), 'backend: s3://theirs\n');
    await chmod(own, mode);
    const refused = await gantry(['release', 'list'], stack, home);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining(`${repair} ${own}`)});
    await chmod(own, 0o755);
    expect((await gantry(['config', 'list'], stack, home)).stderr).not.toContain('is not used');
  });

  it.runIf(isRoot)('a GANTRY_HOME of another user is not used', async () => {
    const {stack, home} = await project();
    const own = join(home, '.gantry');
    await mkdir(own, {recursive: true});
    await chown(own, OTHER, OTHER);
    const refused = await gantry(['workspace', 'list'], stack, home);
    expect(refused).toMatchObject({code: 3, stderr: expect.stringContaining(`sudo chown -R 0 ${own}`)});
    safeDirectory(own);
    expect(await gantry(['workspace', 'list'], stack, home)).toMatchObject({code: 3});
  });

  it('a missing GANTRY_HOME is created for its owner alone, and is used', async () => {
    const {stack, home} = await project();
    refuseForeignHome(join(home, '.gantry'));
    const umask = process.umask(0);
    onTestFinished(() => void process.umask(umask));
    const workspace = join(stack, 'prod.yaml');
    await writeFile(workspace, 'context: {namespace: shop}\n');
    const created = await gantry(['workspace', 'create', '-f', workspace], stack, home);
    expect(created, created.stderr).toMatchObject({code: 0});
    expect((await stat(join(home, '.gantry'))).mode & 0o777).toBe(0o700);
    refuseForeignHome(join(home, '.gantry'));
  });
});
