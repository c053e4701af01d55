import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {chartRepository} from '../rig/chart-repository.ts';
import {gitRepository} from '../rig/git-repository.ts';
import {moduleText, npmRegistry} from '../rig/npm-registry.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {LEVEL: info}\n';
const NAME = '@acme/settings';
const APPLICATION = `web:
  workload: {service: {containers: {web: {image: "nginx:1.28"}}, replicas: 0}}
  accessories:
    settings: {text: hello}
    more: {text: hello}
`;

/** A chart repository, git repositories and a registry; and a stack that uses a chart, manifests of git, and a module of each kind. */
async function scene(context: object = {cluster: 'sandbox'}, namespace = 'shop') {
  const charts = await chartRepository({charts: [{name: 'db', version: '1.0.0'}]});
  const manifests = await gitRepository();
  manifests.git('tag', 'v1', manifests.commit({'settings.yaml': MAP}));
  const modules = await gitRepository();
  modules.git('tag', 'v1', modules.commit({'module.ts': moduleText('more', '1.0.0')}));
  const registry = await npmRegistry();
  const publish = (version: string) =>
    registry.publish({name: NAME, version, files: {'index.js': moduleText('settings', version)}});
  publish('1.0.0');
  const chart = (version: string) => ({helm: {repository: charts.address, chart: 'db', version, release: 'db'}});
  const git = {git: {url: manifests.url, ref: 'v1'}};
  const app = {app: 'gantry.app.yaml'};
  const sources = (...list: readonly object[]) => ({name: 'shop', workspace: 'test', namespace, sources: list});
  const workspace = (settings: object = {}, more: object = {}) => ({
    name: 'test',
    context,
    modules: {
      settings: {npm: NAME, version: '^1', registry: registry.address, ...settings},
      more: {git: {url: modules.url, ref: 'v1', ...more}},
    },
    trust: {modules: ['settings', 'more']},
  });
  const stack = await makeStack({
    files: {
      'gantry.app.yaml': APPLICATION,
      'stack.yaml': sources(chart('^1'), git, app),
      'workspaces/test.yaml': workspace(),
    },
  });
  await stack.allow();
  const options = {env: {GIT_ALLOW_PROTOCOL: 'file', HOME: stack.home}};
  const gantry = (...args: readonly string[]) => stack.gantry(args, options);
  const requests = () => registry.requests.length + charts.requests.length;
  return {stack, options, gantry, sources, chart, git, app, workspace, publish, charts, requests, manifests, modules};
}

const lockOf = ({dir}: Stack): Promise<string> => readFile(join(dir, 'charts.lock.yaml'), 'utf8');

/** Returns the problems: file, line and message. */
const problemsIn = (stderr: string): readonly string[] =>
  stderr
    .split('\n')
    .flatMap(
      (line) => /^(\S+?):(\d+):\d+: error: (.*) \(source\/lock-stale\)$/.exec(line)?.slice(1, 4).join(' ') ?? [],
    );

