import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {ModuleImpactOutput} from '../../src/ui/output/module-output.ts';
import {gitRepository} from '../rig/git-repository.ts';
import {moduleText, npmRegistry} from '../rig/npm-registry.ts';
import {makeStack} from '../rig/stack.ts';

const NAME = '@acme/settings';
const application = (name: string): string =>
  `${name}:\n  workload: {service: {containers: {web: {image: "nginx:1.28"}}}}\n  accessories: {settings: {text: hello}}\n`;

/** Two stacks that use a published module, and one without it. */
async function scene(module: object, {trust = ['settings']}: {readonly trust?: readonly string[]} = {}) {
  const workspace = (name: string, settings: object) => ({
    name,
    context: {cluster: 'sandbox'},
    modules: {settings},
    trust: {modules: trust},
  });
  const stack = await makeStack({
    files: {
      'project.yaml': {name: 'shop'},
      'stack.yaml': {name: 'web', namespace: 'default'},
      'gantry.app.yaml': application('web'),
      'api/stack.yaml': {name: 'api', namespace: 'default'},
      'api/gantry.app.yaml': application('api'),
      'jobs/stack.yaml': {name: 'jobs', namespace: 'default'},
      'jobs/gantry.app.yaml': 'jobs: {workload: {service: {containers: {web: {image: "nginx:1.28"}}}}}\n',
      'workspaces/test.yaml': workspace('test', module),
    },
  });
  if (trust.length > 0) await stack.allow();
  const gantry = (...args: readonly string[]) =>
    stack.gantry(args, {env: {GIT_ALLOW_PROTOCOL: 'file', HOME: stack.home}});
  const lock = async () => {
    for (const one of ['web', 'api']) {
      const ran = await gantry('chart', 'lock', '-w', 'test', '-s', one);
      expect(ran, ran.stderr).toMatchObject({code: 0});
    }
  };
  const locks = () =>
    Promise.all(['', 'api'].map((folder) => readFile(join(stack.dir, folder, 'charts.lock.yaml'), 'utf8')));
  const impact = (change: string, ...more: readonly string[]) =>
    gantry('module', 'impact', change, '--all', '-w', 'test', ...more);
  return {stack, gantry, lock, locks, impact, workspace};
}

async function registryWith(...versions: readonly string[]) {
  const registry = await npmRegistry();
  const publish = (version: string) =>
    registry.publish({name: NAME, version, files: {'index.js': moduleText('settings', version)}});
  versions.forEach(publish);
  return {registry, publish, place: {npm: NAME, version: '^1', registry: registry.address}};
}

it('the newest version in a range is fetched once, all stacks show its folded difference, and the lock files stay', async () => {
  const {registry, publish, place} = await registryWith('1.0.0');
  const {lock, locks, impact, gantry} = await scene(place);
  await lock();
  const before = await locks();
  publish('1.5.0');
  publish('2.0.0');
  publish('2.3.0');
  registry.requests.length = 0;
  const {code, stdout} = await impact('settings@^2', '--exit-code');
  expect(code).toBe(2);
  expect(stdout).toMatch(/^Module settings 2\.3\.0 \(\^2\)\n/);
  expect(stdout).toContain('~ update   2 objects with the same change:\n');
  expect(stdout).toMatch(/data\.version: "1\.0\.0" → "2\.3\.0"/);
  expect(stdout).toMatch(/\n3 stacks: 2 changed, 1 without the module\.\n$/);
  expect(registry.requests).toHaveLength(2);
  expect(await locks()).toEqual(before);
  const document = ModuleImpactOutput.parse(JSON.parse((await impact('settings@2.0.0', '-o', 'json')).stdout));
  expect(document).toMatchObject({name: 'settings', version: '2.0.0', wanted: '2.0.0', among: 3});
  expect(document.folder).toBeUndefined();
  expect(document.stacks.map(({stack}) => stack)).toEqual(['api', 'web']);
  // A range that contains the locked version means its newest version, too.
  expect((await impact('settings@^1')).stdout).toMatch(/^Module settings 1\.5\.0 \(\^1\)\n/);
  expect((await gantry('build', '-w', 'test', '-s', 'web')).stdout).toContain('version: 1.0.0');
});

