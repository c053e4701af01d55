import {execFile} from 'node:child_process';
import {readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import {chartIndexes} from '../../src/adapters/helm/index/chart-indexes.ts';
import {systemClock} from '../../src/adapters/local/clock/system-clock.ts';
import {chartRepository} from '../rig/chart-repository.ts';
import {largeIndex} from '../rig/large-index.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

const BIN = fileURLToPath(new URL('../../bin/gantry.js', import.meta.url));
const MEASURED = pathToFileURL(fileURLToPath(new URL('../rig/resource-usage.mjs', import.meta.url))).href;

const indexesAt = (home: string, now: () => Date) =>
  chartIndexes({
    home,
    now,
    env: {},
    signal: new AbortController().signal,
    registry: () => Promise.reject(new Error('no registry is asked here')),
  });

it('an index of 20 MB and 10,000 versions is searched within its limits of time and memory, and faster from the kept index', async () => {
  const repository = await chartRepository();
  const index = largeIndex(200);
  expect(index.length).toBeGreaterThan(20_000_000);
  repository.files.set('/index.yaml', index);
  const stack = await makeStack({});
  const search = async () => {
    const args = [
      '--import',
      MEASURED,
      BIN,
      'chart',
      'search',
      'chart-42',
      '--versions',
      '--repository',
      repository.address,
    ];
    const env = {
      PATH: process.env['PATH'],
      HOME: stack.home,
      GANTRY_HOME: join(stack.home, '.gantry'),
      ...TESTED_PROGRAM,
    };
    const {stdout, stderr} = await promisify(execFile)(process.execPath, args, {cwd: stack.dir, env});
    const [, cpu = '', memory = ''] = /usage: (\d+) ms (\d+) MB/.exec(stderr) ?? [];
    return {
      rows: stdout.split('\n').filter((line) => line.startsWith('chart-42 ')).length,
      cpu: Number(cpu),
      memory: Number(memory),
    };
  };
  const cold = await search();
  const warm = await search();
  expect(cold.rows).toBe(50);
  expect(warm.rows).toBe(50);
  // Time of the processor, because other tests run beside this one.
  expect(cold.cpu).toBeLessThan(3_000);
  expect(cold.memory).toBeLessThan(250);
  expect(warm.cpu).toBeLessThan(cold.cpu);
  expect(repository.requests).toHaveLength(1);
});

it('a kept index is confirmed by the repository after five minutes, and used with a warning if the repository does not answer', async () => {
  const repository = await chartRepository({charts: [{name: 'web', version: '1.0.0'}]});
  const home = await scratchDirectory();
  let at = systemClock.now().getTime();
  const indexes = indexesAt(home, () => new Date(at));
  expect(await indexes.charts(repository.address)).toMatchObject({charts: [{name: 'web'}]});
  repository.add({name: 'web', version: '1.1.0'});
  expect(await indexes.charts(repository.address)).toMatchObject({charts: [{versions: [{version: '1.0.0'}]}]});
  at += 6 * 60_000;
  expect(await indexes.charts(repository.address)).toMatchObject({
    charts: [{versions: [{version: '1.1.0'}, {version: '1.0.0'}]}],
  });
  at += 6 * 60_000;
  repository.status = 404;
  expect(await indexes.charts(repository.address)).toMatchObject({
    charts: [{name: 'web'}],
    stale: {problem: expect.stringContaining('has no such file (404)')},
  });
  expect(repository.requests).toHaveLength(3);
});

it('only the owner can read a kept index, it does not contain the address, and a damaged one is read again', async () => {
  const repository = await chartRepository({charts: [{name: 'web', version: '1.0.0'}]});
  const home = await scratchDirectory();
  const indexes = indexesAt(home, systemClock.now);
  const address = `${repository.address}?token=canary-of-index`;
  repository.files.set('/index.yaml?token=canary-of-index', repository.files.get('/index.yaml') ?? '');
  await indexes.charts(address);
  const directory = join(home, 'cache/chart-indexes');
  const [name = ''] = await readdir(directory);
  const file = join(directory, name);
  expect([(await stat(directory)).mode & 0o777, (await stat(file)).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(await readFile(file, 'utf8')).not.toContain('canary');
  await writeFile(file, '{"formatVersion": 1, "char');
  expect(await indexes.charts(address)).toMatchObject({charts: [{name: 'web'}]});
});

it('charts and versions of kept indexes are completed', async () => {
  const repository = await chartRepository({
    charts: [
      {name: 'web', version: '1.0.0'},
      {name: 'web', version: '1.1.0'},
      {name: 'db', version: '3.0.0'},
    ],
  });
  const stack = await makeStack({});
  await stack.gantry(['chart', 'search', '--repository', repository.address]);
  const complete = async (...words: readonly string[]) =>
    (await stack.gantry(['__complete', 'zsh', '--', ...words])).stdout.trim().split('\n');
  expect(await complete('chart', 'show', 'w')).toEqual(['web']);
  expect(await complete('chart', 'add', '')).toEqual(['db', 'web']);
  expect(await complete('chart', 'show', 'web', '--version', '')).toEqual(['1.1.0', '1.0.0']);
  expect(await complete('preview', '--chart', 'web=')).toEqual(['web=1.1.0', 'web=1.0.0']);
});
