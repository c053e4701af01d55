import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {describe, expect, it} from 'vitest';
import {writeLauncher} from '../../../../src/adapters/local/programs/launcher.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';
import {failureOf} from '../../app/workspace/rig.ts';

/** The PATH of a program that is started from the desktop. */
const DESKTOP = '/usr/bin:/bin';

const SCRIPT = (name: string): string => `#!/usr/bin/env node
if (process.argv[2] === '__complete') console.log('credential\\tPrint a credential');
else console.log(JSON.stringify({name: '${name}', args: process.argv.slice(2), node: process.execPath}));
`;

async function program(file: string, text: string): Promise<string> {
  await mkdir(dirname(file), {recursive: true});
  await writeFile(file, text, {mode: 0o755});
  return file;
}

/** A home with a Gantry in a checkout, and its launcher. The names have characters that shells evaluate. */
async function home({link}: {readonly link?: string} = {}) {
  const at = join(await scratchDirectory(), `it's $HOME "q"`);
  const script = await program(join(at, 'check out/bin/gantry.js'), SCRIPT('recorded'));
  const node = join(at, 'old node/bin/node');
  await mkdir(dirname(node), {recursive: true});
  await symlink(process.execPath, node);
  const directory = join(at, '.gantry/bin');
  const own = {self: {command: node, args: [script]}, link};
  const {command} = await writeLauncher(directory, own);
  return {at, script, node, directory, own, command};
}

type Env = Readonly<Record<string, string>>;

/** Starts the launcher as kubectl does. */
async function started(command: string, env: Env, args: readonly string[] = ['credential']) {
  const {stdout} = await promisify(execFile)(command, [...args], {env: {PATH: DESKTOP, HOME: '/dev/null', ...env}});
  return JSON.parse(stdout) as {name: string; args: string[]; node: string};
}

const refused = async (command: string, env: Env) =>
  promisify(execFile)(command, ['credential'], {env: {PATH: DESKTOP, HOME: '/dev/null', ...env}}).then(
    () => expect.fail('it started'),
    ({code, stderr}: {code: number; stderr: string}) => ({code, stderr}),
  );

const USUAL = ['/opt/homebrew/bin', '/usr/local/bin', '/usr/bin'];

const hasRecentNode = (directory: string): boolean =>
  spawnSync(join(directory, 'node'), ['-p', 'process.versions.node.split(".")[0] >= 22'], {
    encoding: 'utf8',
  }).stdout?.trim() === 'true';

/** An old Node.js, which reports its version and cannot start Gantry. */
const OLD_NODE = '#!/bin/sh\nexit 1\n';
/** The other program with this name. */
const FOREIGN = '#!/bin/sh\necho "usage: gantry [options]"\n';

