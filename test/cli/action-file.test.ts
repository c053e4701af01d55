import {chown, mkdir, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {readAction, runAction} from '../rig/composite-action.ts';
import {failingNpm, NPM_CALLED, writePackageFile} from '../rig/package-file.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SCRIPTS = join(ROOT, 'scripts');

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

/** Runs a job that has nothing yet, and no npm, with an action at a commit without a build. */
async function installed(inputs: Readonly<Record<string, string>>, build = false) {
  const [actionPath, workspace] = [await scratchDirectory(), await scratchDirectory()];
  await symlink(SCRIPTS, join(actionPath, 'scripts'));
  if (build) {
    for (const name of ['bin', 'package.json']) await symlink(join(ROOT, name), join(actionPath, name));
    await mkdir(join(actionPath, 'dist'));
    await writeFile(join(actionPath, 'dist', 'main.js'), '');
  }
  await writePackageFile(join(workspace, 'tools/gantry.tgz'));
  await writeFile(join(workspace, 'tools/gantry.zip'), '');
  const env = {PATH: `${await failingNpm()}:${process.env['PATH'] ?? ''}`, ...TESTED_PROGRAM};
  return runAction({inputs: {command: 'validate', comment: 'false', ...inputs}, env, workspace, actionPath});
}

describe('the installation of the action', () => {
  it.each([
    {title: 'a package file', inputs: {package: 'tools/gantry.tgz'}, build: false},
    {title: 'the build beside it', inputs: {}, build: true},
  ])('the action installs $title without npm', async ({inputs, build}) => {
    const ran = await installed(inputs, build);
    // The program starts, and fails because the directory has no stack.
    expect(ran.outputs['exit-code'], ran.log).toBe('3');
    expect(ran.log).toContain('is not in a stack');
    expect(ran.log).not.toContain(NPM_CALLED);
  });

  it.each([
    'gantry',
    'gantry@1.2.3',
    'tools/missing.tgz',
    'tools/gantry.zip',
    'https://evil/x.tgz',
    '--registry=x.tgz',
  ])('the action refuses %j, which is not a package file', async (file) => {
    const {code, log} = await installed({package: file});
    expect(code, log).toBe(3);
    expect(log).toMatch(/^::error title=gantry::The input "package"/m);
    expect(log).not.toContain(NPM_CALLED);
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
    const inputs = {command: 'validate', comment: 'false', package: 'tools/gantry.tgz'};
    const actionPath = await scratchDirectory();
    await symlink(SCRIPTS, join(actionPath, 'scripts'));
    const ran = await runAction({inputs, env: {...TESTED_PROGRAM, ...env}, workspace, actionPath});
    expect(ran.log).toContain(says);
  });
});
