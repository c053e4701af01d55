import {execFile} from 'node:child_process';
import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {beforeAll, describe, expect, it} from 'vitest';
import {readArchive} from '../../src/adapters/helm/read-archive.ts';
import {readDirectory} from '../../src/adapters/helm/read-directory.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {chartArchive, chartFiles, digestOf, type TestChart} from '../rig/chart-archive.ts';
import {chartRepository} from '../rig/chart-repository.ts';
import {fileAuthority} from '../rig/file-server.ts';
import {findCharts} from '../rig/find-charts.ts';
import {expectNoLeak, runAll} from '../rig/leak-check.ts';
import {CHART_TYPES, ociRegistry} from '../rig/oci-registry.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {pullRequest} from '../rig/pull-request.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

const PASSWORD = 'canary-51c7-of-the-registry';
const LOGIN = {username: 'robot', password: PASSWORD};
const WEB = {name: 'web', version: '1.2.0'};
const SIGNED = join(import.meta.dirname, '..', 'rig', 'signed-chart');

beforeAllBuild('helm', 'helm4');

/** Returns files with a folder before their paths. */
const inFolder = (folder: string, files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${folder}/${path}`, content]));

/** Writes the files of a chart into a new directory. */
async function directoryOf(chart: TestChart, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const directory = await scratchDirectory();
  for (const [path, content] of Object.entries({...chartFiles(chart), ...more})) {
    await mkdir(dirname(join(directory, path)), {recursive: true});
    await writeFile(join(directory, path), content);
  }
  return directory;
}

describe.each(['helm', 'helm4'] as const)('charts as %s has them', (tool) => {
  let program = '';
  beforeAll(async () => {
    program = (await toolPath(tool)) ?? '';
  });
  const helm = async (directory: string, ...args: readonly string[]): Promise<string> => {
    const env = {HOME: directory, PATH: ''};
    return (await promisify(execFile)(program, [...args], {cwd: directory, env})).stdout;
  };
  /** An environment with this program in PATH. */
  const environment = async () => {
    const directory = await scratchDirectory();
    await symlink(program, join(directory, 'helm'));
    return {PATH: directory};
  };

  const VERSIONS = [
    '0.0.3',
    '0.0.4',
    '0.2.9',
    '1.0.0',
    '1.2.3',
    '1.2.9',
    '1.9.0-rc.1',
    'v1.4.1',
    '2.0.0',
    '2.1.0-beta.2',
    '3.0.0-0',
  ];

  it.each([
    '',
    '1.2.3',
    '1.2',
    '1',
    '1.x',
    '^1.2',
    '~1.2',
    '~1',
    '^0.0.3',
    '^0.2',
    '^0',
    '>1.2 <2',
    '>=1, <2',
    '<=1.2',
    '1.0 - 1.4',
    '>11 || ~0.2.1',
    '!=2.0.0',
    '^1.2-0',
    '>0.0.0-0',
    '2.1.0-beta.2',
    '1.4.1',
    '~2.1.0-beta',
  ])('a chart has the version that Helm takes for %j', async (version) => {
    const repository = await chartRepository({charts: VERSIONS.map((one) => ({name: 'web', version: one}))});
    const flags = version === '' ? [] : ['--version', version];
    const shown = await helm(await scratchDirectory(), 'show', 'chart', 'web', '--repo', repository.address, ...flags);
    const {charts} = await findCharts();
    const place = {repository: repository.address, chart: 'web'};
    const chart = await charts({place, ...(version === '' ? {} : {version})});
    expect(`version: ${'version' in chart ? chart.version : chart.problem}`).toBe(/^version: .*$/m.exec(shown)?.[0]);
  });

  it('a chart in a directory has the files that Helm packs', async () => {
    const more = {
      '.helmignore': '# comment\n*.bak\n/root.txt\ndocs/\n!*\nsub/*.md\n[a-c]?.x\n',
      'keep.txt': '',
      'a.bak': '',
      'root.txt': '',
      'sub/root.txt': '',
      'sub/x.md': '',
      'docs/x.txt': '',
      'b1.x': '',
      'z1.x': '',
      'templates/.hidden.yaml': '',
      'charts/part/Chart.yaml': 'apiVersion: v2\nname: part\nversion: 1.0.0\n',
    };
    const directory = await directoryOf({...WEB, files: {'templates/a.yaml': 'a: 1\n'}}, more);
    const target = await scratchDirectory();
    await helm(target, 'package', directory);
    const packed = readArchive(await readFile(join(target, 'web-1.2.0.tgz')));
    const own = await readDirectory(directory);
    // It writes .helmignore into the archive, and reads it not.
    const names = (files: typeof own) =>
      files instanceof Map ? [...files.keys()].filter((name) => name !== '.helmignore').toSorted() : files;
    expect(names(own)).toEqual(names(packed));
  });

  it('renders with dependencies that were built into the cache', async () => {
    const {address} = await chartRepository({charts: [{name: 'database', version: '3.1.0'}]});
    const common = await directoryOf({name: 'common', version: '0.1.0'});
    const dependencies = [
      {name: 'database', version: '^3', repository: address},
      {name: 'common', version: '*', repository: `file://${common}`},
    ];
    const directory = await directoryOf({name: 'shop', version: '1.0.0', more: {dependencies}});
    const {charts} = await findCharts();
    const chart = await charts({place: {path: directory}});
    const rendered = await helm(await scratchDirectory(), 'template', 'shop', 'path' in chart ? chart.path : '');
    await helm(directory, 'dependency', 'update', directory);
    expect(rendered).toBe(await helm(await scratchDirectory(), 'template', 'shop', directory));
    expect(rendered.match(/name: "shop-\w+"/g)).toHaveLength(3);
  });

  describe('with a provenance file', () => {
    const keyring = join(SIGNED, 'keyring.gpg');
    const archive = () => readFile(join(SIGNED, 'web-1.2.0.tgz'));
    const provenance = () => readFile(join(SIGNED, 'web-1.2.0.tgz.prov'));

    async function repositoryOf(files: Readonly<Record<string, Uint8Array>>) {
      const repository = await chartRepository({charts: [WEB]});
      const index = String(repository.files.get('/index.yaml')).replace(/ +digest: .*\n/, '');
      repository.files.set('/index.yaml', index);
      for (const [path, bytes] of Object.entries(files)) repository.files.set(path, bytes);
      return {place: {repository: repository.address, chart: 'web'}, repository};
    }

    it('charts with a provenance file are verified from a repository, a registry and a file, and again from the cache', async () => {
      const {charts} = await findCharts(await environment());
      const {place, repository} = await repositoryOf({
        '/web-1.2.0.tgz': await archive(),
        '/web-1.2.0.tgz.prov': await provenance(),
      });
      const registry = await ociRegistry();
      registry.push('charts/web', '1.2.0', {
        config: {mediaType: CHART_TYPES.config, bytes: '{}'},
        layers: [
          {mediaType: CHART_TYPES.layer, bytes: await archive()},
          {mediaType: CHART_TYPES.provenance, bytes: await provenance()},
        ],
      });
      const verify = {keyring};
      const locked = {version: '1.2.0', digest: digestOf(await archive()), dependencies: []};
      const found = {name: 'web', version: '1.2.0', digest: locked.digest};
      expect(await charts({place, verify})).toMatchObject(found);
      expect(await charts({place: {oci: `oci://${registry.host}/charts/web`}, verify})).toMatchObject(found);
      expect(await charts({place: {path: join(SIGNED, 'web-1.2.0.tgz')}, verify})).toMatchObject(found);
      await repository.close();
      expect(await charts({place, verify, locked})).toMatchObject(found);
      const other = {keyring: join(SIGNED, 'other.gpg')};
      expect(await charts({place, verify: other, locked})).toMatchObject({part: ['verify']});
    });

    it.each([
      [
        'another key',
        async () => ({keyring: join(SIGNED, 'other.gpg')}),
        /^the chart is not verified: helm verify: .*unknown entity/,
      ],
      [
        'no keyring',
        async () => ({keyring: '/nowhere/keyring.gpg'}),
        /^the chart is not verified: helm verify: .*no such file/,
      ],
      ['another archive', async () => ({bytes: chartArchive(WEB)}), /^the chart is not verified: helm verify: .*sum/],
      [
        'a changed statement',
        async () => ({signed: Buffer.from(String(await provenance()).replace('v2', 'v1'))}),
        /^the chart is not verified: helm verify: /,
      ],
    ])('charts with a provenance file are refused with %s', async (_, change, problem) => {
      const {
        bytes = await archive(),
        signed = await provenance(),
        keyring: ring = keyring,
      } = (await change()) as {
        readonly bytes?: Uint8Array;
        readonly signed?: Uint8Array;
        readonly keyring?: string;
      };
      const {place} = await repositoryOf({'/web-1.2.0.tgz': bytes, '/web-1.2.0.tgz.prov': signed});
      const {charts, home} = await findCharts(await environment());
      const found = await charts({place, verify: {keyring: ring}});
      expect(found).toMatchObject({problem: expect.stringMatching(problem) as string, part: ['verify']});
      await expect(readdir(join(home, 'cache', 'charts'))).rejects.toThrow('ENOENT');
    });
  });

  it('without a provenance file are refused if it must have one', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const registry = await ociRegistry();
    registry.pushChart('charts', WEB);
    const {charts} = await findCharts(await environment());
    const verify = {keyring: join(SIGNED, 'keyring.gpg')};
    const path = await directoryOf(WEB);
    expect(await charts({place: {repository: repository.address, chart: 'web'}, verify})).toMatchObject({
      problem: `web has no provenance file that could be verified: ${repository.host} has no such file (404)`,
    });
    expect(await charts({place: {oci: `oci://${registry.host}/charts/web`}, verify})).toMatchObject({
      problem: `oci://${registry.host}/charts/web has no provenance file that could be verified`,
    });
    expect(await charts({place: {path}, verify})).toMatchObject({
      problem: 'a directory has no signature that could be verified',
    });
  });
});

