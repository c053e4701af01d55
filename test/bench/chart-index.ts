import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {chartArchive, digestOf} from '../rig/chart-archive.ts';
import {largeIndex} from '../rig/large-index.ts';
import {measure} from './measure.ts';

/**
 * `npm run bench:index`: a search and a fetch of an unlocked chart in an index of 20 MB with 10,000 versions, without and with a kept index. The
 * server counts its requests and the bytes that it sends.
 */
const GANTRY = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));
const archive = chartArchive({name: 'web', version: '1.2.0'});
const web = `  web:\n  - version: 1.2.0\n    digest: ${digestOf(archive).replace('sha256:', '')}\n    urls:\n    - web.tgz\n`;
const index = largeIndex(200).replace('entries:\n', `entries:\n${web}`);
const FILES: Readonly<Record<string, string | Uint8Array>> = {'/index.yaml': index, '/web.tgz': archive};

let [requests, bytes] = [0, 0];
const server = createServer(({url = '', headers}, response) => {
  const file = FILES[url] ?? '';
  const etag = `"${digestOf(file)}"`;
  const isKnown = headers['if-none-match'] === etag;
  requests++;
  bytes += isKnown ? 0 : Buffer.byteLength(file);
  response.writeHead(isKnown ? 304 : 200, {etag}).end(isKnown ? '' : file);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const repository = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const work = await mkdtemp(join(tmpdir(), 'gantry-bench-'));

/** Runs a command, and prints its time and memory. */
async function show(what: string, home: string, args: readonly string[]): Promise<void> {
  [requests, bytes] = [0, 0];
  const env = {HOME: work, GANTRY_HOME: join(work, home)};
  const ran = await measure({file: process.execPath, args: [GANTRY, ...args], env, cwd: join(work, 'shop')});
  if (ran.code !== 0) throw new Error(ran.output);
  const {seconds, cpuSeconds = Number.NaN, peakMiB = Number.NaN} = ran;
  const took = `${seconds.toFixed(2)} s, processor ${cpuSeconds.toFixed(2)} s, at most ${peakMiB.toFixed(0)} MiB`;
  console.log(`${what}: ${took}, ${requests} requests, ${(bytes / 1e6).toFixed(1)} MB`);
}

try {
  await mkdir(join(work, 'shop'));
  const source = {helm: {repository, chart: 'web', version: '^1'}};
  await writeFile(join(work, 'shop', 'stack.yaml'), JSON.stringify({name: 'shop', sources: [source]}));
  const search = ['chart', 'search', 'chart-42', '--versions', '--repository', repository];
  const fetch = ['chart', 'lock', '--upgrade'];
  await show('search, nothing is kept', 'a', search);
  await show('search, the index is kept', 'a', search);
  await show('fetch, nothing is kept', 'b', fetch);
  await show('fetch, the index is kept', 'b', fetch);
  await show('fetch after a search', 'a', fetch);
} finally {
  server.close();
  await rm(work, {recursive: true, force: true});
}
