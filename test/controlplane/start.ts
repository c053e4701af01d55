import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, Socket} from 'node:net';
import {join} from 'node:path';
import {apiClient} from './client.ts';
import type {Found} from './find.ts';
import {CONTAINER_LOG} from './paths.ts';
import {writePki} from './pki.ts';
import {type Plan, planProcesses} from './processes.ts';
import {furnish} from './ready.ts';
import {type RunState, runFiles, writeJson} from './run-state.ts';
import {stopRun} from './stop.ts';

export type Start = {
  readonly dir: string;
  readonly found: Extract<Found, {kind: 'programs'}>;
  /** Owned: it ends with this process. Free: it stays until someone stops it. */
  readonly mode: 'owned' | 'free';
};

const PATIENCE = 90_000;

/** Starts a control plane in an empty directory and comes back when a test could use it; else leaves nothing behind. */
export async function startControlPlane({dir, found, mode}: Start): Promise<RunState> {
  const files = runFiles(dir);
  rmSync(dir, {recursive: true, force: true});
  mkdirSync(files.logs, {recursive: true, mode: 0o700});
  const [apiserver = 0, etcd = 0, etcdPeer = 0, kubelet = 0] = await freePorts(4);
  const server = `https://127.0.0.1:${apiserver}`;
  const {ca, admin} = writePki(dir, server);
  writeFileSync(files.containerLogs, `${containerLogs()}---\n${portForwards(apiserver)}`);
  const processes = planProcesses(dir, {apiserver, etcd, etcdPeer, kubelet}, found.programs);
  writeJson(files.plan, {server, ca, processes} satisfies Plan);

  const supervisor = supervise(dir, mode);
  const gaveUp = AbortSignal.any([AbortSignal.timeout(PATIENCE), exitOf(supervisor)]);
  try {
    const version = await furnish(apiClient({server, ca, identity: admin}), found.lacks, gaveUp);
    const state: RunState = {version, source: found.source, server, fingerprint: found.fingerprint};
    writeJson(files.state, state);
    return state;
  } catch (error) {
    const message = `${error instanceof Error ? error.message : String(error)}\n${logTails(files.logs)}`;
    await stopRun(dir);
    throw new Error(message, {cause: error});
  }
}

function supervise(dir: string, mode: Start['mode']): ChildProcess {
  const log = openSync(join(runFiles(dir).logs, 'supervisor.log'), 'a');
  const script = join(import.meta.dirname, 'supervise.ts');
  const stdin = mode === 'owned' ? 'pipe' : 'ignore';
  // Its own session: Ctrl-C in a terminal is for the test runner, which then lets go of the pipe.
  const child = spawn(process.execPath, [script, dir, mode], {
    cwd: dir,
    detached: true,
    stdio: [stdin, log, log],
    env: {PATH: process.env['PATH']},
  });
  // Neither the child nor the pipe keeps the test runner from ending.
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

function exitOf(child: ChildProcess): AbortSignal {
  const controller = new AbortController();
  child.on('exit', () => controller.abort('the control plane ended'));
  child.on('error', (error) => controller.abort(error.message));
  return controller.signal;
}

// All are held at once, so that no two are the same.
async function freePorts(count: number): Promise<readonly number[]> {
  const servers = await Promise.all(
    Array.from({length: count}, async () => {
      const server = createServer();
      await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as {port: number}).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

const containerLogs = (): string => `apiVersion: kwok.x-k8s.io/v1alpha1
kind: ClusterLogs
metadata: {name: everything}
spec:
  logs:
  - logsFile: ${JSON.stringify(CONTAINER_LOG)}
    previousLogsFile: ${JSON.stringify(CONTAINER_LOG)}
`;

// Behind port 8080 of every pod there is a server that is surely there.
const portForwards = (apiserver: number): string => `apiVersion: kwok.x-k8s.io/v1alpha1
kind: ClusterPortForward
metadata: {name: everything}
spec:
  forwards:
  - ports: [8080]
    target: {address: 127.0.0.1, port: ${apiserver}}
`;

function logTails(logs: string): string {
  return readdirSync(logs)
    .map((name) => `--- ${name}\n${readFileSync(join(logs, name), 'utf8').trimEnd().split('\n').slice(-8).join('\n')}`)
    .join('\n');
}
