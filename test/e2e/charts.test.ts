import {readdir, readFile, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {load} from 'js-yaml';
import {expect, it} from 'vitest';
import type {ChartAdded} from '../../src/app/chart/add-chart.ts';
import type {ChartValuesShown} from '../../src/app/chart/chart-values.ts';
import type {ChartTrials} from '../../src/app/chart/compare-charts.ts';
import type {ChartsLocked} from '../../src/app/chart/lock-charts.ts';
import type {ChartsOutdated} from '../../src/app/chart/outdated-charts.ts';
import type {ChartsFound} from '../../src/app/chart/search-charts.ts';
import type {ChartShown} from '../../src/app/chart/show-chart.ts';
import type {ChartsVendored} from '../../src/app/chart/vendor-charts.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {ChartPreviewOutput} from '../../src/ui/output/chart-output.ts';
import {OUTPUT_MODELS} from '../../src/ui/output/output-models.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {chartRepository} from '../rig/chart-repository.ts';
import {ociRegistry} from '../rig/oci-registry.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {VALUES, WEB_2, web} from '../rig/sample-chart.ts';
import {type GantryOptions, makeStack, type Stack} from '../rig/stack.ts';

const withHelm = async (): Promise<GantryOptions> => ({env: {PATH: dirname((await toolPath('helm')) ?? '')}});

const stackWith = (
  repository: string,
  more: object = {},
  settings: object = {},
): Readonly<Record<string, unknown>> => ({
  'project.yaml': {name: 'shop', charts: {repositories: {stable: repository}}},
  'stack.yaml': {
    name: 'shop',
    workspace: 'test',
    sources: [{helm: {repository, chart: 'web', version: '^1.0', release: 'web', ...settings}}],
    ...more,
  },
});

/** Returns the document of `gantry chart VERB`, which its schema must accept. */
async function jsonOf<Document>(stack: Stack, args: readonly ['chart', ...string[]], options?: GantryOptions) {
  const ran = await stack.json<Document>([...args], options);
  const [, verb = ''] = args;
  expect(OUTPUT_MODELS[`chart-${verb}`]?.safeParse(ran.document)).toMatchObject({success: true});
  return ran;
}

onCluster('gantry chart', (cluster) => {
  beforeAllBuild('helm');
  const {kubeconfigPath} = cluster;

  it('a new user finds a chart, reads it, adds it to an empty directory, and sees the plan', async () => {
    const helm = await withHelm();
    const namespace = cluster.freshNamespace();
    const repository = await chartRepository({charts: [web('1.0.0'), web('1.1.0'), {name: 'db', version: '3.0.0'}]});
    const stack = await makeStack({kubeconfigPath, namespace});
    await stack.remove('stack.yaml');
    const found = await jsonOf<ChartsFound>(
      stack,
      ['chart', 'search', 'HTTP', '--repository', repository.address],
      helm,
    );
    expect(found.document.charts).toEqual([
      {
        repository: {url: repository.address},
        name: 'web',
        description: 'A web server for tests',
        version: '1.1.0',
        appVersion: '1.0',
      },
    ]);
    const shown = await jsonOf<ChartShown>(stack, ['chart', 'show', 'web', '--repository', repository.address], helm);
    expect(shown.document).toMatchObject({
      name: 'web',
      version: '1.1.0',
      versions: ['1.1.0', '1.0.0'],
      images: ['registry.example/web:1.0'],
      values: VALUES,
      notes: 'Open {{ .Release.Name }}.\n',
    });
    const add: ['chart', ...string[]] = [
      'chart',
      'add',
      'web',
      '--repository',
      repository.address,
      '--version',
      '1.0.0',
      '-w',
      './workspaces/test.yaml',
    ];
    const {document: added, code} = await jsonOf<ChartAdded>(stack, add, helm);
    expect(code).toBe(0);
    expect(added).toMatchObject({source: 'web', chart: 'web', version: '1.0.0'});
    expect(added.plan?.changes).toContainEqual(
      expect.objectContaining({id: 'apps/v1:Deployment:shop:web', action: 'create'}),
    );
    expect(added.written.map((file) => file.slice(stack.dir.length + 1)).toSorted()).toEqual([
      'charts.lock.yaml',
      'project.yaml',
      'stack.yaml',
      'values-web.yaml',
    ]);
    const {sources} = load(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')) as {readonly sources: unknown};
    expect(sources).toEqual([
      {
        helm: {
          repository: repository.address,
          chart: 'web',
          version: '1.0.0',
          release: 'web',
          valuesFiles: ['values-web.yaml'],
        },
      },
    ]);
    const lock = load(await readFile(join(stack.dir, 'charts.lock.yaml'), 'utf8'));
    expect(lock).toMatchObject({
      charts: [{chart: 'web', wanted: '1.0.0', version: '1.0.0', digest: expect.stringMatching(/^sha256:/)}],
      cluster: {version: expect.stringMatching(/^v1\./), apis: expect.arrayContaining(['apps/v1/Deployment'])},
    });
    const again = await stack.gantry(add, helm);
    expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('already has a Helm source web')]);
  });

  it('a chart that looks up a Secret is added with --lookup, and without it the error names the key', async () => {
    const helm = await withHelm();
    const namespace = cluster.freshNamespace();
    const template =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: known}\ndata:\n  known: "{{ empty (lookup "v1" "Secret" .Release.Namespace "login") }}"\n';
    const repository = await chartRepository({charts: [web('1.0.0', {'templates/known.yaml': template})]});
    const stack = await makeStack({kubeconfigPath, namespace});
    const add = (...flags: string[]) =>
      stack.gantry(['chart', 'add', 'web', '--repository', repository.address, '-w', 'test', ...flags], helm);
    expect(await add('--lookup', 'Login')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--lookup Login: it must be the name of a Secret'),
    });
    const without = await add('--release', 'one');
    expect(without).toMatchObject({code: 3, stdout: expect.stringContaining('Added the chart web 1.0.0')});
    const json = await jsonOf<ChartAdded & {error: object}>(
      stack,
      ['chart', 'add', 'web', '--repository', repository.address, '-w', 'test', '--release', 'again'],
      helm,
    );
    expect(json.document.error).toMatchObject({code: 'input/invalid'});
    expect(without.stderr).toContain('set `lookups: [login]` in the source');
    await stack.write({'stack.yaml': {name: 'shop', namespace}});
    const added = await add('--lookup', 'login', '--lookup', 'other/token', '--release', 'two');
    expect(added, added.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/create +v1:ConfigMap:.*:known/),
    });
    const {sources} = load(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')) as {readonly sources: unknown};
    expect(sources).toEqual([{helm: expect.objectContaining({release: 'two', lookups: ['login', 'other/token']})}]);
  });

  it('a chart of the project is added with paths that are the same on each machine, and the next command is complete', async () => {
    const helm = await withHelm();
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace()});
    await stack.remove('stack.yaml');
    await stack.write({
      'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
      'web/templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
    });
    const added = await stack.gantry(['chart', 'add', './web', '-w', './workspaces/test.yaml'], helm);
    expect(added, added.stderr).toMatchObject({code: 0});
    expect(added.stderr).toContain('Next: "gantry apply -w ./workspaces/test.yaml"');
    const written = await readFile(join(stack.dir, 'values-web.yaml'), 'utf8');
    expect(written).toContain('gantry chart show ./web --values');
    expect(await stack.gantry(['chart', 'show', './web', '--values'], helm)).toMatchObject({code: 0});
  });

  it('the values of a chart have the place that set each, and secrets are masked', async () => {
    const helm = await withHelm();
    const repository = await chartRepository({charts: [web('1.0.0')]});
    const settings = {
      valuesFiles: ['values.yaml'],
      values: {logLevel: 'debug', adminPassword: 'canary-of-values', database: {token: 'ref://db/token'}},
      set: {'image.tag': '9'},
    };
    const stack = await makeStack({kubeconfigPath, files: stackWith(repository.address, {}, settings)});
    await stack.write({'values.yaml': '# mine\nreplicas: 3\n'});
    const {document, stdout} = await jsonOf<ChartValuesShown>(stack, ['chart', 'values'], helm);
    const lineOf = (path: string) => document.values.find((one) => one.path === path);
    expect(document.values.map(({path}) => path).toSorted()).toEqual(
      ['adminPassword', 'database.token', 'image.repository', 'image.tag', 'logLevel', 'replicas'].toSorted(),
    );
    expect(lineOf('replicas')).toEqual({
      path: 'replicas',
      value: 3,
      from: 'file',
      file: expect.stringMatching(/values\.yaml$/),
      line: 2,
    });
    expect(lineOf('image.repository')).toMatchObject({from: 'chart', file: 'web/values.yaml', line: 4});
    expect(lineOf('image.tag')).toMatchObject({value: '9', from: 'set', file: expect.stringMatching(/stack\.yaml$/)});
    expect(lineOf('logLevel')).toMatchObject({
      value: 'debug',
      from: 'values',
      file: expect.stringMatching(/stack\.yaml$/),
    });
    expect(lineOf('adminPassword')).toMatchObject({value: '***', from: 'values'});
    expect(lineOf('database.token')).toMatchObject({value: 'ref://db/token'});
    const text = await stack.gantry(['chart', 'values', 'shop/web'], helm);
    expect(text.stdout).toContain('replicas          3');
    expect(`${stdout}${text.stdout}${text.stderr}`).not.toContain('canary-of-values');
  });

  it('outdated charts of all stacks are listed, and a lock moves within its range only', async () => {
    const helm = await withHelm();
    const repository = await chartRepository({charts: [web('1.0.0')]});
    const registry = await ociRegistry();
    registry.pushChart('charts', {name: 'db', version: '3.0.0'});
    const db = {oci: `oci://${registry.host}/charts/db`, version: '3.0.0'};
    const stack = await makeStack({kubeconfigPath, files: stackWith(repository.address)});
    await stack.write({'data/stack.yaml': {name: 'data', sources: [{helm: db}]}});
    const locked = await jsonOf<ChartsLocked>(stack, ['chart', 'lock', '-w', 'test', '-s', './'], helm);
    expect(locked.document).toMatchObject({changed: true, charts: [{source: 'web', version: '1.0.0'}]});
    for (const chart of [web('1.1.0'), WEB_2]) repository.add(chart);
    registry.pushChart('charts', {name: 'db', version: '3.1.0-rc.1'});
    await rm(join(stack.home, '.gantry', 'cache', 'chart-indexes'), {recursive: true, force: true});
    const {document, code} = await jsonOf<ChartsOutdated>(stack, ['chart', 'outdated', '--exit-code'], helm);
    expect(code).toBe(2);
    expect(document.charts).toEqual([
      expect.objectContaining({
        stack: 'shop',
        used: '1.0.0',
        isLocked: true,
        newestInRange: '1.1.0',
        newest: '2.0.0',
        state: 'update',
      }),
      expect.objectContaining({
        stack: 'data',
        chart: 'db',
        used: '3.0.0',
        isLocked: false,
        newest: '3.0.0',
        state: 'current',
      }),
    ]);
    const kept = await jsonOf<ChartsLocked>(stack, ['chart', 'lock', '-s', './'], helm);
    expect(kept.document).toMatchObject({changed: false, charts: [{version: '1.0.0'}]});
    const moved = await jsonOf<ChartsLocked>(stack, ['chart', 'lock', '--upgrade', '-s', './'], helm);
    expect(moved.document).toMatchObject({changed: true, charts: [{before: '1.0.0', version: '1.1.0'}]});
    const range = await readFile(join(stack.dir, 'stack.yaml'), 'utf8');
    await stack.write({'stack.yaml': stackWith(repository.address, {}, {version: '>=1.0.0'})['stack.yaml']});
    const changed = await jsonOf<ChartsLocked>(stack, ['chart', 'lock', '-s', './'], helm);
    expect(changed.document).toMatchObject({changed: true, charts: [{wanted: '>=1.0.0', version: '1.1.0'}]});
    await stack.write({'stack.yaml': range});
    const after = await jsonOf<ChartsOutdated>(stack, ['chart', 'outdated', '-s', './', '--exit-code'], helm);
    expect([after.code, after.document.charts[0]?.state]).toEqual([2, 'upgrade']);
    repository.status = 503;
    await rm(join(stack.home, '.gantry', 'cache', 'chart-indexes'), {recursive: true, force: true});
    const down = await jsonOf<ChartsOutdated>(stack, ['chart', 'outdated', '-s', './', '--exit-code'], helm);
    expect([down.code, down.document.charts[0]?.state]).toEqual([1, 'unknown']);
  });

  it('a vendored chart builds without a server and without a cache, and an altered copy is not used', async () => {
    const helm = await withHelm();
    const repository = await chartRepository({charts: [web('1.0.0')]});
    const stack = await makeStack({kubeconfigPath, files: stackWith(repository.address)});
    const {document} = await jsonOf<ChartsVendored>(stack, ['chart', 'vendor'], helm);
    expect(document.charts).toMatchObject([{chart: 'web', version: '1.0.0', changed: true}]);
    expect(await readdir(join(stack.dir, 'vendor/charts'))).toEqual(['web-1.0.0.tgz']);
    const again = await jsonOf<ChartsVendored>(stack, ['chart', 'vendor'], helm);
    expect(again.document.charts[0]?.changed).toBe(false);
    await repository.close();
    await rm(join(stack.home, '.gantry', 'cache'), {recursive: true});
    expect((await stack.gantry(['build'], helm)).code).toBe(0);
    await stack.write({'vendor/charts/web-1.0.0.tgz': 'altered'});
    expect((await stack.gantry(['build'], helm)).code).toBe(3);
  });

  it('a preview of another chart version shows the plan, dropped values, changed defaults, CRDs and images, and writes nothing', async () => {
    const helm = await withHelm();
    const namespace = cluster.freshNamespace();
    const repository = await chartRepository({charts: [web('1.0.0'), WEB_2]});
    const settings = {values: {replicas: 2}};
    const stack = await makeStack({
      kubeconfigPath,
      namespace,
      files: stackWith(repository.address, {namespace}, settings),
    });
    expect((await stack.gantry(['apply', '--yes', '--no-wait'], helm)).code).toBe(0);
    const before = await readFile(join(stack.dir, 'stack.yaml'), 'utf8');
    const preview = ['preview', '--chart', 'web=2.0.0', '--exit-code'];
    const {code, document} = await stack.json<Plan & {readonly trials: ChartTrials}>(preview, helm);
    expect(code).toBe(2);
    ChartPreviewOutput.parse(document);
    expect(document.trials).toMatchObject({
      charts: [
        {
          source: 'web',
          from: '1.0.0',
          to: '2.0.0',
          droppedValues: [{path: 'replicas', file: expect.stringMatching(/stack\.yaml$/), nearest: 'replicaCount'}],
          defaults: [
            {path: 'replicaCount', after: 1},
            {path: 'image.tag', before: '1.0', after: '2.0'},
            {path: 'logLevel', before: 'info', after: 'warn'},
          ],
        },
      ],
      crds: [{id: 'apiextensions.k8s.io/v1:CustomResourceDefinition:gadgets.charts.example.com', action: 'create'}],
      images: [{container: 'web', before: 'registry.example/web:1.0', after: 'registry.example/web:2.0'}],
    });
    const text = await stack.gantry(preview, helm);
    expect(text.stdout).toMatch(/replicas \(stack\.yaml:\d+\): did you mean replicaCount\?/);
    expect(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')).toBe(before);
    expect((await stack.gantry(['preview', '--exit-code'], helm)).code).toBe(0);
  });

  it.each([
    {args: 'chart search web', stderr: /no chart repository is known here/},
    {args: 'chart values', stderr: /stack\.yaml has no Helm source/},
    {args: 'chart lock', stderr: /stack\.yaml has no Helm source/},
    {args: 'chart vendor', stderr: /stack\.yaml has no Helm source/},
    {args: 'chart show web', stderr: /no chart repository is known here.*\n.*For a directory, write \.\/web\./},
    {args: 'chart show ./nowhere', stderr: /chart \S*nowhere not found/},
    {args: 'chart search --repository stabel web', stderr: /unknown repository/},
    {args: 'preview --chart web=1.0.0', stderr: /has no Helm source/},
    {args: 'preview --chart web', stderr: /not in the form NAME=VERSION/},
  ])('without Helm sources, "gantry $args" says what is missing', async ({args, stderr}) => {
    const stack = await makeStack({kubeconfigPath, files: {'manifests/none.yaml': ''}});
    const ran = await stack.gantry(args.split(' '));
    expect([ran.code, ran.stderr]).toEqual([3, expect.stringMatching(stderr)]);
  });

  it('an unknown chart, a wrong version, a private repository and a broken index have clear messages', async () => {
    const repository = await chartRepository({charts: [web('1.0.0')]});
    const stack = await makeStack({kubeconfigPath});
    const refused = async (args: readonly string[]) => {
      const {code, stderr} = await stack.gantry(['chart', ...args]);
      return [code, stderr];
    };
    const at = ['--repository', repository.address];
    expect(await refused(['show', 'wbe', ...at])).toEqual([3, expect.stringContaining('Did you mean `web`?')]);
    expect(await refused(['show', 'web', '--version', '7.0.0', ...at])).toEqual([
      3,
      expect.stringContaining('it has no version 7.0.0'),
    ]);
    const closed = await chartRepository({login: {username: 'reader', password: 'secret'}});
    expect(await refused(['search', 'web', '--repository', closed.address])).toEqual([
      3,
      expect.stringMatching(/requires a login \(401\)[^]*charts: \{credentials:/),
    ]);
    repository.files.set('/index.yaml', '<html></html>');
    await rm(join(stack.home, '.gantry', 'cache'), {recursive: true});
    expect(await refused(['search', 'web', ...at])).toEqual([3, expect.stringContaining('cannot be read')]);
  });
});
