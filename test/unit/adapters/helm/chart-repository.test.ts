import {once} from 'node:events';
import {mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {type ArchiveMember, archive, chartArchive, digestOf} from '../../../rig/chart-archive.ts';
import {chartRepository} from '../../../rig/chart-repository.ts';
import {fileAuthority, fileServer} from '../../../rig/file-server.ts';
import {findCharts, loginsOf} from '../../../rig/find-charts.ts';
import {ociRegistry} from '../../../rig/oci-registry.ts';

const WEB = {name: 'web', version: '1.2.0'};
const LOGIN = {username: 'reader', password: 'canary-of-charts'};

const place = (repository: {readonly address: string}, chart = 'web') => ({repository: repository.address, chart});

describe('a chart of a repository', () => {
  it('a chart of a repository is the newest one in the range, with a note that it is not locked', async () => {
    const repository = await chartRepository({
      charts: [{name: 'web', version: '1.0.0'}, WEB, {name: 'web', version: '2.0.0'}],
    });
    const {charts, home} = await findCharts();
    const chart = await charts({place: place(repository), version: '^1.0'});
    const digest = digestOf(chartArchive(WEB));
    expect(chart).toEqual({
      name: 'web',
      version: '1.2.0',
      digest,
      path: join(home, 'cache', 'charts', 'archives', `${digest.slice(7)}.tgz`),
      dependencies: [],
      notes: [
        {
          message: 'the chart web is not locked: 1.2.0 is used, the newest version in ^1.0',
          hint: 'Run "gantry chart lock" to keep this version.',
        },
      ],
    });
    expect(await readFile('path' in chart ? chart.path : '')).toEqual(chartArchive(WEB));
  });

  it('with an exact version needs no lock', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts} = await findCharts();
    expect(await charts({place: place(repository), version: '1.2.0'})).toMatchObject({version: '1.2.0', notes: []});
  });

  it('a chart without a lock asks only whether the index has changed, and downloads nothing again', async () => {
    const repository = await chartRepository({charts: [WEB, {name: 'db', version: '3.0.0'}]});
    const padded = `${String(repository.files.get('/index.yaml'))}${'# a comment\n'.repeat(100_000)}`;
    repository.files.set('/index.yaml', padded);
    const {charts} = await findCharts();
    const answered = () => repository.answers.splice(0);
    const first = await charts({place: place(repository), version: '^1'});
    expect(answered()).toEqual([
      {line: '200 GET /index.yaml', bytes: padded.length},
      {line: '200 GET /web-1.2.0.tgz', bytes: chartArchive(WEB).length},
    ]);
    expect(await charts({place: place(repository), version: '^1'})).toEqual(first);
    expect(await charts({place: place(repository), version: '1.2.0'})).toMatchObject({version: '1.2.0'});
    expect(answered()).toEqual(Array.from({length: 2}, () => ({line: '304 GET /index.yaml', bytes: 0})));
    repository.add({name: 'web', version: '1.3.0'});
    expect(await charts({place: place(repository), version: '^1'})).toMatchObject({version: '1.3.0'});
    expect(answered().map(({line}) => line)).toEqual(['200 GET /index.yaml', '200 GET /web-1.3.0.tgz']);
  });

  it('a chart without a lock is not taken from the kept index if the repository does not answer', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts} = await findCharts();
    await charts({place: place(repository), version: '^1'});
    repository.status = 404;
    expect(await charts({place: place(repository), version: '^1'})).toMatchObject({
      problem: expect.stringContaining('has no such file (404)') as string,
      part: ['repository'],
    });
  });

  it('a chart of a repository needs its login also when the index is kept', async () => {
    const repository = await chartRepository({charts: [WEB], login: LOGIN});
    const {charts} = await findCharts();
    await charts({place: place(repository), login: loginsOf({[repository.address]: LOGIN})});
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: expect.stringContaining('requires a login (401)') as string,
    });
  });

  it('a chart of a repository is never asked for again when it is locked', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf(chartArchive(WEB)), dependencies: []};
    const first = await charts({place: place(repository), version: '^1', locked});
    repository.add({name: 'web', version: '1.3.0'});
    await repository.close();
    expect(await charts({place: place(repository), version: '^1', locked})).toEqual(first);
    expect(first).toMatchObject({version: '1.2.0', notes: []});
    expect(repository.requests.map(({line}) => line)).toEqual(['GET /index.yaml', 'GET /web-1.2.0.tgz']);
  });

  it('with another digest than the locked one is refused', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts, home} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf('other'), dependencies: []};
    expect(await charts({place: place(repository), locked})).toEqual({
      problem: `the chart has the digest ${digestOf(chartArchive(WEB))}, but charts.lock.yaml says ${digestOf('other')}`,
      hint: 'Find out why its contents changed. If that is right, run "gantry chart lock".',
    });
    await expect(readdir(join(home, 'cache', 'charts'))).rejects.toThrow('ENOENT');
  });

  it('with another digest than that of the index is refused', async () => {
    const repository = await chartRepository({charts: [WEB]});
    repository.files.set('/web-1.2.0.tgz', chartArchive({...WEB, files: {}}));
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toEqual({
      problem: `web 1.2.0 has the digest ${digestOf(chartArchive({...WEB, files: {}}))}, but the index says ${digestOf(chartArchive(WEB))}`,
    });
  });

  it('a chart of a repository is fetched again if its copy in the cache is damaged', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf(chartArchive(WEB)), dependencies: []};
    const chart = await charts({place: place(repository), locked});
    const path = 'path' in chart ? chart.path : '';
    await writeFile(path, 'damaged');
    expect(await charts({place: place(repository), locked})).toEqual(chart);
    expect(await readFile(path)).toEqual(chartArchive(WEB));
  });

  it('a chart of a repository is kept where only its owner can read it', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts, home} = await findCharts();
    await mkdir(join(home, 'cache'), {mode: 0o755});
    const chart = await charts({place: place(repository)});
    const directory = join(home, 'cache', 'charts', 'archives');
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    expect((await stat('path' in chart ? chart.path : '')).mode & 0o777).toBe(0o600);
    expect(await readdir(directory)).toHaveLength(1);
  });

  it.each([
    ['webb', undefined, /^chart webb not found in the repository \S+$/, 'Did you mean `web`?'],
    ['web', '1.2.1', /^web in \S+: it has no version 1\.2\.1$/, 'Did you mean 1.2.0? Its newest versions are 1.2.0.'],
    ['web', '^9', /^web in \S+: it has no version \^9$/, 'Its newest versions are 1.2.0.'],
  ])('%s %s is not found, with a hint', async (chart, version, problem, hint) => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts} = await findCharts();
    const found = await charts({place: place(repository, chart), version});
    expect(found).toMatchObject({problem: expect.stringMatching(problem) as string, hint});
  });

  it('a chart of a repository is refused if its archive holds another chart', async () => {
    const repository = await chartRepository({charts: [WEB, {name: 'other', version: '1.2.0'}]});
    const index = String(repository.files.get('/index.yaml'));
    repository.files.set(
      '/index.yaml',
      index.replaceAll('web-1.2.0.tgz', 'other-1.2.0.tgz').replaceAll(/ +digest: .*\n/g, ''),
    );
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toEqual({problem: 'its archive for 1.2.0 has other 1.2.0'});
  });

  it.each<[string, ArchiveMember[], string]>([
    ['leads out', [{name: 'web/../../x'}], '"web/../../x" leads out of its directory'],
    ['holds a link', [{name: 'web/x', type: '2', linkName: '/etc/passwd'}], '"web/x" is a symbolic link'],
    ['has two directories', [{name: 'web/Chart.yaml'}, {name: 'x/y'}], '"x/y" is not in the directory web'],
    ['unpacks to 101 MiB', [{name: 'web/x', content: Buffer.alloc(101 * 2 ** 20)}], 'it unpacks to more than 100 MiB'],
  ])('a chart of a repository whose archive %s is refused', async (_, members, problem) => {
    const repository = await chartRepository({charts: [WEB]});
    repository.files.set('/web-1.2.0.tgz', archive(members));
    repository.files.set('/index.yaml', 'entries: {web: [{version: 1.2.0, urls: [web-1.2.0.tgz]}]}');
    const {charts, home} = await findCharts();
    expect(await charts({place: place(repository)})).toEqual({
      problem: `the archive of the chart is refused: ${problem}`,
    });
    await expect(readdir(join(home, 'cache', 'charts'))).rejects.toThrow('ENOENT');
  });

  it('a chart of a repository whose archive is not an archive is refused', async () => {
    const repository = await chartRepository({charts: [WEB]});
    repository.files.set('/web-1.2.0.tgz', '<html>');
    repository.files.set('/index.yaml', '{"entries": {"web": [{"version": "1.2.0", "urls": ["web-1.2.0.tgz"]}]}}');
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toEqual({
      problem: 'the archive of the chart is not a gzipped tar file',
    });
  });
});

