import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {threadId} from 'node:worker_threads';
import {dump} from 'js-yaml';
import {systemClock} from '../../src/adapters/clock/system-clock.ts';
import {openTransport} from '../../src/adapters/runtimes/kubernetes/client/connection/transport.ts';
import {Secret} from '../../src/core/secret/secret.ts';
import type {Network} from '../../src/main/network.ts';
import {sandboxKubeconfig} from '../../src/main/sandboxes.ts';
import {serveCluster} from '../../src/sandbox/api/serve-cluster.ts';
import {openPack} from '../../src/sandbox/discovery/pack.ts';
import {newRun, serverOf} from '../../src/sandbox/run/run.ts';
import {memoryStore} from '../../src/sandbox/store/memory-store.ts';
import {directTransport} from './direct-transport.ts';
import {fastClock, fastProgram} from './fast-clock.ts';

const BEGUN = Date.now();

const directory = join(tmpdir(), `gantry-worker-${process.pid}-${threadId}`);

/** The kubeconfig of this worker's sandbox; written when the sandbox starts. */
export const workerKubeconfig = join(directory, 'kubeconfig');

type Started = {readonly network: Network; readonly speed: number};

let started: Promise<Started> | undefined;

/**
 * Starts the sandbox of this test worker, once for all files that it runs. Programs that a test starts reach it by its
 * kubeconfig; runs in this process reach it directly.
 */
const workerSandbox = (speed: number): Promise<Started> => (started ??= start(speed));

let used: Started | undefined;

/** How runs of the present suite in this process reach its cluster, and which time it is for them; undefined: as usual. */
export const networkOfSuite = (): Network | undefined => used?.network;

/** What a program that the present suite starts needs in its environment to live in the same time. */
export const timeOfSuite = (): Readonly<Record<string, string>> =>
  used === undefined || used.speed === 1 ? {} : fastProgram(used.speed, BEGUN);

/** From the beginning of a suite on this worker's sandbox to its end, runs in this process reach it directly. */
export async function useWorkerSandbox(speed: number): Promise<Disposable> {
  used = await workerSandbox(speed);
  return {[Symbol.dispose]: () => void (used = undefined)};
}

async function start(speed: number): Promise<Started> {
  const clock = speed === 1 ? systemClock : fastClock(speed, BEGUN);
  const {ca, identity, token} = newRun();
  const pack = openPack(new URL('../../src/sandbox/pack/', import.meta.url));
  const {port, api} = await serveCluster({store: memoryStore(), pack, clock, identity, ca, token});
  const server = serverOf({port});
  mkdirSync(directory, {recursive: true, mode: 0o700});
  process.once('exit', () => rmSync(directory, {recursive: true, force: true}));
  const kubeconfig = sandboxKubeconfig('sandbox', {server, ca, token: new Secret(token), owner: true});
  writeFileSync(workerKubeconfig, dump(JSON.parse(kubeconfig.reveal())), {mode: 0o600});
  const network: Network = {
    clock,
    // Whoever trusts another authority, or takes a way around, shall find out over the network.
    openTransport: (access) =>
      access.server === server && access.tls.ca === ca && access.proxyUrl === undefined
        ? directTransport(api, token)
        : openTransport(access),
  };
  return {network, speed};
}
