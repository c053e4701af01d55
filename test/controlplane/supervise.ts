import {type ChildProcess, spawn} from 'node:child_process';
import {openSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {apiClient} from './client.ts';
import type {Plan, PlannedProcess} from './processes.ts';
import {identify, type Process, runFiles, writeJson} from './run-state.ts';

/**
 * The parent of all servers of one control plane, or of one service, run as `node supervise.ts RUN_DIRECTORY owned|free`. Its reason to
 * be: an owned one ends its servers when the process that started it is gone, however that came about, for then the
 * pipe on its stdin closes. A control plane that lost one of its servers is ended too, rather than left to half work.
 */
const [dir = '', mode] = process.argv.slice(2);
const files = runFiles(dir);
const plan = JSON.parse(readFileSync(files.plan, 'utf8')) as Plan;
const children: {readonly planned: PlannedProcess; readonly child: ChildProcess}[] = [];
const OWNER_GONE = 'the owner is gone';
let ending = false;

function start(planned: PlannedProcess): void {
  if (ending) return;
  const log = openSync(join(files.logs, `${planned.name}.log`), 'a');
  // A user's settings, proxies and kubeconfig have no business here.
  const env = {PATH: process.env['PATH'], HOME: dir, KWOK_WORKDIR: dir, ...planned.env};
  const child = spawn(planned.file, planned.args, {cwd: dir, env, stdio: ['ignore', log, log]});
  children.push({planned, child});
  child.on('error', (error) => void end(`${planned.name}: ${error.message}`));
  child.on('exit', (code, signal) => void end(`${planned.name} ended (${code ?? signal})`));
  record();
}

function record(): void {
  const running = children.map(({planned, child}) => child.pid && identify(planned.name, child.pid));
  writeJson(
    files.processes,
    [identify('supervisor', process.pid), ...running].filter((one): one is Process => Boolean(one)),
  );
}

async function end(why: string): Promise<void> {
  if (ending) return;
  ending = true;
  console.error(why);
  // Backwards: the API server wants to tell etcd that it goes.
  for (const {child} of children.toReversed()) await stop(child);
  // Nobody is left to read the logs; and the keys are not to lie about.
  if (why === OWNER_GONE) rmSync(dir, {recursive: true, force: true});
  process.exit(0);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await Promise.race([exited, sleep(2000)]);
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  await exited;
}

process.on('SIGTERM', () => void end('asked to end'));
process.on('SIGINT', () => void end('interrupted'));
if (mode === 'owned') process.stdin.on('close', () => void end(OWNER_GONE)).resume();

record();
for (const planned of plan.processes.filter(({after}) => after === 'nothing')) start(planned);
const {server, ca} = plan;
if (server !== undefined && ca !== undefined) {
  const ask = apiClient({server, ca});
  while ((await ask('GET', '/readyz')).status !== 200) await sleep(100);
}
for (const planned of plan.processes.filter(({after}) => after === 'ready')) start(planned);