onCluster('a fetched chart as a source', (cluster) => {
  let options: {readonly env: Readonly<Record<string, string>>};
  beforeAll(async () => {
    const directory = join(await promisify(execFile)('mktemp', ['-d']).then(({stdout}) => stdout.trim()), 'bin');
    await mkdir(directory);
    await symlink((await toolPath('helm')) ?? '', join(directory, 'helm'));
    options = {env: {PATH: directory}};
  });

  const source = (helm: Readonly<Record<string, unknown>>, namespace: string) => ({
    name: 'shop',
    workspace: 'test',
    namespace,
    sources: [{helm: {release: 'shop', ...helm}}],
  });
  const workspace = (charts: unknown) => ({
    name: 'test',
    context: {kubeconfig_path: cluster.kubeconfigPath},
    secretStore: {provider: {file: {path: 'secrets.env'}}},
    charts,
  });

  it('a fetched chart as a source is applied with the login of the workspace, and its password is nowhere else', async () => {
    const registry = await ociRegistry({login: LOGIN, by: 'token'});
    const repository = await chartRepository({charts: [WEB], login: LOGIN, withTls: true});
    registry.pushChart('team', {name: 'cache', version: '2.0.0'});
    const namespace = cluster.freshNamespace();
    const credential = {username: LOGIN.username, password: 'ref://registry'};
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'stack.yaml': {
          ...source({repository: repository.address, chart: 'web', version: '^1'}, namespace),
          sources: [
            {helm: {repository: repository.address, chart: 'web', version: '^1', release: 'shop'}},
            {helm: {oci: `oci://${registry.host}/team/cache`, version: '2.0.0', release: 'side'}},
          ],
        },
        'workspaces/test.yaml': workspace({
          credentials: {
            [repository.address]: {...credential, caFile: '../authority.pem'},
            [`oci://${registry.host}/team`]: credential,
          },
        }),
        'workspaces/secrets.env': `registry=${PASSWORD}\n`,
        'authority.pem': fileAuthority.cert,
      },
    });
    const unasked = await stack.gantry(['preview'], options);
    expect(unasked.stderr).toContain(
      `fetches charts from ${repository.address}, trusting ../authority.pem, with ref://registry`,
    );
    expect([...repository.requests, ...registry.requests]).toEqual([]);
    await stack.allow('test', options);
    const applied = await stack.gantry(['apply', '--yes'], options);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect(applied.stdout + applied.stderr).toContain(
      'the chart web is not locked: 1.2.0 is used, the newest version in ^1',
    );
    for (const name of ['side-cache', 'shop-web'])
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name})).toBeDefined();
    const printed = await runAll({...stack, gantry: (args) => stack.gantry(args, options)}, [
      ['preview'],
      ['build'],
      ['workspace', 'explain', 'test'],
    ]);
    await expectNoLeak(stack, applied.stdout + applied.stderr + printed, {PASSWORD});
    await stack.write({'workspaces/secrets.env': 'registry=expired\n'});
    const refused = await stack.gantry(['preview'], options);
    expect(refused).toMatchObject({code: 3});
    expect(refused.stderr).toContain(`refused the login (401)`);
    expect(refused.stderr).toContain(`charts.credentials["${repository.address}"] of the workspace test`);
  });

  it('a fetched chart as a source of the lock file needs no server', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const place = {repository: repository.address, chart: 'web'};
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'stack.yaml': source({...place, version: '^1'}, namespace),
        'charts.lock.yaml': {
          formatVersion: 1,
          charts: [{...place, wanted: '^1', version: '1.2.0', digest: digestOf(chartArchive(WEB)), dependencies: []}],
        },
      },
    });
    const first = await stack.gantry(['preview'], options);
    expect(first, first.stderr).toMatchObject({code: 0});
    expect(first.stdout).toContain('shop-web');
    repository.add({name: 'web', version: '1.3.0'});
    await stack.write({'stack.yaml': source({...place, version: '^1.2.0'}, namespace)});
    const changed = await stack.gantry(['preview'], options);
    expect({...changed, stderr: ''}).toEqual({...first, stderr: ''});
    expect(changed.stderr).not.toContain('the lock of the chart');
    await stack.write({'stack.yaml': source({...place, version: '^1'}, namespace)});
    await repository.close();
    const again = await stack.gantry(['preview'], options);
    expect({...again, stderr: ''}).toEqual({...first, stderr: ''});
    expect(again.stdout + again.stderr).not.toContain('not locked');
    await stack.write({'stack.yaml': source({...place, version: '~1.3'}, namespace)});
    const stale = await stack.gantry(['preview'], options);
    expect(stale.code).toBe(3);
    expect(stale.stderr).toContain(`${repository.host}: connection refused`);
    expect(stale.stderr).toContain('charts.lock.yaml has ^1, but stack.yaml wants ~1.3');
  });

  it('a build with --lock accepts locked charts, and names a dependency of a directory that is not locked', async () => {
    const repository = await chartRepository({charts: [WEB, {name: 'database', version: '3.1.0'}]});
    const namespace = cluster.freshNamespace();
    const dependencies = [{name: 'database', version: '^3', repository: repository.address}];
    const fetched = {repository: repository.address, chart: 'web', version: '^1', release: 'front'};
    const stack = await makeStack({
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          namespace,
          sources: [{helm: {path: 'chart', release: 'shop'}}, {helm: fetched}],
        },
        ...inFolder('chart', chartFiles({name: 'shop', version: '1.0.0', more: {dependencies}})),
      },
    });
    const refused = await stack.gantry(['build', '--lock'], options);
    expect(refused).toMatchObject({code: 3, stdout: ''});
    expect(refused.stderr).toContain('the dependency database 3.1.0 of the chart chart is not locked');
    expect(refused.stderr).toContain('the chart web is not locked');
    expect(await stack.gantry(['chart', 'lock'], options)).toMatchObject({code: 0});
    repository.add({name: 'database', version: '3.2.0'});
    repository.add({name: 'web', version: '1.3.0'});
    const built = await stack.gantry(['build', '--lock'], options);
    expect(built, built.stderr).toMatchObject({code: 0, stderr: ''});
    const more = [{name: 'database', version: '^3.2', repository: repository.address}];
    await stack.write(inFolder('chart', chartFiles({name: 'shop', version: '1.0.0', more: {dependencies: more}})));
    const changed = await stack.gantry(['build', '--lock'], options);
    expect(changed.code).toBe(3);
    expect(changed.stderr).toContain('the dependency database 3.2.0 of the chart chart is not locked');
  });

  // The rig for changes watches the connections of the sandbox.
  it.skipIf(clusterHas('users'))('a fetched chart as a source is not fetched in untrusted mode', async () => {
    const repository = await chartRepository({charts: [WEB]});
    const request = await pullRequest({kubeconfigPath: cluster.kubeconfigPath, namespace: cluster.freshNamespace()});
    await request.write({'stack.yaml': source({repository: repository.address, chart: 'web'}, 'default')});
    const ran = await request.look(['preview']);
    expect(ran.code).toBe(3);
    expect(ran.stderr).toContain('untrusted mode fetches no chart');
    expect(repository.requests).toEqual([]);
  });
});
