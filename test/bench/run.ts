import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {request} from 'node:https';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {acquireControlPlane, nameOf, toolPath} from '../controlplane/for-tests.ts';
import {type BareServer, bareApply} from './bare-client.ts';
import {corpus} from './corpus.ts';
import {type Command, type Measured, measure} from './measure.ts';

/**
 * `npm run bench [-- N…]`: the main job at N=100 and 1,000 objects beside a bare client that sends the same requests, and beside
 * kubectl and helm where they are found; then what it takes to open a sandbox, beside a kubeconfig. Machines are noisy: compare the columns of one run, not two runs.
 */
const sizes = process.argv.slice(2).map(Number);
const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const {controlPlane} = acquired;
const CLUSTER = {KUBECONFIG: controlPlane.kubeconfigPath};
const server = bareServer(await readFile(controlPlane.kubeconfigPath, 'utf8'));
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
console.log(`against ${nameOf(acquired)}, Node ${process.versions.node}`);
try {
  for (const count of sizes.length > 0 ? sizes : [100, 1000]) await benchmark(count);
  await sandboxStart();
} finally {
  await rm(work, {recursive: true, force: true});
  await controlPlane.stop();
}

async function benchmark(count: number): Promise<void> {
  const prefix = `bench-${Date.now().toString(36)}-${count}`;
  const dir = join(work, prefix);
  await mkdir(join(dir, 'workspaces'), {recursive: true});
  await writeFile(join(dir, 'stack.yaml'), 'workspace: bench\nsources: [{manifests: all.yaml}]\n');
  await writeFile(
    join(dir, 'workspaces', 'bench.yaml'),
    `name: bench\ncontext: {kubeconfig_path: ${JSON.stringify(controlPlane.kubeconfigPath)}}\n`,
  );
  const write = (changed: number) => writeObjects(join(dir, 'all.yaml'), {count, changed, prefix});
  console.log(`\nN = ${count}`);
  await write(0);
  await line('gantry create', () => measure(gantry(dir, 'apply', '--yes', '--no-wait')));
  await line('gantry unchanged preview', () => measure(gantry(dir, 'preview')));
  await line('gantry unchanged apply', () => measure(gantry(dir, 'apply', '--yes')));
  await write(Math.max(1, Math.floor(count / 100)));
  await line('gantry 1 % change', () => measure(gantry(dir, 'apply', '--yes')));
  await line('gantry destroy', () => measure(gantry(dir, 'destroy', '--yes', '--no-wait', '--allow-delete', 'all')));
  await line('bare client create', () => timed(() => bareApply(server, corpus({count, prefix: `${prefix}-bare`}))));
  await line('bare client create again', () =>
    timed(() => bareApply(server, corpus({count, prefix: `${prefix}-bare`}))),
  );
  await beside(count, prefix, dir);
}

/** What a sandbox adds to a command that asks its cluster nothing. */
async function sandboxStart(): Promise<void> {
  console.log('\nsandbox');
  const dir = join(work, 'sandbox');
  await mkdir(join(dir, 'workspaces'), {recursive: true});
  await writeFile(join(dir, 'stack.yaml'), 'workspace: bench\nsources: [{manifests: all.yaml}]\n');
  const context = `context: {kubeconfig_path: ${JSON.stringify(controlPlane.kubeconfigPath)}}`;
  await writeFile(join(dir, 'workspaces', 'bench.yaml'), `name: bench\n${context}\n`);
  await writeObjects(join(dir, 'all.yaml'), {count: 500, prefix: 'bench'});
  const opened = (workspace: string) => () =>
    measure(gantry(dir, 'exec', '-w', workspace, '--', process.execPath, '-e', ''));
  await line('gantry exec, a kubeconfig', opened('bench'));
  await line('gantry exec, a new sandbox', opened('sandbox'));
  await line('gantry exec, it again', opened('sandbox'));
  await line('gantry create in it', () => measure(gantry(dir, 'apply', '-w', 'sandbox', '--yes', '--no-wait')));
  await line('gantry exec, 500 objects', opened('sandbox'));
}

type Beside = {readonly count: number; readonly prefix: string; readonly dir: string};

/** Other tools, as their users run them. */
async function beside(count: number, prefix: string, dir: string): Promise<void> {
  const kubectl = await toolPath('kubectl');
  if (kubectl === undefined) return console.log('kubectl: not found; the objects of the bare client stay');
  const remove = (suffix: string) =>
    measure({
      file: kubectl,
      args: ['delete', 'namespace', '--wait=false', ...namespacesOf(`${prefix}-${suffix}`, count)],
      env: CLUSTER,
    });
  await remove('bare');
  await besideKubectl(kubectl, {count, prefix: `${prefix}-k`, dir});
  await remove('k');
  await besideHelm({count, prefix: `${prefix}-h`, dir});
  await besideKapp({count, prefix: `${prefix}-c`, dir});
}

