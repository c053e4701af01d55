import {execFileSync} from 'node:child_process';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {acquireControlPlane, nameOf} from '../controlplane/for-tests.ts';
import {delayingProxy} from './delaying-proxy.ts';
import {bareServer, countObjects, countRequests} from './server.ts';
import {markdownTable, rowsOf, type Sample} from './table.ts';
import {OPERATIONS, type Operation, type Place, TOOLS, type Tool} from './tools.ts';

/**
 * `npm run bench [-- N…] [--rounds R] [--tools gantry,bare] [--latency MS] [--json FILE]`: the main job at N=100 and 1,000 objects with Gantry, a
 * bare client that sends the same requests, and kubectl, helm and kapp where they are found: each does each operation in each round, one after the
 * other. Machines are noisy: compare the columns of one run, not two runs. `--latency` puts a proxy before the server, which adds this time to each
 * round trip.
 */
const {values, positionals} = parseArgs({
  options: {
    rounds: {type: 'string', default: '3'},
    tools: {type: 'string', default: Object.keys(TOOLS).join(',')},
    latency: {type: 'string', default: '0'},
    json: {type: 'string'},
  },
  allowPositionals: true,
});
const acquired = await acquireControlPlane();
if (acquired.kind === 'missing') throw new Error(acquired.reason);
const direct = await readFile(acquired.controlPlane.kubeconfigPath, 'utf8');
const server = bareServer(direct);
const latencyMs = Number(values.latency);
await using proxy = await delayingProxy(server.server, latencyMs);
/** The server as the tools see it. */
const distant = latencyMs === 0 ? server : {...server, server: proxy.url};
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));
const kubeconfig = join(work, 'kubeconfig');
await writeFile(kubeconfig, direct.replaceAll(server.server, distant.server), {mode: 0o600});
const commit = execFileSync('git', ['describe', '--always', '--dirty'], {encoding: 'utf8'}).trim();
const about = {commit, latencyMs, server: nameOf(acquired), node: process.versions.node};
console.log(`Gantry ${commit} against ${about.server}, Node ${about.node}, ${latencyMs} ms added to each round trip`);
const results: object[] = [];
try {
  for (const count of positionals.length > 0 ? positionals.map(Number) : [100, 1000]) {
    const samples: Sample[] = [];
    for (let round = 1; round <= Number(values.rounds); round++) samples.push(...(await roundOf(count, round)));
    console.log(`\n${count} objects, ${values.rounds} rounds\n\n${markdownTable(rowsOf(samples))}`);
    results.push({...about, count, rows: rowsOf(samples)});
  }
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(results, null, 2)}\n`);
} finally {
  await rm(work, {recursive: true, force: true});
  await acquired.controlPlane.stop();
}

/** Each tool does each operation once. The tools take turns, so that a change of the machine's speed meets all of them. */
async function roundOf(count: number, round: number): Promise<readonly Sample[]> {
  const tools = await openTools(count);
  const samples: Sample[] = [];
  for (const operation of OPERATIONS)
    for (const {name, tool, place} of rotated(tools, round)) {
      const run = tool.run[operation];
      if (run === undefined) continue;
      if (operation === 'create') await tool.write(0);
      if (operation === '1 % preview' || (operation === '1 % apply' && tool.run['1 % preview'] === undefined))
        await tool.write(changedOf(count));
      const before = await countRequests(server);
      const measured = await run();
      samples.push({...measured, tool: name, operation, round, requests: (await countRequests(server)) - before});
      await verify({name, operation, place, code: measured.code, output: measured.output});
    }
  return samples;
}

type Opened = {readonly name: string; readonly tool: Tool; readonly place: Place};

async function openTools(count: number): Promise<readonly Opened[]> {
  const opened = await Promise.all(
    values.tools.split(',').map(async (name) => {
      const prefix = `bench-${Date.now().toString(36)}-${name}`;
      const dir = join(work, prefix);
      await mkdir(dir, {recursive: true});
      const place: Place = {dir, prefix, count, kubeconfig, server: distant};
      const open = TOOLS[name];
      if (open === undefined) throw new Error(`--tools: unknown tool ${name}`);
      const tool = await open(place);
      return tool === undefined ? undefined : {name, tool, place};
    }),
  );
  return opened.filter((one) => one !== undefined);
}

function changedOf(count: number): number {
  return Math.max(1, Math.floor(count / 100));
}

function rotated<T>(list: readonly T[], by: number): readonly T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

type Done = {
  readonly name: string;
  readonly operation: Operation;
  readonly place: Place;
  readonly code: number;
  readonly output: string;
};

/** @throws Error if a tool has not done the work that it was measured for */
async function verify({name, operation, place: {prefix, count}, code, output}: Done): Promise<void> {
  // kubectl diff ends with 1 where there is a difference, and with more after an error.
  const isWrong = code !== 0 && !(code === 1 && name === 'kubectl' && operation.endsWith('preview'));
  if (isWrong) throw new Error(`${name}, ${operation}: exit code ${code}\n${output.slice(-2000)}`);
  if (operation.endsWith('preview') || operation === 'delete') return;
  const {all, changed} = await countObjects(server, prefix);
  const wanted = {all: count, changed: operation === '1 % apply' ? changedOf(count) : 0};
  if (all !== wanted.all || changed !== wanted.changed)
    throw new Error(`${name}, ${operation}: ${all} objects, ${changed} changed; expected ${JSON.stringify(wanted)}`);
}
