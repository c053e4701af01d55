import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {afterAll, beforeAll, describe, expect, it} from 'vitest';
import {rootHelp} from '../../src/cli/help-text.ts';
import {leaks, plainCanary} from '../rig/canaries.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));
const {version} = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {version: string};

let directory = '';
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-bin-'));
  await run(['init']);
});
afterAll(() => rmSync(directory, {recursive: true}));

/** An environment with a secret, and a script that runs before Gantry does. */
const withSecret = (secret: string, script: string) => ({
  VAULT_TOKEN: secret,
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
});

const start = (argv: readonly string[], node = process.execPath, more: Readonly<Record<string, string>> = {}) =>
  spawn(node, [BIN, ...argv], {
    cwd: directory,
    env: {PATH: process.env['PATH'], ...TESTED_PROGRAM, HOME: directory, ...more},
    stdio: ['ignore', 'pipe', 'pipe'],
  });

const run = (argv: readonly string[], node?: string) => ended(start(argv, node));

async function ended(child: ReturnType<typeof start>) {
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {code: child.exitCode, stdout, stderr};
}

describe('the started program', () => {
  it.each([
    {argv: [], stdout: rootHelp()},
    {argv: ['--help'], stdout: rootHelp()},
    {argv: ['-h'], stdout: rootHelp()},
    {argv: ['-w', 'x', '--help'], stdout: rootHelp()},
    {argv: ['--version'], stdout: `${version}\n`},
    {argv: ['--version', '-q'], stdout: `${version}\n`},
  ])('the program answers $argv', async ({argv, stdout}) =>
    expect(await run(argv)).toEqual({code: 0, stdout, stderr: ''}),
  );

  it('the program passes on the exit code', async () =>
    expect(await run(['nope'])).toMatchObject({code: 3, stdout: ''}));

  const old = oldNode();
  it.skipIf(old === undefined)(
    'the program reports in one line that Node is too old (skipped where no old Node is installed)',
    async () => {
      const {code, stdout, stderr} = await run(['preview'], old);
      expect({code, stdout}).toEqual({code: 1, stdout: ''});
      expect(stderr).toMatch(/^gantry needs Node\.js 22\.19 or newer; this is \d+\.\d+\.\d+ \(.*\)\.\n$/);
    },
  );

  it('the program reports the place of a crash without its data', async () => {
    const secret = plainCanary('token');
    const breakdown = `
      process.on('newListener', (name) => {
        if (name !== 'uncaughtException') return;
        const token = process.env.VAULT_TOKEN;
        const error = Object.assign(new Error('sent ' + token), {request: {headers: {token}}, cause: new Error(token)});
        process.nextTick(() => { throw error; });
      })`;
    const {code, stdout, stderr} = await ended(start(['validate'], process.execPath, withSecret(secret, breakdown)));
    expect(stderr).toMatch(/^bug: Gantry .* had an unexpected error\.\nError: sent \*\*\*\n {4}at /m);
    expect(leaks(stdout + stderr, {secret})).toEqual([]);
    expect(code).toBe(70);
  });

  it('crash reports of Node do not contain the environment', async () => {
    const secret = plainCanary('token');
    const report = join(directory, 'report.json');
    const reporting = `process.on('exit', () => process.report.writeReport(${JSON.stringify(report)}))`;
    await ended(start(['validate'], process.execPath, withSecret(secret, reporting)));
    const written = readFileSync(report, 'utf8');
    expect(written).toContain('javascriptStack');
    expect(leaks(written, {secret})).toEqual([]);
  });

  it('the program accepts that its reader stops reading', async () => {
    const child = start(['build']);
    child.stdout.destroy();
    const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect({code: child.exitCode, stderr}).toEqual({code: 0, stderr: ''});
  });

  it.each([
    {signal: 'SIGINT', code: 130},
    {signal: 'SIGTERM', code: 143},
  ] as const)('the program ends with $code on $signal while it waits for a cluster', async ({signal, code}) => {
    const silent = createServer();
    silent.listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    writeFileSync(join(directory, 'kube.yaml'), kubeconfig(`https://127.0.0.1:${port}`));
    writeFileSync(join(directory, 'silent.yaml'), 'context: {kubeconfig_path: ./kube.yaml}\n');
    const child = start(['preview', '-w', './silent.yaml']);
    const stderr = text(child.stderr);
    await Promise.race([once(silent, 'connection'), once(child, 'close')]);
    child.kill(signal);
    if (child.exitCode === null) await once(child, 'close');
    silent.close();
    expect({code: child.exitCode, stderr: await stderr}).toEqual({
      code,
      stderr: expect.stringMatching(/^error: (Interrupted|Terminated)\.\n$/m),
    });
  });
});

const kubeconfig = (server: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{name: 'c', context: {cluster: 'c', user: 'u'}}],
    clusters: [{name: 'c', cluster: {server}}],
    users: [{name: 'u', user: {token: 't'}}],
  });

/** A Node that Gantry does not support, if the machine has one. */
function oldNode(): string | undefined {
  return ['/usr/bin/node', '/usr/local/bin/node'].find((path) => {
    if (!existsSync(path)) return false;
    const [major = 0, minor = 0] = execFileSync(path, ['--version'], {encoding: 'utf8'})
      .slice(1)
      .split('.')
      .map(Number);
    return major < 22 || (major === 22 && minor < 19);
  });
}
