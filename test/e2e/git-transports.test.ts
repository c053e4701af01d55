import {chmod, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {fileAuthority} from '../rig/file-server.ts';
import {gitRepository} from '../rig/git-repository.ts';
import {gitServer} from '../rig/git-server.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n';
const PASSWORD = 'canary-7a11-of-git';
const LOGIN = {username: 'ann', password: PASSWORD};

const stackOf = (url: string, more = '') =>
  makeStack({files: {'stack.yaml': `name: shop\nsources:\n  - git: {url: "${url}", ref: main${more}}\n`}});

/** A directory for PATH whose `git` writes its arguments into a file first. */
async function recordingGit() {
  const directory = await scratchDirectory();
  const log = join(directory, 'arguments');
  const path = process.env['PATH'] ?? '';
  await program(join(directory, 'git'), `printf '%s\\n' "$@" >> '${log}'\nPATH='${path}' exec git "$@"`);
  return {PATH: `${directory}:${path}`, args: () => readFile(log, 'utf8')};
}

async function program(file: string, script: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
}

async function textsBelow(directory: string): Promise<string> {
  const found = await readdir(directory, {recursive: true, withFileTypes: true});
  const files = found.filter((one) => one.isFile());
  return (await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name), 'latin1')))).join('\n');
}

it('a private repository is fetched over https with the credential helper of the user, and the password is stored nowhere else', async () => {
  const repository = await gitRepository();
  repository.commit({'settings.yaml': MAP});
  const server = await gitServer(repository, LOGIN);
  const home = await scratchDirectory();
  await writeFile(join(home, 'ca.pem'), fileAuthority.cert);
  await writeFile(join(home, 'logins'), `https://ann:${PASSWORD}@${server.host}\n`, {mode: 0o600});
  await writeFile(join(home, 'gitconfig'), `[credential]\n\thelper = store --file=${join(home, 'logins')}\n`);
  const {args, PATH} = await recordingGit();
  const env = {PATH, GIT_CONFIG_GLOBAL: join(home, 'gitconfig'), GIT_SSL_CAINFO: join(home, 'ca.pem')};
  const stack = await stackOf(`${server.address}/origin.git`);
  const built = await stack.gantry(['build'], {env});
  expect(built, built.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('name: settings')});
  expect(server.requests.some(({authorization}) => authorization !== undefined)).toBe(true);
  const written = [built.stdout, built.stderr, await args(), await textsBelow(join(stack.home, '.gantry'))].join('\n');
  for (const form of [PASSWORD, Buffer.from(`ann:${PASSWORD}`).toString('base64')]) expect(written).not.toContain(form);

  // Locked, it needs no server. Then the server or its login may be gone.
  expect(await stack.gantry(['chart', 'lock'], {env})).toMatchObject({code: 0});
  await rm(join(home, 'logins'));
  expect(await stack.gantry(['build'], {env})).toMatchObject({code: 0});
});

it.each([
  {what: 'without a login', login: undefined, ca: true, why: /could not read Username/},
  {what: 'with a wrong login', login: 'ann:wrong-canary', ca: true, why: /Authentication failed/},
  {what: 'from a server of an unknown authority', login: `ann:${PASSWORD}`, ca: false, why: /certificate/},
])('a private repository is not fetched $what, and the error shows no login', async ({login, ca, why}) => {
  const repository = await gitRepository();
  repository.commit({'settings.yaml': MAP});
  const server = await gitServer(repository, LOGIN);
  const home = await scratchDirectory();
  await writeFile(join(home, 'ca.pem'), fileAuthority.cert);
  await writeFile(join(home, 'logins'), login === undefined ? '' : `https://${login}@${server.host}\n`);
  await writeFile(join(home, 'gitconfig'), `[credential]\n\thelper = store --file=${join(home, 'logins')}\n`);
  const env = {
    GIT_CONFIG_GLOBAL: join(home, 'gitconfig'),
    ...(ca ? {GIT_SSL_CAINFO: join(home, 'ca.pem')} : {}),
  };
  const stack = await stackOf(`${server.address}/origin.git`);
  const {code, stderr} = await stack.gantry(['build'], {env});
  expect({code, stderr}).toMatchObject({code: 3, stderr: expect.stringMatching(why) as string});
  expect(stderr).toContain('stack.yaml:3');
  expect(stderr).not.toContain('canary');
  if (!ca) expect(server.requests).toEqual([]);
});

it('a repository is fetched over ssh by the ssh program of the user, and its key is neither an argument nor copied', async () => {
  const repository = await gitRepository();
  const commit = repository.commit({'settings.yaml': MAP});
  const home = await scratchDirectory();
  const [key, log] = [join(home, 'id_ed25519'), join(home, 'arguments')];
  await writeFile(key, `-----BEGIN OPENSSH PRIVATE KEY-----\n${PASSWORD}\n`, {mode: 0o600});
  // The last argument is the command for the server, which runs it.
  await program(join(home, 'ssh'), `printf '%s\\n' "$@" >> '${log}'\nfor last; do :; done\nexec sh -c "$last"`);
  const {args, PATH} = await recordingGit();
  const env = {PATH, GIT_SSH_COMMAND: `${join(home, 'ssh')} -i ${key}`};
  const stack = await stackOf(`ssh://git@git.example.com${repository.directory}`);
  const built = await stack.gantry(['build'], {env});
  expect(built, built.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('name: settings')});
  expect(built.stderr).toContain(commit);
  const asked = await readFile(log, 'utf8');
  expect(asked).toContain(`git@git.example.com\n`);
  expect(asked).toContain(`git-upload-pack '${repository.directory}'`);
  // The host keys of the user are checked as their ssh is configured.
  expect(asked).not.toContain('StrictHostKeyChecking');
  const written = [built.stdout, built.stderr, await args(), asked, await textsBelow(join(stack.home, '.gantry'))];
  expect(written.join('\n')).not.toContain(PASSWORD);
});

it.each([
  {what: 'an unknown host key', said: 'Host key verification failed.'},
  {what: 'a refused key', said: 'git@git.example.com: Permission denied (publickey).'},
])('$what of a server is the error of the source, and nothing is fetched', async ({said}) => {
  const home = await scratchDirectory();
  await program(join(home, 'ssh'), `echo '${said}' >&2\nexit 255`);
  const stack = await stackOf('git@git.example.com:shop/deploy.git');
  const {code, stderr} = await stack.gantry(['build'], {env: {GIT_SSH_COMMAND: join(home, 'ssh')}});
  expect({code, stderr}).toMatchObject({code: 3, stderr: expect.stringContaining(said.replace(/\.$/, '')) as string});
  expect(stderr).toContain('stack.yaml:3');
});