describe('the launcher', () => {
  it('the launcher passes its arguments unchanged to the recorded Gantry, from a program of the desktop', async () => {
    const {command, node} = await home();
    const args = ['credential', '-w', 'a b', '*', "'", '$HOME', ''];
    const ran = await started(command, {}, args);
    expect(ran).toEqual({name: 'recorded', args, node: await realNode(node)});
  });

  it.for(['dash', 'bash', 'busybox', 'zsh'])('the launcher runs in %s', async (shell, {skip}) => {
    const words = shell === 'busybox' ? ['sh'] : [];
    if (spawnSync(shell, [...words, '-c', ':']).status !== 0) skip(`${shell} is not installed`);
    const {command} = await home();
    const {stdout} = await promisify(execFile)(shell, [...words, command, 'x'], {env: {PATH: DESKTOP}});
    expect(stdout).toContain('"args":["x"]');
  });

  it('the launcher finds another Node.js of nvm after the recorded one was removed, and skips one that is too old', async () => {
    const {at, command, node} = await home();
    const nvm = join(at, 'nvm');
    await program(join(nvm, 'versions/node/v18/bin/node'), OLD_NODE);
    const newer = join(nvm, 'versions/node/v24/bin/node');
    await mkdir(dirname(newer), {recursive: true});
    await rename(node, newer);
    const path = dirname(await program(join(at, 'path/node'), OLD_NODE));
    expect(await started(command, {PATH: `relative:${path}:${DESKTOP}`, NVM_DIR: nvm})).toMatchObject({
      name: 'recorded',
    });
  });

  it('the launcher searches the last directory of PATH', async () => {
    const {at, command, node} = await home();
    const last = join(at, 'last/node');
    await mkdir(dirname(last), {recursive: true});
    await rename(node, last);
    expect(await started(command, {PATH: `/nowhere:${dirname(last)}`})).toMatchObject({
      name: 'recorded',
      node: await realNode(last),
    });
  });

  it('the launcher without a Node.js says what is missing and repairs all entries', async ({skip}) => {
    if (USUAL.some(hasRecentNode)) skip('this machine has a Node.js in a usual directory');
    const {command, node} = await home();
    await rm(node);
    expect(await refused(command, {PATH: '/nowhere'})).toEqual({
      code: 127,
      stderr: expect.stringMatching(/^gantry: Node\.js 22\.19 or newer was not found.*\nThen run "gantry kubeconfig/),
    });
  });

  it.each([
    {name: 'a script for Node.js', text: SCRIPT('found')},
    {
      name: 'a program',
      text: `#!/bin/sh\ncase $1 in __complete) echo credential ;; *) echo '{"name": "found"}' ;; esac\n`,
    },
  ])(
    'the launcher finds $name in PATH after the recorded Gantry was removed, and skips another gantry and itself',
    async ({text}) => {
      const {at, script, command, directory} = await home();
      await rm(script);
      const foreign = dirname(await program(join(at, 'foreign/gantry'), FOREIGN));
      const own = dirname(await program(join(at, 'found/gantry'), text));
      const path = [directory, foreign, own, DESKTOP].join(':');
      expect(await started(command, {PATH: path})).toMatchObject({name: 'found'});
    },
  );

  it('the launcher finds the recorded name of Gantry outside of PATH', async () => {
    const at = await scratchDirectory();
    const {script, command} = await home({link: await program(join(at, 'bin/gantry'), SCRIPT('by name'))});
    await rm(script);
    expect(await started(command, {})).toMatchObject({name: 'by name'});
  });

  it('the launcher never calls a name of npx', async () => {
    const at = await scratchDirectory();
    const link = await program(join(at, 'node_modules/.bin/gantry'), SCRIPT('npx'));
    const {script, command} = await home({link});
    await rm(script);
    expect((await refused(command, {})).code).toBe(127);
  });

  it('the launcher without a Gantry names the removed file and the command that repairs all entries', async () => {
    const {at, script, command} = await home();
    await rm(script);
    const foreign = dirname(await program(join(at, 'foreign/gantry'), FOREIGN));
    const {code, stderr} = await refused(command, {PATH: `${foreign}:${DESKTOP}`});
    expect({code, stderr}).toEqual({
      code: 127,
      stderr: `gantry: ${script} was removed, and no other Gantry was found in PATH and the usual directories. Install Gantry.
Then run "gantry kubeconfig --merge --exec" once, for any workspace: it repairs all entries.
`,
    });
  });

  it('the launcher is written once, is updated by another Gantry, and only its user can write it', async () => {
    const {command, directory, own, at} = await home();
    const [file, place] = [await stat(command), await stat(directory)];
    expect([file.mode & 0o777, place.mode & 0o777]).toEqual([0o755, 0o700]);
    await writeLauncher(directory, own);
    expect((await stat(command)).ino).toBe(file.ino);
    await chmod(command, 0o644);
    await chmod(directory, 0o777);
    await writeLauncher(directory, own);
    expect([(await stat(command)).mode & 0o777, (await stat(directory)).mode & 0o777]).toEqual([0o755, 0o700]);
    const executable = await program(join(at, 'gantry-1'), '#!/bin/sh\necho \'{"name": "executable"}\'\n');
    await writeLauncher(directory, {self: {command: executable, args: []}, link: undefined});
    expect(await started(command, {PATH: '/nowhere'})).toEqual({name: 'executable'});
    expect(await readFile(command, 'utf8')).not.toContain('gantry.js');
  });

  it('the launcher is not written where its directory is a file', async () => {
    const at = await scratchDirectory();
    await writeFile(join(at, 'bin'), '');
    const writing = writeLauncher(join(at, 'bin'), {self: {command: '/x', args: []}, link: undefined});
    expect(await failureOf(writing)).toMatchObject({code: 'program/no-place', path: join(at, 'bin')});
  });
});

/** Node.js reports its own path without links. */
const realNode = async (link: string): Promise<string> =>
  execFileSync(link, ['-p', 'process.execPath'], {encoding: 'utf8'}).trim();
