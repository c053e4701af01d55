import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
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
 * kubectl and helm where they are found. Machines are noisy: compare the columns of one run, not two runs.
 */
const sizes = process.argv.slice(2).map(Number);
const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const {controlPlane} = acquired;
const server = bareServer(controlPlane.adminKubeconfig);
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
console.log(`against ${nameOf(acquired)}, Node ${process.versions.node}`);
try {
  for (const count of sizes.length > 0 ? sizes : [100, 1000]) await benchmark(count);
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
  const write = (changed: number) =>
    writeFile(
      join(dir, 'all.yaml'),
      corpus({count, changed, prefix})
        .map((object) => JSON.stringify(object))
        .join('\n---\n'),
    );
  console.log(`\nN = ${count}`);
  await write(0);
  await line('gantry create', () => measure(gantry(dir, 'apply', '--yes', '--no-wait')));
  await line('gantry unchanged preview', () => measure(gantry(dir, 'preview')));
  await line('gantry unchanged apply', () => measure(gantry(dir, 'apply', '--yes')));
  await write(Math.max(1, Math.floor(count / 100)));
  await line('gantry 1 % change', () => measure(gantry(dir, 'apply', '--yes')));
  await line('gantry destroy', () => measure(gantry(dir, 'destroy', '--yes', '--no-wait')));
  await line('bare client create', () => timed(() => bareApply(server, corpus({count, prefix: `${prefix}-bare`}))));
  await line('bare client create again', () =>
    timed(() => bareApply(server, corpus({count, prefix: `${prefix}-bare`}))),
  );
  await beside(count, prefix, dir);
}

/** Other tools, as their users run them. */
async function beside(count: number, prefix: string, dir: string): Promise<void> {
  const kubectl = await toolPath('kubectl');
  const env = {KUBECONFIG: controlPlane.kubeconfigPath};
  const file = join(dir, 'other.yaml');
  const remove = (ns: string) =>
    kubectl && measure({file: kubectl, args: ['delete', 'namespace', '--wait=false', ...namespacesOf(ns, count)], env});
  await remove(`${prefix}-bare`);
  if (kubectl === undefined) return console.log('kubectl: not found');
  await writeFile(
    file,
    corpus({count, prefix: `${prefix}-k`})
      .map((object) => JSON.stringify(object))
      .join('\n---\n'),
  );
  await line('kubectl create (server side)', () =>
    measure({file: kubectl, args: ['apply', '--server-side', '-f', file], env}),
  );
  await line('kubectl diff, unchanged', () =>
    measure({file: kubectl, args: ['diff', '--server-side', '-f', file], env}),
  );
  await remove(`${prefix}-k`);
  const kapp = await measure({file: 'kapp', args: ['version']}).catch(() => undefined);
  if (kapp === undefined) return console.log('kapp: not on PATH');
  await writeFile(
    file,
    corpus({count, prefix: `${prefix}-c`})
      .map((object) => JSON.stringify(object))
      .join('\n---\n'),
  );
  await line('kapp create', () => measure({file: 'kapp', args: ['deploy', '-y', '-a', prefix, '-f', file], env}));
  await line('kapp unchanged', () =>
    measure({file: 'kapp', args: ['deploy', '--diff-run', '-a', prefix, '-f', file], env}),
  );
  await measure({file: 'kapp', args: ['delete', '-y', '-a', prefix], env});
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
