import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {expect, it, onTestFinished} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {openToOthers, plainCanary} from '../rig/canaries.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));

onCluster('gantry exec', (cluster) => {
  beforeAllBuild('kubectl', 'helm');
  const {kubeconfigPath} = cluster;
  const stackIn = (context: Readonly<Record<string, string>> = {}) =>
    makeStack({
      files: {'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: kubeconfigPath, ...context}}},
    });

  it.for(['kubectl', 'helm'] as const)(
    'exec gives %s the cluster, prints nothing on stdout and leaves no files',
    async (tool, {skip}) => {
      const program = (await toolPath(tool)) ?? skip(`there is no ${tool}, and no Go to build it`);
      const stack = await stackIn();
      const words = tool === 'helm' ? ['list', '-A', '-o', 'json'] : ['get', 'namespace', 'default', '-o', 'name'];
      const ran = await ended(start(stack, ['exec', program, ...words]));
      expect(ran).toMatchObject({code: 0, stderr: ''});
      expect(ran.stdout.trim()).toMatch(tool === 'helm' ? /^\[.*\]$/s : /^namespace\/default$/);
      expect(await runDirectories(stack)).toEqual([]);
    },
  );

  it.each([
    {name: 'the code of the command', command: ['sh', '-c', 'exit 7'], code: 7},
    {name: '128 and the signal that ended it', command: ['sh', '-c', 'kill -KILL $$'], code: 137},
  ])('exec ends with $name', async ({command, code}) => {
    const stack = await stackIn();
    expect(await stack.gantry(['exec', '--', ...command])).toEqual({code, stdout: '', stderr: ''});
    expect(await runDirectories(stack)).toEqual([]);
  });

  it('exec ends as a shell does if the command does not exist or cannot be executed', async () => {
    const stack = await stackIn();
    await stack.write({'script.sh': '#!/bin/sh\nexit 0\n'});
    const missing = await stack.gantry(['exec', '--', 'no-such-program']);
    expect(missing).toMatchObject({
      code: 127,
      stdout: '',
      stderr: expect.stringContaining('Command no-such-program not found'),
    });
    const refused = await stack.gantry(['exec', '--', './script.sh']);
    expect(refused).toMatchObject({code: 126, stdout: '', stderr: expect.stringContaining('chmod +x ./script.sh')});
    await chmod(join(stack.dir, 'script.sh'), 0o755);
    expect((await stack.gantry(['exec', '--', './script.sh'])).code).toBe(0);
    await writeFile(join(stack.dir, 'script.sh'), '#!/no/such/interpreter\n');
    expect((await stack.gantry(['exec', '--', './script.sh'])).code).toBe(127);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR1', 'SIGQUIT'] as const)(
    'exec passes %s on, waits for the reaction of the command, and removes its files',
    async (signal) => {
      const stack = await stackIn();
      const script = waiting(`trap 'echo heard; kill $!; exit 5' ${signal.slice(3)}`);
      const child = start(stack, ['exec', '--', 'sh', '-c', script]);
      const ran = ended(child);
      await said(child, 'ready');
      expect(await openToOthers(join(stack.home, '.gantry', 'run'))).toEqual([]);
      expect(await runDirectories(stack)).toHaveLength(1);
      child.kill(signal);
      expect(await ran).toEqual({code: 5, stdout: 'ready\nheard\n', stderr: ''});
      expect(await runDirectories(stack)).toEqual([]);
    },
  );

  it('exec passes on a signal that arrives right after the start of the command', async () => {
    const stack = await stackIn();
    const script = "trap 'kill $!; exit 5' USR1; sleep 600 >/dev/null 2>&1 & kill -USR1 $PPID; while :; do wait; done";
    for (let round = 0; round < 10; round++)
      expect(await ended(start(stack, ['exec', '--', 'sh', '-c', script]))).toEqual({code: 5, stdout: '', stderr: ''});
  });

  it('a second signal does not end exec before the command', async () => {
    const stack = await stackIn();
    const script = waiting("trap 'echo no' TERM; trap 'echo bye; kill $!; exit 0' INT");
    const child = start(stack, ['exec', '--', 'sh', '-c', script]);
    const ran = ended(child);
    await said(child, 'ready');
    child.kill('SIGTERM');
    await said(child, 'no');
    child.kill('SIGTERM');
    await said(child, 'no');
    child.kill('SIGINT');
    expect(await ran).toMatchObject({code: 0, stdout: 'ready\nno\nno\nbye\n'});
  });

  it('the next exec removes the files of a killed one, and keeps those of a running one', async () => {
    const stack = await stackIn();
    const wait = ['exec', '--', 'sh', '-c', 'echo $$; exec sleep 60'];
    const [killed, running] = [start(stack, wait), start(stack, wait)];
    const pids = await Promise.all([killed, running].map((child) => said(child, '\n')));
    onTestFinished(() => {
      for (const pid of pids) tryKill(Number(pid));
    });
    const gone = once(killed, 'exit');
    killed.kill('SIGKILL');
    await gone;
    expect(await runDirectories(stack)).toHaveLength(2);
    expect((await stack.gantry(['exec', '--', 'true'])).code).toBe(0);
    const left = await runDirectories(stack);
    expect(left.map((name) => name.includes(`.${running.pid}.`))).toEqual([true]);
  });

  it('the command has the keys of the workspace, none of another identity, and no secret in an argument', async () => {
    const secrets = {key: plainCanary('key'), json: JSON.stringify({private_key: plainCanary('json')})};
    const stack = await stackIn({
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: secrets.key,
      GOOGLE_CREDENTIALS: secrets.json,
    });
    // They may name a file, or another server.
    await stack.allow();
    const environment = {AWS_SESSION_TOKEN: plainCanary('session'), KUBECONFIG: '/other', ARM_CLIENT_ID: 'kept'};
    const child = start(stack, ['exec', '--', 'sh', '-c', 'echo $$; exec sleep 60'], environment);
    const pid = Number(await said(child, '\n'));
    onTestFinished(() => tryKill(pid));
    const environ = () => readFile(`/proc/${pid}/environ`, 'utf8');
    // It is empty while the shell becomes another program.
    await expect.poll(environ).not.toBe('');
    const env = entriesOf(await environ());
    expect(env).toMatchObject({
      AWS_ACCESS_KEY_ID: 'AKIATEST',
      AWS_SECRET_ACCESS_KEY: secrets.key,
      ARM_CLIENT_ID: 'kept',
      GANTRY_WORKSPACE: 'test',
      KUBECONFIG: expect.stringContaining(join(stack.home, '.gantry', 'run')),
    });
    expect(env).not.toHaveProperty('AWS_SESSION_TOKEN');
    const words = await Promise.all([child.pid, pid].map((one) => readFile(`/proc/${one}/cmdline`, 'utf8')));
    for (const secret of [secrets.key, 'private_key', 'BEGIN']) expect(words.join('\n')).not.toContain(secret);
    expect(await openToOthers(join(stack.home, '.gantry', 'run'))).toEqual([]);
    // Terraform reads the key itself, gcloud its file.
    const {GOOGLE_CREDENTIALS: key, GOOGLE_APPLICATION_CREDENTIALS: file = ''} = env;
    expect([key, await readFile(file, 'utf8'), (await stat(file)).mode & 0o777]).toEqual([
      secrets.json,
      secrets.json,
      0o600,
    ]);
    child.kill('SIGTERM');
    expect((await ended(child)).code).toBe(143);
    await expect(stat(file)).rejects.toMatchObject({code: 'ENOENT'});
  });
});

/** A shell that waits for signals and starts no programs meanwhile. */
const waiting = (traps: string): string => `${traps}; sleep 600 >/dev/null 2>&1 & echo ready; while :; do wait; done`;

/** In a session of its own: no terminal sends signals to the command as well. */
function start({dir, home}: Stack, args: readonly string[], more: Readonly<Record<string, string>> = {}) {
  const env = {PATH: process.env['PATH'], HOME: home, GANTRY_HOME: join(home, '.gantry'), ...TESTED_PROGRAM, ...more};
  const child = spawn(process.execPath, ['--no-warnings', BIN, ...args], {cwd: dir, env, detached: true});
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end();
  return child;
}

async function ended(child: ChildProcessWithoutNullStreams) {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {code: child.exitCode ?? -1, stdout, stderr};
}

/** What is said next, up to a text. */
async function said(child: ChildProcessWithoutNullStreams, until: string): Promise<string> {
  const {promise, resolve, reject} = Promise.withResolvers<string>();
  let heard = '';
  const listen = (chunk: Buffer): void => {
    heard += String(chunk);
    if (heard.includes(until)) resolve(heard);
  };
  child.stdout.on('data', listen);
  child.once('exit', () => reject(new Error(`it ended before it said ${until}: ${heard}`)));
  return promise.finally(() => child.stdout.off('data', listen));
}

const runDirectories = async ({home}: Stack): Promise<readonly string[]> =>
  readdir(join(home, '.gantry', 'run')).catch(() => []);

const entriesOf = (environ: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    environ
      .split('\0')
      .filter((entry) => entry !== '')
      .map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  );

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
