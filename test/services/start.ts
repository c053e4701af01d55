import {type ChildProcess, spawn} from 'node:child_process';
import {mkdirSync, openSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {get as getPlain} from 'node:http';
import {get as getSecure} from 'node:https';
import {createServer, Socket} from 'node:net';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Plan} from '../controlplane/processes.ts';
import {livingProcesses, runFiles, writeJson} from '../controlplane/run-state.ts';
import {stopRun} from '../controlplane/stop.ts';
import {fingerprintOf, ROOT, SERVICE, type ServiceName, writeCertificates} from './services.ts';

/** How to reach a service that runs. */
export type Running = {
  readonly name: ServiceName;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Who signed its certificate; absent: it speaks without TLS. */
  readonly caFile?: string;
  readonly fingerprint: string;
};

type Start = {
  readonly name: ServiceName;
  readonly program: string;
  readonly dir: string;
  /** Owned: it ends with this process. Free: it stays until someone stops it. */
  readonly mode: 'owned' | 'free';
};

const PATIENCE = 30_000;

/** Starts a service in an empty directory and comes back when it answers; else leaves nothing behind. */
export async function startService({name, program, dir, mode}: Start): Promise<Running> {
  const service = SERVICE[name];
  rmSync(dir, {recursive: true, force: true});
  mkdirSync(runFiles(dir).logs, {recursive: true, mode: 0o700});
  const port = await freePort();
  const caFile = service.tls ? writeCertificates(dir) : undefined;
  mkdirSync(join(dir, 'pki'), {recursive: true, mode: 0o700});
  const endpoint = `${service.tls ? 'https' : 'http'}://127.0.0.1:${port}`;
  writeJson(runFiles(dir).plan, {processes: [service.plan({program, dir, port})]} satisfies Plan);
  const supervisor = supervise(dir, mode);
  try {
    await untilReady({url: `${endpoint}${service.ready}`, status: service.readyStatus ?? 200}, caFile, supervisor);
  } catch (error) {
    const message = `${name}: ${error instanceof Error ? error.message : String(error)}\n${logTails(dir)}`;
    await stopRun(dir);
    throw new Error(message, {cause: error});
  }
  const running: Running = {
    name,
    endpoint,
    region: 'us-east-1',
    ...ROOT,
    ...(caFile === undefined ? {} : {caFile}),
    fingerprint: fingerprintOf(name, program),
  };
  writeJson(runFiles(dir).state, running);
  return running;
}

/** The service in `dir`, when it still runs. */
export function runningIn(dir: string): Running | undefined {
  if (!livingProcesses(dir).some(({name}) => name === 'supervisor')) return undefined;
  try {
    return JSON.parse(readFileSync(runFiles(dir).state, 'utf8')) as Running;
  } catch {
    return undefined; // it is just being started
  }
}

function supervise(dir: string, mode: Start['mode']): ChildProcess {
  const log = openSync(join(runFiles(dir).logs, 'supervisor.log'), 'a');
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'controlplane', 'supervise.ts'), dir, mode], {
    cwd: dir,
    detached: true,
    stdio: [mode === 'owned' ? 'pipe' : 'ignore', log, log],
    env: {PATH: process.env['PATH']},
  });
  // Neither the child nor the pipe keeps the test runner from ending.
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
  return child;
}

type Ready = {readonly url: string; readonly status: number};

async function untilReady({url, status}: Ready, caFile: string | undefined, supervisor: ChildProcess): Promise<void> {
  const ca = caFile === undefined ? undefined : readFileSync(caFile);
  for (const deadline = Date.now() + PATIENCE; (await statusOf(url, ca)) !== status; await sleep(50)) {
    if (supervisor.exitCode !== null) throw new Error('it ended as soon as it was started');
    if (Date.now() > deadline) throw new Error(`${url} did not answer ${status} in time`);
  }
}

function statusOf(url: string, ca: Buffer | undefined): Promise<number | undefined> {
  return new Promise((resolve) => {
    const get = ca === undefined ? getPlain : getSecure;
    get(url, {agent: false, timeout: 2_000, ...(ca === undefined ? {} : {ca})}, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', () => resolve(undefined));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as {port: number};
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function logTails(dir: string): string {
  const {logs} = runFiles(dir);
  return readdirSync(logs)
    .map((name) => `--- ${name}\n${readFileSync(join(logs, name), 'utf8').trimEnd().split('\n').slice(-8).join('\n')}`)
    .join('\n');
}
