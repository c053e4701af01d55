import {setTimeout as sleep} from 'node:timers/promises';
import type {Ask} from './client.ts';
import type {Program} from './find.ts';

const NODE = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name: 'node-0',
    labels: {
      'kubernetes.io/os': 'linux',
      'kubernetes.io/arch': process.arch === 'arm64' ? 'arm64' : 'amd64',
      'kubernetes.io/hostname': 'node-0',
    },
  },
  spec: {podCIDR: '10.244.0.0/16', podCIDRs: ['10.244.0.0/16']},
};

const STORAGE_CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: {name: 'gantry-test', annotations: {'storageclass.kubernetes.io/is-default-class': 'true'}},
  provisioner: 'gantry.dev/test',
};

/**
 * Furnishes an empty cluster and waits until a first test would find it usable: pods need a ServiceAccount, which
 * the controller manager makes, and a node without taints. Gives back the server's version.
 */
export async function furnish(ask: Ask, lacks: readonly Program[], signal: AbortSignal): Promise<string> {
  await until('the API server is ready', async () => (await ask('GET', '/readyz')).status === 200, signal);
  if (!lacks.includes('kwok')) {
    await create(ask, '/api/v1/nodes', NODE, signal);
    await create(ask, '/apis/storage.k8s.io/v1/storageclasses', STORAGE_CLASS, signal);
  }
  if (!lacks.includes('kube-controller-manager')) {
    const account = '/api/v1/namespaces/default/serviceaccounts/default';
    await until('the controller manager works', async () => (await ask('GET', account)).status === 200, signal);
  }
  if (!lacks.includes('kwok')) {
    await until('the node is ready', async () => nodeIsReady((await ask('GET', '/api/v1/nodes/node-0')).body), signal);
  }
  const {gitVersion} = (await ask('GET', '/version')).body as {gitVersion: string};
  return gitVersion;
}

// The signal's reason says why it was given up.
async function until(what: string, isTrue: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!(await isTrue())) {
    if (signal.aborted) throw new Error(`waited until ${what}: ${String(signal.reason)}`);
    await sleep(100);
  }
}

async function create(ask: Ask, path: string, body: unknown, signal: AbortSignal): Promise<void> {
  await until(
    `${path} takes our object`,
    async () => [201, 409].includes((await ask('POST', path, body)).status),
    signal,
  );
}

type Node = {spec?: {taints?: unknown[]}; status?: {conditions?: {type: string; status: string}[]}};

function nodeIsReady(body: unknown): boolean {
  const {spec, status} = body as Node;
  const ready = status?.conditions?.some(({type, status: value}) => type === 'Ready' && value === 'True');
  return ready === true && (spec?.taints ?? []).length === 0;
}