describe('the index of a repository', () => {
  it.each([
    [
      'has keys like those of objects',
      'entries:\n  __proto__:\n  - version: 9.9.9\n    urls: [x.tgz]\n  constructor:\n  - version: 1.0.0\n    urls: [x.tgz]\n',
      'chart web not found in the repository',
    ],
    ['is an HTML page', '<html>sign in</html>', 'cannot be read: it has no `entries`'],
    ['is empty', '', 'cannot be read: it is empty'],
  ])('the index of a repository that %s harms nothing', async (_, index, problem) => {
    const repository = await chartRepository();
    repository.files.set('/index.yaml', index);
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: expect.stringContaining(problem) as string,
    });
    expect(({} as Record<string, unknown>)['version']).toBeUndefined();
  });

  it('the index of a repository finds a chart with the name of a member of objects', async () => {
    const repository = await chartRepository({charts: [{name: 'constructor', version: '1.0.0'}]});
    const {charts} = await findCharts();
    expect(await charts({place: place(repository, 'constructor')})).toMatchObject({version: '1.0.0'});
    expect(await charts({place: place(repository, '__proto__')})).toMatchObject({
      problem: expect.stringContaining('chart __proto__ not found') as string,
    });
  });

  it.each([
    [
      'the index of a repository that is too large',
      `entries:\n${'  # a comment\n'.repeat(6_000_000)}`,
      'more than 67108864 bytes',
    ],
    [
      'a large index of a repository in another form',
      `entries: {\n${'# a comment\n'.repeat(800_000)}}`,
      'cannot be read: it has more than 8 MiB, and is not written as Helm writes an index',
    ],
  ])('%s is not read', async (_, index, problem) => {
    const repository = await chartRepository();
    repository.files.set('/index.yaml', index);
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: expect.stringContaining(problem) as string,
    });
  });

  it('the index of a repository keeps the query of its address, and no message shows it', async () => {
    const repository = await chartRepository({charts: [WEB]});
    for (const path of ['/index.yaml', '/web-1.2.0.tgz'])
      repository.files.set(`${path}?token=canary`, repository.files.get(path) ?? '');
    repository.files.delete('/index.yaml');
    const {charts} = await findCharts();
    const address = `${repository.address}/?token=canary`;
    expect(await charts({place: {repository: address, chart: 'web'}})).toMatchObject({version: '1.2.0'});
    expect(await charts({place: {repository: address, chart: 'other'}})).toMatchObject({
      problem: `chart other not found in the repository ${repository.address}/?token=***`,
    });
  });

  it('the index of a repository may name archives in a registry', async () => {
    const registry = await ociRegistry();
    registry.pushChart('charts', WEB);
    const repository = await chartRepository({charts: [WEB]});
    const index = String(repository.files.get('/index.yaml'));
    repository.files.set('/index.yaml', index.replace('"web-1.2.0.tgz"', `"oci://${registry.host}/charts/web:1.2.0"`));
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      version: '1.2.0',
      digest: digestOf(chartArchive(WEB)),
    });
  });

  it('the index of a repository of 20 MB is searched without parsing the rest of it', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const noise = Array.from({length: 100}, (_, chart) =>
      [
        `  noise-${chart}:`,
        ...Array.from(
          {length: 100},
          (__, at) => `  - version: 1.${at}.0\n    description: ${'x'.repeat(2000)}\n    urls: [a.tgz]`,
        ),
      ].join('\n'),
    );
    const index = String(repository.files.get('/index.yaml'));
    const large = index.replace('entries:\n', `entries:\n${noise.join('\n')}\n`);
    repository.files.set('/index.yaml', large);
    expect(large.length).toBeGreaterThan(19 * 2 ** 20);
    const {charts} = await findCharts();
    const before = process.cpuUsage();
    const chart = await charts({place: place(repository)});
    const {user} = process.cpuUsage(before);
    expect(chart).toMatchObject({version: '1.2.0'});
    expect(user / 1e6).toBeLessThan(3);
  });
});

