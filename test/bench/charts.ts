import {execFile} from 'node:child_process';
import {cp, mkdir, mkdtemp, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {performance} from 'node:perf_hooks';
import {promisify} from 'node:util';
import {acquireControlPlane, nameOf, toolPath} from '../controlplane/for-tests.ts';

/**
 * `npm run bench:charts [-- ROUNDS]`: a preview without a change of a stack with a chart that generates certificates and looks up an object, and of
 * the same objects as manifests. Both take turns. The cache of renders is warm.
 */
const rounds = Number(process.argv[2] ?? '10');
const BIN = join(import.meta.dirname, '../../bin/gantry.js');
const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const helm = await toolPath('helm');
if (helm === undefined) throw new Error('helm is missing, and Go to build it');
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
const namespaces = {chart: `bench-chart-${Date.now()}`, manifests: `bench-plain-${Date.now()}`};
const ZONE = `apiVersion: v1
kind: ConfigMap
metadata: {name: zone}
data:
  zone: {{ dig "metadata" "name" "none" (lookup "v1" "Namespace" "" "kube-system") }}
`;

type Name = keyof typeof namespaces;
const NAMES = Object.keys(namespaces) as readonly Name[];

try {
  await mkdir(join(work, 'bin'));
  await symlink(helm, join(work, 'bin/helm'));
  for (const name of NAMES) await writeStack(name);
  for (const name of NAMES) await gantry(name, ['apply', '--yes']);
  for (const name of NAMES) await gantry(name, ['preview']);
  const times = new Map<Name, number[]>(NAMES.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? NAMES : NAMES.toReversed()) {
      const began = performance.now();
      const output = await gantry(name, ['preview']);
      times.get(name)?.push(performance.now() - began);
      if (!output.includes('No changes')) throw new Error(output);
    }
  const medians = NAMES.map((name) => [name, median(times.get(name) ?? [])] as const);
  console.log(`${rounds} rounds against ${nameOf(acquired)}, Node ${process.versions.node}`);
  for (const [name, ms] of medians) console.log(`preview of ${name}: ${(ms / 1000).toFixed(2)} s`);
  for (const name of NAMES) await gantry(name, ['destroy', '--yes']);
} finally {
  await rm(work, {recursive: true, force: true});
  await acquired.controlPlane.stop();
}

async function writeStack(name: Name): Promise<void> {
  const [dir, namespace] = [join(work, name), namespaces[name]];
  await mkdir(join(dir, 'workspaces'), {recursive: true});
  const charts = join(work, 'admission');
  await cp(join(import.meta.dirname, '../charts/admission'), charts, {recursive: true});
  await writeFile(join(charts, 'templates/zone.yaml'), ZONE);
  await cp(charts, join(dir, 'admission'), {recursive: true});
  const path = join(dir, 'manifests.yaml');
  const rendered = await promisify(execFile)(helm ?? '', ['template', 'admission', charts, '-n', namespace]);
  if (name === 'manifests') await writeFile(path, rendered.stdout);
  const source = name === 'chart' ? {helm: {path: 'admission', namespace}} : {manifests: 'manifests.yaml'};
  await writeFile(join(dir, 'stack.yaml'), JSON.stringify({name, namespace, workspace: 'dev', sources: [source]}));
  const context = {kubeconfig_path: acquired.kind === 'up' ? acquired.controlPlane.kubeconfigPath : ''};
  await writeFile(join(dir, 'workspaces/dev.yaml'), JSON.stringify({name: 'dev', context}));
}

async function gantry(name: Name, args: readonly string[]): Promise<string> {
  const env = {PATH: join(work, 'bin'), HOME: work, GANTRY_HOME: join(work, 'home')};
  const {stdout} = await promisify(execFile)(process.execPath, [BIN, ...args], {cwd: join(work, name), env});
  return stdout;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
