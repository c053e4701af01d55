import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {threadId} from 'node:worker_threads';
import {dump} from 'js-yaml';
import {openTransport} from '../../src/adapters/kubernetes/runtime/client/connection/transport.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import type {Network} from '../../src/main/network.ts';
import type {ClusterAccess} from '../../src/ports/cluster-access.ts';
import {serveCluster} from '../../src/sandbox/api/serve-cluster.ts';
import {newRun, serverOf} from '../../src/sandbox/run/run.ts';
import {sandboxKubeconfig} from '../../src/sandbox/run/sandbox-kubeconfig.ts';
import {memoryStore} from '../../src/sandbox/store/memory-store.ts';
import {directTransport} from './direct-transport.ts';
import {fastClock, fastProgram} from './fast-clock.ts';
import {recordedPack} from './recorded-pack.ts';

const BEGUN = Date.now();

const directory = join(tmpdir(), `gantry-worker-${process.pid}-${threadId}`);

/** The kubeconfig of this worker's sandbox; there while a suite uses the sandbox. */
export const workerKubeconfig = join(directory, 'kubeconfig');

type Started = {readonly network: Network; readonly kubeconfig: string; readonly speed: number};

let started: Promise<Started> | undefined;

/**
 * Starts the sandbox of this test worker, once for all files that it runs. Programs that a test starts reach it by its
 * kubeconfig; runs in this process reach it directly.
 */
const workerSandbox = (speed: number): Promise<Started> => (started ??= start(speed));

let used: Started | undefined;

/** Returns the transport and the clock for runs of the current suite; undefined outside of a suite on the sandbox. */
export const networkOfSuite = (): Network | undefined => used?.network;

/** Returns the environment variables by which a started program has the clock of the current suite. */
export const timeOfSuite = (): Readonly<Record<string, string>> =>
  used === undefined || used.speed === 1 ? {} : fastProgram(used.speed, BEGUN);

/** From the beginning of a suite on this worker's sandbox to its end, runs in this process reach it directly. */
export async function useWorkerSandbox(speed: number): Promise<Disposable> {
  used = await workerSandbox(speed);
  mkdirSync(directory, {recursive: true, mode: 0o700});
  writeFileSync(workerKubeconfig, used.kubeconfig, {mode: 0o600});
  return {
    [Symbol.dispose]: () => {
      used = undefined;
      rmSync(directory, {recursive: true, force: true});
    },
  };
}

async function start(speed: number): Promise<Started> {
  const clock = speed === 1 ? systemClock : fastClock(speed, BEGUN);
  const {ca, identity, token} = newRun();
  const pack = recordedPack();
  const {port, api} = await serveCluster({store: memoryStore(), pack, clock, identity, ca, token});
  const server = serverOf({port});
  const text = sandboxKubeconfig('sandbox', {server, ca, token});
  // Kubeconfigs with another CA, TLS options or a proxy use the network, so that their errors are real.
  const isPlain = ({server: to, tls, proxyUrl}: ClusterAccess): boolean =>
    to === server && tls.ca === ca && tls.serverName === undefined && !tls.insecure && proxyUrl === undefined;
  const network: Network = {
    clock,
    openTransport: (access) => (isPlain(access) ? directTransport(api, {token, clock}) : openTransport(access)),
  };
  return {network, kubeconfig: dump(JSON.parse(text)), speed};
}
