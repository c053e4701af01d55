import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {readArchive} from '../../../../src/adapters/helm/read-archive.ts';
import {archive, chartArchive, chartFiles, digestOf, type TestChart} from '../../../rig/chart-archive.ts';
import {chartRepository} from '../../../rig/chart-repository.ts';
import {findCharts} from '../../../rig/find-charts.ts';
import {ociRegistry} from '../../../rig/oci-registry.ts';
import {scratchDirectory} from '../../../rig/scratch.ts';

const DATABASE = {name: 'database', version: '3.1.0'};

async function write(directory: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), {recursive: true});
    await writeFile(join(directory, path), content);
  }
  return directory;
}

const chartDirectory = async (chart: TestChart, more: Readonly<Record<string, string | Uint8Array>> = {}) =>
  write(await scratchDirectory(), {...chartFiles(chart), ...more});

const dependency = (repository: string, version = '^3') => ({dependencies: [{name: 'database', version, repository}]});

async function pathsOf(path: string): Promise<readonly string[]> {
  const files = readArchive(await readFile(path));
  return files instanceof Map ? [...files.keys()].toSorted() : [];
}

describe('a chart in a directory', () => {
  it('with all its dependencies is used where it is', async () => {
    const more = dependency('https://charts.example.com');
    const path = await chartDirectory(
      {name: 'shop', version: '1.0.0', more},
      {'charts/database-3.1.0.tgz': chartArchive(DATABASE)},
    );
    const {charts} = await findCharts();
    expect(await charts({place: {path}})).toMatchObject({path, name: 'shop', version: '1.0.0'});
  });

  it('a chart in a directory has a digest of its files that .helmignore leaves', async () => {
    const path = await chartDirectory({name: 'shop', version: '1.0.0'}, {'.helmignore': '*.bak\n'});
    const {charts} = await findCharts();
    const digest = async () => {
      const chart = await charts({place: {path}});
      return 'digest' in chart ? chart.digest : chart.problem;
    };
    const first = await digest();
    expect(first).toMatch(/^sha256:/);
    await write(path, {'a.bak': 'x', 'templates/.hidden': 'x'});
    expect(await digest()).toBe(first);
    await write(path, {'templates/more.yaml': ''});
    expect(await digest()).not.toBe(first);
  });

  it.each([
    ['https', async () => (await chartRepository({charts: [DATABASE, {name: 'database', version: '4.0.0'}]})).address],
    [
      'oci',
      async () => {
        const registry = await ociRegistry();
        registry.pushChart('charts', DATABASE);
        return `oci://${registry.host}/charts`;
      },
    ],
  ])(
    'a chart in a directory gets its missing dependencies from %s, and nothing is written into it',
    async (_, open) => {
      const repository = await open();
      const path = await chartDirectory({name: 'shop', version: '1.0.0', more: dependency(repository)});
      const before = await readdir(path, {recursive: true});
      const {charts} = await findCharts();
      const chart = await charts({place: {path}});
      expect(chart).toMatchObject({
        name: 'shop',
        version: '1.0.0',
        dependencies: [{name: 'database', repository, version: '3.1.0', digest: digestOf(chartArchive(DATABASE))}],
        notes: [
          {
            message: 'the dependency database ^3 of the chart shop is not locked: 3.1.0 is used',
            hint: `Run "helm dependency update ${path}" to write Chart.lock.`,
          },
        ],
      });
      expect(await pathsOf('path' in chart ? chart.path : '')).toEqual([
        'Chart.yaml',
        'charts/database-3.1.0.tgz',
        'templates/config.yaml',
      ]);
      expect(await readdir(path, {recursive: true})).toEqual(before);
    },
  );

  it('a chart in a directory gets no dependency whose archive is refused', async () => {
    const repository = await chartRepository({charts: [DATABASE]});
    repository.files.set('/database-3.1.0.tgz', archive([{name: 'database/x', type: '2', linkName: '/etc/passwd'}]));
    const index = String(repository.files.get('/index.yaml'));
    repository.files.set('/index.yaml', index.replace(/ +digest: .*\n/, ''));
    const path = await chartDirectory({name: 'shop', version: '1.0.0', more: dependency(repository.address)});
    const {charts} = await findCharts();
    expect(await charts({place: {path}})).toMatchObject({
      problem:
        'the dependency database ^3 of the chart shop: the archive of the chart is refused: "database/x" is a symbolic link',
    });
  });

  it('a chart in a directory takes the versions of Chart.lock', async () => {
    const repository = await chartRepository({charts: [{name: 'database', version: '3.0.0'}, DATABASE]});
    const {address} = repository;
    const lock = JSON.stringify({dependencies: [{name: 'database', repository: address, version: '3.0.0'}]});
    const path = await chartDirectory(
      {name: 'shop', version: '1.0.0', more: dependency(address)},
      {'Chart.lock': lock},
    );
    const {charts} = await findCharts();
    expect(await charts({place: {path}})).toMatchObject({dependencies: [{version: '3.0.0'}], notes: []});
  });

  it('with a Chart.lock that does not fit is refused', async () => {
    const {address} = await chartRepository({charts: [DATABASE]});
    const lock = JSON.stringify({dependencies: [{name: 'database', repository: address, version: '2.0.0'}]});
    const path = await chartDirectory(
      {name: 'shop', version: '1.0.0', more: dependency(address)},
      {'Chart.lock': lock},
    );
    const {charts} = await findCharts();
    expect(await charts({place: {path}})).toMatchObject({
      problem: 'Chart.lock of the chart shop does not fit its dependency database ^3',
      hint: `Run "helm dependency update ${path}".`,
    });
  });

  it('a chart in a directory asks for no dependency again that the lock of the stack has', async () => {
    const repository = await chartRepository({charts: [DATABASE]});
    const path = await chartDirectory({name: 'shop', version: '1.0.0', more: dependency(repository.address)});
    const {charts} = await findCharts();
    const first = await charts({place: {path}});
    const dependencies = 'dependencies' in first ? (first.dependencies ?? []) : [];
    await repository.close();
    const again = await charts({place: {path}, locked: {version: '1.0.0', dependencies}});
    expect(again).toEqual({...first, notes: []});
    const wrong = dependencies.map((one) => ({...one, digest: digestOf('other')}));
    expect(await charts({place: {path}, locked: {version: '1.0.0', dependencies: wrong}})).toMatchObject({
      problem: expect.stringMatching(/^the dependency database \^3 of the chart shop: /) as string,
    });
  });

  it('packs dependencies of other directories, with theirs', async () => {
    const {address} = await chartRepository({charts: [DATABASE]});
    const common = await chartDirectory({name: 'common', version: '0.1.0', more: dependency(address)});
    const more = {dependencies: [{name: 'common', version: '0.x', repository: `file://${common}`}]};
    const path = await chartDirectory({name: 'shop', version: '1.0.0', more});
    const {charts} = await findCharts();
    const chart = await charts({place: {path}});
    expect(chart).toMatchObject({dependencies: [{name: 'database', version: '3.1.0'}]});
    const files = readArchive(await readFile('path' in chart ? chart.path : ''));
    const packed = files instanceof Map ? (files.get('charts/common-0.1.0.tgz') as Uint8Array) : Buffer.of();
    const inner = readArchive(packed);
    expect(inner instanceof Map ? [...inner.keys()] : inner).toContain('charts/database-3.1.0.tgz');
  });

  it.each([
    [
      'in no repository',
      {name: 'x', version: '1'},
      'the dependency x 1 of the chart shop: it is not in charts/, and Chart.yaml names no repository',
    ],
    [
      'of an alias',
      {name: 'x', version: '1', repository: '@stable'},
      'the dependency x 1 of the chart shop: its repository @stable is not an address',
    ],
    [
      'of no directory',
      {name: 'x', version: '1', repository: 'file://../gone'},
      /^the dependency x 1 of the chart shop: directory \S+gone not found$/,
    ],
    [
      'on itself',
      {name: 'shop', version: '1', repository: 'file://.'},
      'the dependency shop 1 of the chart shop: it depends on itself',
    ],
    [
      'over http',
      {name: 'x', version: '1', repository: 'http://charts.example.com'},
      /is http, which would send secrets in clear/,
    ],
  ])('with a dependency %s is refused by its name', async (_, one, problem) => {
    const path = await chartDirectory({name: 'shop', version: '1.0.0', more: {dependencies: [one]}});
    const {charts} = await findCharts();
    const found = await charts({place: {path}});
    if (typeof problem === 'string') expect(found).toMatchObject({problem});
    else expect(found).toMatchObject({problem: expect.stringMatching(problem) as string});
  });

  it('a chart in a directory fetches nothing in untrusted mode', async () => {
    const repository = await chartRepository({charts: [DATABASE]});
    const path = await chartDirectory({name: 'shop', version: '1.0.0', more: dependency(repository.address)});
    const {charts} = await findCharts();
    expect(await charts({place: {path}, onlyLocal: true})).toEqual({
      problem: 'untrusted mode fetches no dependencies: shop lacks database',
      part: ['path'],
    });
    expect(repository.requests).toEqual([]);
  });

  it.each([
    ['that is not there', async () => join(await scratchDirectory(), 'gone'), /^chart \S+gone not found$/],
    ['without Chart.yaml', () => scratchDirectory(), /: the chart has no Chart.yaml that can be read$/],
    [
      'with a wrong name',
      async () => write(await scratchDirectory(), {'Chart.yaml': 'name: ../x\nversion: 1.0.0\n'}),
      /Chart.yaml has no valid `name`$/,
    ],
    [
      'with a link that leads nowhere',
      async () => {
        const path = await chartDirectory({name: 'shop', version: '1.0.0'});
        await symlink('/nowhere/at/all', join(path, 'link'));
        return path;
      },
      /^link of the chart cannot be read: its link leads nowhere$/,
    ],
  ])('%s is a problem', async (_, make, problem) => {
    const {charts} = await findCharts();
    expect(await charts({place: {path: await make()}})).toMatchObject({
      problem: expect.stringMatching(problem) as string,
      part: ['path'],
    });
  });
});

describe('a chart in an archive', () => {
  it('a chart in an archive is used where it is', async () => {
    const path = join(await scratchDirectory(), 'web.tgz');
    const bytes = chartArchive({name: 'web', version: '1.2.0'});
    await writeFile(path, bytes);
    const {charts} = await findCharts();
    const chart = {path, name: 'web', version: '1.2.0', digest: digestOf(bytes)};
    expect(await charts({place: {path}})).toEqual(chart);
    const locked = {version: '1.2.0', digest: digestOf('other'), dependencies: []};
    expect(await charts({place: {path}, locked})).toMatchObject({
      problem: `the chart has the digest ${digestOf(bytes)}, but charts.lock.yaml says ${digestOf('other')}`,
    });
  });

  it('without its dependencies is refused by their names', async () => {
    const path = join(await scratchDirectory(), 'shop.tgz');
    await writeFile(
      path,
      chartArchive({name: 'shop', version: '1.0.0', more: dependency('https://charts.example.com')}),
    );
    const {charts} = await findCharts();
    expect(await charts({place: {path}})).toEqual({
      problem: 'the archive of the chart shop lacks its dependencies database',
      hint: 'Pack it with "helm dependency build" and "helm package".',
      part: ['path'],
    });
  });
});