describe('gantry build --lock', () => {
  it('each chart, source and module without a lock is named at once with the command, nothing is requested, and no file is written', async () => {
    const {stack, gantry, requests} = await scene();
    const {code, stdout, stderr} = await gantry('build', '--lock');
    expect({code, stdout}).toEqual({code: 3, stdout: ''});
    expect(problemsIn(stderr)).toEqual([
      'stack.yaml 10 the chart db is not locked',
      expect.stringMatching(/^stack.yaml 16 the git repository file:.* at v1 is not locked$/),
      expect.stringMatching(
        /^workspaces\/test.yaml 9 module settings \(the npm package @acme\/settings \^1 .*\) is not locked$/,
      ),
      expect.stringMatching(/^workspaces\/test.yaml 13 module more \(the git repository .* at v1\) is not locked$/),
    ]);
    expect(stderr).toContain('hint: Run "gantry chart lock -w test", and commit charts.lock.yaml.');
    expect(requests()).toBe(0);
    await expect(lockOf(stack)).rejects.toThrow('ENOENT');
  });

  it('changed versions and refs that the lock does not have are named, and a lock in the new range is accepted', async () => {
    const {stack, gantry, sources, chart, git, app, workspace, publish} = await scene();
    expect(await gantry('chart', 'lock')).toMatchObject({code: 0});
    const before = await lockOf(stack);
    publish('1.9.0');
    await stack.write({
      'stack.yaml': sources(chart('>=1.0 <2'), git, app),
      'workspaces/test.yaml': workspace({version: '~1.0'}),
    });
    await stack.allow();
    expect(problemsIn((await gantry('build', '--lock')).stderr)).toEqual([]);
    await stack.write({
      'stack.yaml': sources(chart('^2'), {git: {...git.git, ref: 'v2'}}, app),
      'workspaces/test.yaml': workspace({version: '^1.5'}, {ref: 'v3'}),
    });
    await stack.allow();
    const {code, stderr} = await gantry('build', '--lock');
    expect(code).toBe(3);
    expect(problemsIn(stderr)).toEqual([
      'stack.yaml 10 the lock of the chart db no longer applies: charts.lock.yaml has ^1, but stack.yaml wants ^2',
      expect.stringMatching(/no longer applies: charts.lock.yaml has v1, but stack.yaml wants v2$/),
      expect.stringMatching(/lock of module settings .* no longer applies: charts.lock.yaml has 1.0.0$/),
      expect.stringMatching(/lock of module more .* no longer applies: charts.lock.yaml has [0-9a-f]{12}$/),
    ]);
    expect(await lockOf(stack)).toBe(before);
  });

  it('an unused chart or source is named until gantry chart lock removes it, and modules of other workspaces stay', async () => {
    const {stack, gantry, sources, app, workspace} = await scene();
    expect(await gantry('chart', 'lock')).toMatchObject({code: 0});
    await stack.write({
      'stack.yaml': sources(app),
      'workspaces/other.yaml': {...workspace(), name: 'other', modules: {}, trust: {}},
    });
    const {code, stderr} = await gantry('build', '--lock');
    expect(code).toBe(3);
    expect(problemsIn(stderr)).toEqual([
      'charts.lock.yaml 4 charts.lock.yaml has the chart db 1.0.0, but stack.yaml does not use it',
      expect.stringMatching(
        /^charts.lock.yaml \d+ charts.lock.yaml has the git repository .* at v1, but stack.yaml does not use it$/,
      ),
    ]);
    expect(await gantry('chart', 'lock')).toMatchObject({code: 0});
    expect(await gantry('build', '--lock')).toMatchObject({code: 0});
    await stack.write({'settings.yaml': MAP, 'stack.yaml': sources({manifests: 'settings.yaml'})});
    expect(await gantry('build', '--lock', '-w', 'other')).toMatchObject({code: 0});
    expect(await lockOf(stack)).toContain(NAME);
  });

  it('gantry chart lock empties the lock file of a stack that has no fetched source any more', async () => {
    const {stack, gantry, sources, git} = await scene();
    await stack.write({
      'stack.yaml': sources(git),
      'workspaces/test.yaml': {name: 'test', context: {cluster: 'sandbox'}},
    });
    expect(await gantry('chart', 'lock')).toMatchObject({code: 0});
    await stack.write({'settings.yaml': MAP, 'stack.yaml': sources({manifests: 'settings.yaml'})});
    expect(problemsIn((await gantry('build', '--lock')).stderr)).toHaveLength(1);
    expect(await gantry('chart', 'lock')).toMatchObject({code: 0});
    expect(await gantry('build', '--lock')).toMatchObject({code: 0});
    expect((await gantry('chart', 'lock')).code).toBe(3);
  });

  it('a source that stack.yaml pins itself needs no lock, and a stack without fetched sources no file', async () => {
    const {stack, gantry, sources, manifests} = await scene();
    const commit = manifests.git('rev-parse', 'main');
    await stack.write({'stack.yaml': sources({git: {url: manifests.url, ref: 'v1', commit}})});
    expect(await gantry('build', '--lock')).toMatchObject({code: 0});
    await stack.write({'settings.yaml': MAP, 'stack.yaml': sources({manifests: 'settings.yaml'})});
    expect(await gantry('build', '--lock')).toMatchObject({code: 0});
    await expect(lockOf(stack)).rejects.toThrow('ENOENT');
  });

  it('a stale lock is refused for several stacks and for an explanation, too', async () => {
    const {gantry} = await scene();
    const all = await gantry('build', '--lock', '--all', '-o', 'json');
    expect(all.code).toBe(3);
    expect(all.stdout).toContain('source/lock-stale');
    const explained = await gantry('build', '--lock', '--explain', 'v1:ConfigMap:shop:settings#data.LEVEL');
    expect(explained.code).toBe(3);
    expect(problemsIn(explained.stderr)).toHaveLength(4);
  });

  it('a damaged lock file is an error of that file', async () => {
    const {stack, gantry} = await scene();
    await stack.write({'charts.lock.yaml': 'formatVersion: 1\nchart: []\n'});
    const {code, stderr} = await gantry('build', '--lock');
    expect(code).toBe(3);
    expect(stderr).toMatch(/charts\.lock\.yaml:2:1: error: unknown field `chart`/);
  });
});

onCluster('GANTRY_LOCK', (cluster) => {
  it('a preview and an apply accept only what is locked, and a moved tag changes nothing', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const {stack, options, sources, git, app, manifests} = await scene(
      {kubeconfig_path: cluster.kubeconfigPath},
      namespace,
    );
    await stack.write({'stack.yaml': sources(git, app)});
    const run = (...args: readonly string[]) => stack.gantry(args, {env: {...options.env, GANTRY_LOCK: '1'}});
    for (const args of [['preview'], ['apply', '--yes']]) {
      const refused = await run(...args);
      expect(refused.code).toBe(3);
      expect(problemsIn(refused.stderr)).toHaveLength(3);
    }
    expect(await run('chart', 'lock')).toMatchObject({code: 0});
    manifests.git('tag', '--force', 'v1', manifests.commit({'settings.yaml': MAP.replace('info', 'debug')}));
    expect(await run('apply', '--yes')).toMatchObject({code: 0});
    const live = (name: string) => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name});
    expect(await live('settings')).toMatchObject({data: {LEVEL: 'info'}});
    expect(await live('web-settings')).toMatchObject({data: {version: '1.0.0'}});
    expect((await run('preview', '--exit-code')).code).toBe(0);
  });
});
