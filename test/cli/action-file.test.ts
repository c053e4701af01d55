import {chown, mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {readAction, runAction} from '../rig/composite-action.ts';
import {standInForNpm, writePackageFile} from '../rig/package-file.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

describe('action.yml', () => {
  it('action.yml passes values to its scripts only in the environment', async () => {
    const {runs} = await readAction();
    expect(runs.steps.flatMap(({run = ''}) => /\$\{\{/.exec(run) ?? [])).toEqual([]);
  });

  it('action.yml pins other actions to commits', async () => {
    const {runs} = await readAction();
    const used = runs.steps.flatMap(({uses}) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const one of used) expect(one).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('action.yml describes each input and output, and uses no others', async () => {
    const {inputs, outputs, runs} = await readAction();
    expect([...Object.values(inputs), ...Object.values(outputs)].filter((one) => !('description' in one))).toEqual([]);
    const asked = [...JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name);
    expect(new Set(asked)).toEqual(new Set(Object.keys(inputs)));
  });
});

/** What npm was asked for by a job that has nothing yet, with an action at a commit without a build. */
async function installed(inputs: Readonly<Record<string, string>>, build = false) {
  const [actionPath, workspace] = [await scratchDirectory(), await scratchDirectory()];
  await symlink(SCRIPTS, join(actionPath, 'scripts'));
  if (build) {
    await mkdir(join(actionPath, 'dist'));
    await writeFile(join(actionPath, 'dist', 'main.js'), '');
  }
  await writePackageFile(join(workspace, 'tools/gantry.tgz'));
  await writeFile(join(workspace, 'tools/gantry.zip'), '');
  const asked = join(workspace, 'asked');
  const env = {PATH: `${await standInForNpm(asked)}:${process.env['PATH'] ?? ''}`, ...TESTED_PROGRAM};
  const ran = await runAction({inputs: {command: 'validate', comment: 'false', ...inputs}, env, workspace, actionPath});
  return {ran, asked: await readFile(asked, 'utf8').catch(() => '')};
}

describe('the installation of the action', () => {
  it('the action installs the locked packages without their scripts', async () => {
    const {ran, asked} = await installed({package: 'tools/gantry.tgz'});
    const [first, second, ...more] = asked.trimEnd().split('\n');
    expect(first).toMatch(/gantry\/package: npm pkg delete devDependencies$/);
    expect(second).toMatch(/gantry\/package: npm ci --ignore-scripts --no-audit --no-fund$/);
    expect(more).toEqual([]);
    // The program was started: there is no stack.
    expect(ran.outputs['exit-code'], ran.log).toBe('3');
    expect(ran.log).toContain('is not in a stack');
  });

  it('the action installs nothing if the build is beside it', async () => {
    expect((await installed({}, true)).asked).toBe('');
  });

  it('the action refuses a commit without a build', async () => {
    const {ran, asked} = await installed({});
    expect({code: ran.code, asked}).toEqual({code: 3, asked: ''});
    expect(ran.log).toMatch(/^::error title=gantry::This commit of the action has no build\..*"package"/m);
  });

  it.each([
    'gantry',
    'gantry@1.2.3',
    'tools/missing.tgz',
    'tools/gantry.zip',
    'https://evil/x.tgz',
    '--registry=x.tgz',
  ])('the action refuses %j, which is not a package file', async (file) => {
    const {ran, asked} = await installed({package: file});
    expect({code: ran.code, asked}).toEqual({code: 3, asked: ''});
    expect(ran.log).toMatch(/^::error title=gantry::The input "package"/m);
  });
});

describe('a checkout of another user, as in the container of a job', () => {
  /** Only root can give files to another user. */
  it.runIf(process.getuid?.() === 0).each([
    {name: 'is trusted', env: {}, says: 'is valid: 1 resource'},
    {
      name: 'is not trusted if the job names another directory',
      env: {GANTRY_SAFE_DIRECTORY: '/opt'},
      says: 'is not trusted',
    },
  ])('$name', async ({env, says}) => {
    const workspace = await scratchDirectory();
    await writePackageFile(join(workspace, 'tools/gantry.tgz'));
    const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: a}\n';
    await writeFile(join(workspace, 'stack.yaml'), 'name: shop\nsources: [{manifests: a.yaml}]\n');
    await writeFile(join(workspace, 'a.yaml'), manifest);
    for (const name of ['', 'stack.yaml', 'a.yaml']) await chown(join(workspace, name), 65_534, 65_534);
    const {PATH = ''} = process.env;
    const path = `${await standInForNpm(join(await scratchDirectory(), 'asked'))}:${PATH}`;
    const inputs = {command: 'validate', comment: 'false', package: 'tools/gantry.tgz'};
    const actionPath = await scratchDirectory();
    await symlink(SCRIPTS, join(actionPath, 'scripts'));
    const ran = await runAction({inputs, env: {PATH: path, ...TESTED_PROGRAM, ...env}, workspace, actionPath});
    expect(ran.log).toContain(says);
  });
});