async function besideKubectl(file: string, {count, prefix, dir}: Beside): Promise<void> {
  const objects = await writeObjects(join(dir, 'kubectl.yaml'), {count, prefix});
  await line('kubectl create (server side)', () =>
    measure({file, args: ['apply', '--server-side', '-f', objects], env: CLUSTER}),
  );
  await line('kubectl diff, unchanged', () =>
    measure({file, args: ['diff', '--server-side', '-f', objects], env: CLUSTER}),
  );
}

async function besideHelm({count, prefix, dir}: Beside): Promise<void> {
  const file = await toolPath('helm');
  if (file === undefined) return console.log('helm: not found');
  const chart = join(dir, 'chart');
  await mkdir(join(chart, 'templates'), {recursive: true});
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: bench\nversion: 0.1.0\n');
  await writeObjects(join(chart, 'templates', 'all.yaml'), {count, prefix});
  await line('helm install', () => measure({file, args: ['install', prefix, chart], env: CLUSTER}));
  await line('helm upgrade, unchanged', () => measure({file, args: ['upgrade', prefix, chart], env: CLUSTER}));
  await line('helm uninstall', () => measure({file, args: ['uninstall', prefix], env: CLUSTER}));
}

async function besideKapp({count, prefix, dir}: Beside): Promise<void> {
  const found = await measure({file: 'kapp', args: ['version']}).catch(() => undefined);
  if (found === undefined) return console.log('kapp: not on PATH');
  const objects = await writeObjects(join(dir, 'kapp.yaml'), {count, prefix});
  const deploy = ['deploy', '-y', '-a', prefix, '-f', objects];
  await line('kapp create', () => measure({file: 'kapp', args: deploy, env: CLUSTER}));
  await line('kapp unchanged', () => measure({file: 'kapp', args: [...deploy, '--diff-run'], env: CLUSTER}));
  await line('kapp delete', () => measure({file: 'kapp', args: ['delete', '-y', '-a', prefix], env: CLUSTER}));
}

async function writeObjects(file: string, shape: Parameters<typeof corpus>[0]): Promise<string> {
  await writeFile(
    file,
    corpus(shape)
      .map((object) => JSON.stringify(object))
      .join('\n---\n'),
  );
  return file;
}

function namespacesOf(prefix: string, count: number): string[] {
  return Array.from({length: Math.max(1, Math.floor(count / 100))}, (_, i) => `${prefix}-${i}`);
}

function gantry(cwd: string, ...args: string[]): Command {
  const root = join(import.meta.dirname, '..', '..');
  const preload = join(import.meta.dirname, 'report-memory.ts');
  return {
    file: process.execPath,
    args: ['--import', preload, join(root, 'bin', 'gantry.js'), ...args],
    cwd,
    env: {GANTRY_HOME: join(work, 'home')},
  };
}

async function timed(act: () => Promise<void>): Promise<Measured> {
  const started = performance.now();
  await act();
  return {seconds: (performance.now() - started) / 1000, code: 0, output: ''};
}

async function line(what: string, act: () => Promise<Measured>): Promise<void> {
  const before = await countRequests();
  const {seconds, peakMiB, code, output} = await act();
  const requests = (await countRequests()) - before;
  const memory = peakMiB === undefined ? '' : `  ${peakMiB.toFixed(0)} MiB`;
  console.log(
    `${what.padEnd(30)} ${seconds.toFixed(2).padStart(7)} s  ${String(requests).padStart(6)} requests${memory}${code === 0 ? '' : `  exit ${code}`}`,
  );
  if (code !== 0 && what.startsWith('gantry')) console.log(output.split('\n').slice(-15).join('\n'));
}

/** Requests that people and tools send, as the server counted them: not those of its own controllers. */
async function countRequests(): Promise<number> {
  const text = await read('/metrics');
  const counted = [...text.matchAll(/^apiserver_request_total\{([^}]*)\} (\S+)$/gm)];
  return counted
    .filter(
      ([, labels = '']) =>
        /verb="(APPLY|PATCH|POST|GET|LIST|DELETE|PUT)"/.test(labels) &&
        !/resource="(leases|events|endpoints|endpointslices|replicasets|pods|tokenreviews|subjectaccessreviews)"/.test(
          labels,
        ) &&
        !/subresource="(status|finalize)"/.test(labels),
    )
    .reduce((sum, [, , value]) => sum + Number(value), 0);
}

function read(path: string): Promise<string> {
  const {ca, cert, key} = server;
  return new Promise((resolve, reject) => {
    request(new URL(path, server.server), {ca, cert, key}, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}

function bareServer(kubeconfig: string): BareServer {
  const {clusters, users} = load(kubeconfig) as {
    clusters: {cluster: Record<string, string>}[];
    users: {user: Record<string, string>}[];
  };
  const decoded = (text: string | undefined) => Buffer.from(text ?? '', 'base64').toString();
  const {cluster = {}} = clusters[0] ?? {};
  const {user = {}} = users[0] ?? {};
  const ca = decoded(cluster['certificate-authority-data']);
  return {
    server: cluster['server'] ?? '',
    ca,
    cert: decoded(user['client-certificate-data']),
    key: decoded(user['client-key-data']),
  };
}