it('a tag of a git repository is built in place of the ref and the commit of the workspace', async () => {
  const repository = await gitRepository();
  const commit = (version: string) => repository.commit({'cache/module.ts': moduleText('settings', version)});
  const first = commit('1.0.0');
  repository.git('tag', 'v1.0.0', first);
  const next = commit('2.0.0');
  repository.git('tag', 'v2.0.0', next);
  const {lock, impact} = await scene({git: {url: repository.url, ref: 'v1.0.0', commit: first, path: 'cache'}});
  await lock();
  const {code, stdout} = await impact('settings@v2.0.0');
  expect(code).toBe(0);
  expect(stdout).toContain(`Module settings ${next.slice(0, 12)} (v2.0.0)\n`);
  expect(stdout).toMatch(/data\.version: "1\.0\.0" → "2\.0\.0"/);
  const same = await impact(`settings@${first}`, '--exit-code');
  expect(same).toMatchObject({code: 0, stdout: expect.stringContaining('No difference: shop/api/test, shop/web/test')});
  const unknown = await impact('settings@v2.0.1');
  expect(unknown).toMatchObject({code: 3, stdout: ''});
  expect(unknown.stderr).toContain('the repository has no branch and no tag v2.0.1');
  expect(unknown.stderr).toContain('Did you mean v2.0.0? It has v2.0.0, v1.0.0 and others.');
});

it('a folder is compared with a published module', async () => {
  const {place} = await registryWith('1.0.0');
  const {stack, lock, impact} = await scene(place);
  await lock();
  await stack.write({'next/module.ts': moduleText('settings', '1.1.0')});
  const {code, stdout} = await impact('settings=./next');
  expect(code).toBe(0);
  expect(stdout).toMatch(/data\.version: "1\.0\.0" → "1\.1\.0"/);
});

it('an unknown version, a tag of npm and a server that does not answer are errors of the command', async () => {
  const {registry, place} = await registryWith('1.0.0', '1.1.0');
  const {lock, impact} = await scene(place);
  await lock();
  const unknown = await impact('settings@1.1.1');
  expect(unknown).toMatchObject({code: 3, stdout: ''});
  expect(unknown.stderr).toMatch(/workspaces\/test\.yaml:\d+:\d+: error: module settings .*it has no version 1\.1\.1/);
  expect(unknown.stderr).toContain('Did you mean 1.1.0? Its newest versions are 1.1.0, 1.0.0.');
  expect((await impact('settings@latest')).stderr).toContain('latest is neither a version nor a range of versions');
  await registry.close();
  const down = await impact('settings@^1');
  expect(down).toMatchObject({code: 3, stdout: ''});
  expect(down.stderr).toContain('connection refused');
});

it('a module that is not trusted or not allowed is not fetched', async () => {
  const {registry, place} = await registryWith('1.0.0');
  const {impact} = await scene(place, {trust: []});
  const untrusted = await impact('settings@^1');
  expect(untrusted.code).toBe(3);
  expect(untrusted.stdout).toContain('the workspace test does not trust it');
  expect(untrusted.stdout).toContain('trust: {modules: [settings]}');
  const other = await scene(place);
  await other.lock();
  registry.requests.length = 0;
  await other.stack.write({'workspaces/test.yaml': other.workspace('test', {...place, version: '>=1'})});
  const refused = await other.impact('settings@^1');
  expect(refused.code).toBe(5);
  expect(refused.stdout).toContain('gantry workspace allow test');
  expect(registry.requests).toEqual([]);
});

it('a module in a folder and a misspelt name have a hint', async () => {
  const {stack, impact} = await scene({path: '../modules/settings'}, {trust: []});
  await stack.write({'modules/settings/module.ts': moduleText('settings', '1.0.0')});
  const folder = await impact('settings@^1');
  expect(folder.code).toBe(3);
  expect(folder.stdout).toContain('module settings of the workspace test is a folder, which has no other versions');
  expect(folder.stdout).toContain('settings=FOLDER');
  const misspelt = await impact('setings@^1');
  expect(misspelt).toMatchObject({code: 3, stdout: ''});
  expect(misspelt.stderr).toContain('no selected stack uses module setings');
  expect(misspelt.stderr).toContain('Did you mean `settings`?');
});

it('each workspace has its own registry and version', async () => {
  const [one, two] = [await registryWith('1.0.0', '1.1.0'), await registryWith('1.0.0', '1.9.0')];
  const {stack, gantry, lock, workspace} = await scene({...one.place, version: '1.0.0'});
  await stack.write({'workspaces/prod.yaml': workspace('prod', {...two.place, version: '1.0.0'})});
  await stack.allow('prod');
  await lock();
  for (const name of ['web', 'api']) await gantry('chart', 'lock', '-w', 'prod', '-s', name);
  const {code, stdout} = await gantry('module', 'impact', 'settings@^1', '--all', '-w', 'test', '-w', 'prod');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Module settings (?:1\.1\.0, 1\.9\.0|1\.9\.0, 1\.1\.0) \(\^1\)\n/);
  expect(stdout).toMatch(/\n6 stacks: 4 changed, 2 without the module\.\n$/);
});
