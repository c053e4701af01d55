import {chmod, mkdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, it} from 'vitest';
import {readAction, runAction} from '../rig/composite-action.ts';
import {scratchDirectory} from '../rig/scratch.ts';

const SCRIPTS = fileURLToPath(new URL('../../scripts', import.meta.url));

describe('action.yml', () => {
  it('gives values to its scripts by the environment only: nothing is written into a command', async () => {
    const {runs} = await readAction();
    expect(runs.steps.flatMap(({run = ''}) => /\$\{\{/.exec(run) ?? [])).toEqual([]);
  });

  it('uses the actions of others at one commit, which nobody can move', async () => {
    const {runs} = await readAction();
    const used = runs.steps.flatMap(({uses}) => uses ?? []);
    expect(used.length).toBeGreaterThan(0);
    for (const one of used) expect(one).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  it('explains each input and output, and asks for none that it does not have', async () => {
    const {inputs, outputs, runs} = await readAction();
    expect([...Object.values(inputs), ...Object.values(outputs)].filter((one) => !('description' in one))).toEqual([]);
    const asked = [...JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name = '']) => name);
    expect(new Set(asked)).toEqual(new Set(Object.keys(inputs)));
  });
});

/** What npm was asked for by a job that has nothing yet. */
async function installed(inputs: Readonly<Record<string, string>>) {
  const [actionPath, bin, workspace] = [await scratchDirectory(), await scratchDirectory(), await scratchDirectory()];
  await symlink(SCRIPTS, join(actionPath, 'scripts'));
  await mkdir(join(actionPath, 'bin'));
  // A stand-in for the program, too: what is installed is not of interest here.
  await writeFile(join(actionPath, 'bin', 'gantry.js'), 'process.exitCode = 0;');
  await writeFile(join(bin, 'npm'), `#!/bin/sh\necho "in $PWD: npm $*" >> "${workspace}/asked"\n`);
  await chmod(join(bin, 'npm'), 0o755);
  const env = {PATH: `${bin}:${process.env['PATH'] ?? ''}`};
  const ran = await runAction({inputs: {command: 'validate', comment: 'false', ...inputs}, env, workspace, actionPath});
  const asked = await readFile(join(workspace, 'asked'), 'utf8').catch(() => '');
  return {ran, asked: asked.replaceAll(actionPath, 'ACTION')};
}

describe('what the action installs', () => {
  it('is its own checkout, without anything published', async () => {
    const {asked} = await installed({});
    expect(asked).toBe('in ACTION: npm ci --no-audit --no-fund\n');
  });

  it('is the version that is named, without scripts of packages', async () => {
    const {asked} = await installed({version: '1.2.3-rc.1'});
    expect(asked).toMatch(/npm install --prefix \S+ --ignore-scripts --no-audit --no-fund gantry@1\.2\.3-rc\.1\n$/);
  });

  it.each(['latest', '--registry=https://evil', '1.2.3 evil', 'https://evil/x.tgz', '1.2.3\n--foo', 'npm:evil@1.2.3'])(
    'is never %j, which is no version',
    async (version) => {
      const {ran, asked} = await installed({version});
      expect({code: ran.code, asked}).toEqual({code: 3, asked: ''});
      expect(ran.log).toMatch(/^::error title=gantry::/m);
    },
  );
});
