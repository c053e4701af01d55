import {execFile} from 'node:child_process';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import type {Cluster} from './cluster.ts';
import {scratchDirectory} from './scratch.ts';

export type Tool = 'kubectl' | 'helm' | 'helm4' | 'kustomize';

export type Made = {readonly cluster: Cluster; readonly namespace: string; readonly objects: readonly JsonObject[]};

/** A tool that made objects before Gantry came, and how it makes or updates them. */
export type Maker = {
  readonly name: string;
  /** The real program that it takes; absent: only its requests are made. */
  readonly tool?: Tool;
  /** The field manager by which it is known. */
  readonly manager: string;
  readonly make: (made: Made) => Promise<void>;
};

export const MAKERS: readonly Maker[] = [
  {
    name: 'kubectl apply',
    tool: 'kubectl',
    manager: 'kubectl-client-side-apply',
    make: (made) => kubectlApply(made),
  },
  {
    name: 'kubectl apply --server-side',
    tool: 'kubectl',
    manager: 'kubectl',
    make: (made) => kubectlApply(made, ['--server-side']),
  },
  {name: 'Helm 3', tool: 'helm', manager: 'helm', make: (made) => helmUpgrade('helm', made)},
  {name: 'Helm 4', tool: 'helm4', manager: 'helm', make: (made) => helmUpgrade('helm4', made)},
  {name: 'Kusion', manager: 'kusion', make: kusionApply},
];

/** Where a tool was never built, that takes some minutes: more than any test may. */
export function beforeAllBuild(...tools: readonly Tool[]): void {
  beforeAll(async () => {
    for (const tool of tools) await toolPath(tool);
  }, 20 * 60_000);
}

/** Charts with many CRDs print megabytes. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Runs a real tool against the cluster; what it says is its answer. */
export async function runTool(
  tool: Tool,
  cluster: Cluster,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<string> {
  const program = await toolPath(tool);
  if (program === undefined) throw new Error(`there is no ${tool}, and no Go to build it`);
  const home = await scratchDirectory();
  const env = {PATH: process.env['PATH'], HOME: home, KUBECONFIG: cluster.kubeconfigPath, ...more};
  return (await promisify(execFile)(program, [...args], {env, maxBuffer: MOST_OUTPUT})).stdout;
}

export async function kubectlApply({cluster, namespace, objects}: Made, args: readonly string[] = []): Promise<void> {
  const file = await writeList(objects);
  await runTool('kubectl', cluster, ['apply', '-n', namespace, '-f', file, ...args]);
}

async function helmUpgrade(tool: 'helm' | 'helm4', {cluster, namespace, objects}: Made): Promise<void> {
  const chart = await scratchDirectory();
  await mkdir(join(chart, 'templates'));
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.0.0\n');
  const documents = objects.map((object) => JSON.stringify(object)).join('\n---\n');
  await writeFile(join(chart, 'templates', 'all.yaml'), documents);
  await runTool(tool, cluster, ['upgrade', '--install', 'shop', chart, '-n', namespace]);
}

/** It creates with POST and updates with a merge patch, both under its own name. */
async function kusionApply({cluster, namespace, objects}: Made): Promise<void> {
  for (const object of objects) {
    const placed = {...object, metadata: {...(object['metadata'] as JsonObject), namespace}};
    const identity = identityOf(placed);
    if ((await cluster.get(identity)) === undefined) await cluster.createAs('kusion', placed);
    else await cluster.patchAs('kusion', identity, placed);
  }
}

async function writeList(objects: readonly JsonObject[]): Promise<string> {
  const file = join(await scratchDirectory(), 'all.json');
  await writeFile(file, JSON.stringify({apiVersion: 'v1', kind: 'List', items: objects}));
  return file;
}