describe('a server of charts', () => {
  it('a server of charts that is busy is asked again', async () => {
    const repository = await chartRepository({charts: [WEB]});
    let isBusy = true;
    const server = await fileServer(({url = ''}, response) => {
      const file = repository.files.get(url);
      response.writeHead(isBusy ? 503 : file === undefined ? 404 : 200).end(isBusy ? '' : file);
      isBusy = false;
    });
    const {charts} = await findCharts();
    expect(await charts({place: {repository: server.address, chart: 'web'}})).toMatchObject({version: '1.2.0'});
    expect(server.requests.map(({line}) => line)).toEqual(['GET /index.yaml', 'GET /index.yaml', 'GET /web-1.2.0.tgz']);
  });

  it('a server of charts is asked through the proxy of the environment', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    proxy.listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => void proxy.close());
    const {charts} = await findCharts({HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`});
    const found = await charts({place: {repository: 'https://charts.example.com/stable', chart: 'web'}});
    expect(found).toMatchObject({
      problem: expect.stringContaining('the proxy refused the connection') as string,
      hint: 'Check HTTPS_PROXY and NO_PROXY.',
    });
    expect(asked).toEqual(['charts.example.com:443']);
  });
});

describe('a login', () => {
  it('a login is sent to the server of the workspace', async () => {
    const repository = await chartRepository({charts: [WEB], login: LOGIN});
    const {charts} = await findCharts();
    const login = loginsOf({[repository.address]: LOGIN});
    expect(await charts({place: place(repository), login})).toMatchObject({version: '1.2.0'});
  });

  it.each([
    [
      401,
      'refused the login (401)',
      'Check that the values of charts.credentials["URL"] of the workspace test are correct and have not expired, and that the user may read it.',
    ],
    [
      403,
      'refused the login (403)',
      'Check that the values of charts.credentials["URL"] of the workspace test are correct and have not expired, and that the user may read it.',
    ],
  ])('a login that has expired (%i) names its setting', async (status, problem, hint) => {
    const repository = await chartRepository({charts: [WEB]});
    repository.status = status;
    const {charts} = await findCharts();
    const found = await charts({place: place(repository), login: loginsOf({[repository.address]: LOGIN})});
    expect(found).toEqual({
      problem: `the index of the repository: ${repository.host} ${problem}`,
      hint: hint.replace('URL', repository.address),
      part: ['repository'],
    });
    expect(JSON.stringify(found)).not.toContain(LOGIN.password);
  });

  it('a login that is missing names the setting to add', async () => {
    const repository = await chartRepository({charts: [WEB], login: LOGIN});
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: `the index of the repository: ${repository.host} requires a login (401)`,
      hint: `Add its login to the workspace: charts: {credentials: {"${repository.address}": {username: NAME, password: ref://SECRET}}}.`,
    });
  });

  it('a login is not sent to another server, neither by the index nor by a redirect', async () => {
    const thief = await fileServer((_, response) => void response.writeHead(200).end(chartArchive(WEB)));
    const repository = await chartRepository({charts: [WEB], login: LOGIN});
    const login = loginsOf({[repository.address]: LOGIN});
    const {charts} = await findCharts();
    const index = String(repository.files.get('/index.yaml'));
    repository.files.set('/index.yaml', index.replace('"web-1.2.0.tgz"', `"${thief.address}/a.tgz"`));
    expect(await charts({place: place(repository), login})).toMatchObject({version: '1.2.0'});
    repository.files.set('/index.yaml', index);
    repository.redirects.set('/web-1.2.0.tgz', `${thief.address}/b.tgz`);
    const {charts: again} = await findCharts();
    expect(await again({place: place(repository), login})).toMatchObject({version: '1.2.0'});
    expect(thief.requests).toEqual([
      {line: 'GET /a.tgz', authorization: undefined},
      {line: 'GET /b.tgz', authorization: undefined},
    ]);
    expect(repository.requests.every(({authorization}) => authorization !== undefined)).toBe(true);
  });
});

describe('an address', () => {
  it.each([
    ['http://169.254.169.254/latest/x.tgz', 'but only https is followed'],
    ['https://169.254.169.254/latest/x.tgz', 'which is the metadata address of a cloud'],
    ['https://metadata.google.internal/x.tgz', 'which is the metadata address of a cloud'],
    ['https://user:password@charts.example.com/x.tgz', 'an address with a password'],
    ['http://charts.example.com/x.tgz', 'but only https is followed'],
  ])('an address that a redirect names is refused: %s', async (target, problem) => {
    const repository = await chartRepository({charts: [WEB]});
    repository.redirects.set('/web-1.2.0.tgz', target);
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: expect.stringContaining(problem) as string,
    });
  });

  it('with http is refused after a redirect from https, even to this machine', async () => {
    const plain = await chartRepository({charts: [WEB]});
    const repository = await chartRepository({charts: [WEB], withTls: true});
    repository.redirects.set('/web-1.2.0.tgz', `${plain.address}/web-1.2.0.tgz`);
    const {charts} = await findCharts();
    const login = loginsOf({[repository.address]: {...LOGIN, ca: fileAuthority.cert}});
    expect(await charts({place: place(repository), login})).toMatchObject({
      problem: expect.stringContaining('but only https is followed') as string,
    });
    expect(plain.requests).toEqual([]);
  });

  it.each([
    ['http://charts.example.com', 'is http, which would send secrets in clear'],
    ['ftp://charts.example.com', 'is not an address that begins with https://'],
    ['https://user:password@charts.example.com', 'contains a user or a password'],
    ['https://169.254.169.254/charts', 'the metadata address of a cloud'],
  ])('an address of a repository is refused: %s', async (repository, problem) => {
    const {charts} = await findCharts();
    const found = await charts({place: {repository, chart: 'web'}});
    expect(found).toMatchObject({problem: expect.stringContaining(problem) as string, part: ['repository']});
  });

  it('an address of an archive in the index is refused if it is http', async () => {
    const repository = await chartRepository({charts: [WEB]});
    repository.files.set(
      '/index.yaml',
      'entries: {web: [{version: 1.2.0, urls: ["http://charts.example.com/x.tgz"]}]}',
    );
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: expect.stringContaining('is http') as string,
    });
  });

  it('with an own authority needs its certificate', async () => {
    const repository = await chartRepository({charts: [WEB], withTls: true});
    const {charts} = await findCharts();
    expect(await charts({place: place(repository)})).toMatchObject({
      problem: expect.stringContaining(
        'its certificate is from an authority that this machine does not trust',
      ) as string,
      hint: `Set the authority that signed its certificate in the workspace: charts: {credentials: {"https://${repository.host}": {caFile: FILE}}}.`,
    });
    const login = loginsOf({[repository.address]: {...LOGIN, ca: fileAuthority.cert}});
    expect(await charts({place: place(repository), login})).toMatchObject({version: '1.2.0'});
  });

  it('an address is not asked in untrusted mode, whatever the cache has', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const {charts} = await findCharts();
    const locked = {version: '1.2.0', digest: digestOf(chartArchive(WEB)), dependencies: []};
    await charts({place: place(repository), locked});
    repository.requests.length = 0;
    expect(await charts({place: place(repository), locked, onlyLocal: true})).toEqual({
      problem: 'untrusted mode fetches no chart',
      hint: 'Run the command from a trusted branch.',
    });
    expect(repository.requests).toEqual([]);
  });
});
