import {readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {pendingChanges} from '../rig/changes.ts';
import {gitRepository} from '../rig/git-repository.ts';
import {moduleText, type NpmRegistry, npmRegistry} from '../rig/npm-registry.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const APPLICATION = `web:
  workload: {service: {containers: {web: {image: "nginx:1.28"}}, replicas: 0}}
  accessories:
    settings: {text: hello}
`;
const NAME = '@acme/settings';

const publish = (registry: NpmRegistry, version: string, more?: object) =>
  registry.publish({
    name: NAME,
    version,
    files: {'index.js': moduleText('settings', version)},
    ...(more && {more: {...more}}),
  });

onCluster('published modules', (cluster) => {
  async function scene(settings: object, {trust = ['settings'], more = {}}: {trust?: string[]; more?: object} = {}) {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const workspace = (name: string, module: object) => ({
      name,
      context: {kubeconfig_path: cluster.kubeconfigPath},
      modules: {settings: module},
      trust: {modules: trust},
      ...more,
    });
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'shop', workspace: 'test', namespace},
        'gantry.app.yaml': APPLICATION,
        'workspaces/test.yaml': workspace('test', settings),
      },
    });
    const live = async () => {
      const object = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'web-settings'});
      return (object as {data?: {version?: string}} | undefined)?.data?.version;
    };
    const env = {GIT_ALLOW_PROTOCOL: 'file', HOME: stack.home};
    const gantry = (args: readonly string[]) => stack.gantry(args, {env});
    const ok = async (...args: readonly string[]) => {
      const ran = await gantry(args);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      return ran;
    };
    const lock = () => readFile(join(stack.dir, 'charts.lock.yaml'), 'utf8');
    return {stack, gantry, ok, live, lock, workspace, env};
  }

  it('a package is locked, allowed and applied, and then needs no server', async () => {
    const registry = await npmRegistry();
    publish(registry, '1.2.0');
    publish(registry, '2.0.0');
    const {stack, gantry, ok, live, lock, workspace} = await scene({
      npm: NAME,
      version: '^1',
      registry: registry.address,
    });
    const refused = await gantry(['build']);
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain(`runs the module settings of the npm package ${NAME} ^1 from ${registry.address}`);
    await stack.allow();
    const unlocked = await gantry(['build']);
    expect(unlocked.code).toBe(3);
    expect(unlocked.stderr).toContain('is not locked: charts.lock.yaml has no digest of it');
    expect(unlocked.stderr).toContain('Run "gantry chart lock"');
    expect(registry.requests).toEqual([]);
    expect((await ok('chart', 'lock')).stdout).toMatch(/@acme\/settings +1\.2\.0 +sha512-/);
    expect(await lock()).toMatch(
      /npm: ['"]@acme\/settings['"]\n[^]*wanted: \^1\n\s+version: 1\.2\.0\n\s+integrity: sha512-/,
    );
    await ok('apply', '--yes');
    expect(await live()).toBe('1.2.0');
    expect((await ok('module', 'list')).stdout).toMatch(/settings +1\.2\.0 +.*the npm package @acme\/settings \^1/);
    expect((await ok('module', 'show', 'settings')).stdout).toContain(`the npm package ${NAME} ^1`);
    publish(registry, '1.3.0');
    await registry.close();
    expect(await pendingChanges(stack)).toEqual([]);
    // Gantry requests neither the metadata nor the files again.
    await stack.write({'gantry.app.yaml': APPLICATION.replace('hello', 'again')});
    expect((await ok('build')).stdout).toContain('text: again');
    await stack.write({
      'workspaces/test.yaml': workspace('test', {npm: NAME, version: '^2', registry: registry.address}),
    });
    await stack.allow();
    const stale = await gantry(['build']);
    expect(stale.code).toBe(3);
    expect(stale.stderr).toMatch(
      /the lock of module settings \(.*\) no longer applies: charts\.lock\.yaml has 1\.2\.0/,
    );
  });

  it('a lock moves only with --upgrade, and another archive under the same version is refused', async () => {
    const registry = await npmRegistry();
    publish(registry, '1.2.0');
    const {stack, gantry, ok, lock, env} = await scene({npm: NAME, version: '^1', registry: registry.address});
    await stack.allow();
    await ok('chart', 'lock');
    const first = await lock();
    publish(registry, '1.3.0');
    expect((await ok('chart', 'lock')).stdout).toContain('is up to date');
    expect(await lock()).toBe(first);
    publish(registry, '1.2.0', {description: 'changed'});
    const other = {env: {...env, GANTRY_HOME: join(stack.dir, '..', 'other')}};
    await stack.allow('test', other);
    const changed = await stack.gantry(['build'], other);
    expect(changed.code).toBe(3);
    expect(changed.stderr).toMatch(
      /the registry has another archive now: sha512-.*, but charts\.lock\.yaml has sha512-/,
    );
    expect((await gantry(['chart', 'lock', '--upgrade'])).stdout).toContain('1.3.0');
  });

  it('a directory of a git repository is locked to a commit, and other files in the cache are refused until they are deleted', async () => {
    const repository = await gitRepository();
    const commit = repository.commit({
      'modules/settings/module.ts': moduleText('settings', '1.0.0'),
      'x/broken.ts': '{',
    });
    repository.git('tag', 'v1', commit);
    const git = {url: repository.url, ref: 'v1', path: 'modules/settings'};
    const {stack, gantry, ok, live, lock} = await scene({git});
    await stack.allow();
    await ok('chart', 'lock');
    expect(await lock()).toContain(`pin: ${commit}`);
    await ok('apply', '--yes');
    expect(await live()).toBe('1.0.0');
    const moved = repository.commit({'modules/settings/module.ts': moduleText('settings', '2.0.0')});
    repository.git('tag', '--force', 'v1', moved);
    expect((await ok('build')).stdout).toContain('version: 1.0.0');
    const locked = await lock();
    await stack.write({'charts.lock.yaml': locked.replace(/files: sha512-..../, 'files: sha512-AAAA')});
    const other = await gantry(['build']);
    expect(other.code).toBe(3);
    expect(other.stderr).toMatch(/its files have the digest sha512-.*, but charts\.lock\.yaml has sha512-AAAA/);
    await stack.write({'charts.lock.yaml': locked});
    await ok('build');
    const cache = await readdir(join(stack.home, '.gantry/cache'), {recursive: true, withFileTypes: true});
    const files = cache.filter(({name}) => name === 'module.ts').map((one) => join(one.parentPath, one.name));
    expect(files).toHaveLength(1);
    for (const file of files) await writeFile(file, moduleText('settings', '6.6.6'));
    const edited = await gantry(['build']);
    expect(edited.code).toBe(3);
    expect(edited.stderr).toMatch(/its files have the digest sha512-/);
    const [, kept = ''] = /Something changed the files in the cache.* Delete (.*), and run/.exec(edited.stderr) ?? [];
    expect(kept).toContain(join(stack.home, '.gantry/cache/'));
    await rm(kept, {recursive: true});
    expect((await ok('build')).stdout).toContain('version: 1.0.0');
  });

  it('a module that the workspace does not trust is not fetched, and the hint shows the lines to add', async () => {
    const registry = await npmRegistry();
    publish(registry, '1.0.0');
    const {gantry} = await scene({npm: NAME, version: '1.0.0', registry: registry.address}, {trust: []});
    const refused = await gantry(['build']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(
      'is a program from outside of the project, and the workspace test does not trust it',
    );
    expect(refused.stderr).toContain('trust: {modules: [settings]}');
    expect(registry.requests).toEqual([]);
  });

  it('the token of a private registry comes from the secret store, and is in no output and no file', async () => {
    const token = 'npm-t0ken-hunter2';
    const registry = await npmRegistry({token});
    publish(registry, '1.2.0');
    const more = {
      secretStore: {provider: {env: {}}},
      charts: {credentials: {[registry.address]: {password: 'ref://NPM_TOKEN_OF_TEAM'}}},
    };
    const {stack, env} = await scene({npm: NAME, version: '^1', registry: registry.address}, {more});
    await stack.allow();
    const options = {env: {...env, NPM_TOKEN_OF_TEAM: token}};
    const locked = await stack.gantry(['chart', 'lock'], options);
    expect(locked, locked.stderr).toMatchObject({code: 0});
    const built = await stack.gantry(['build'], options);
    const wrong = await stack.gantry(['chart', 'lock', '--upgrade'], {env: {...env, NPM_TOKEN_OF_TEAM: `${token}-2`}});
    expect(wrong.code).toBe(3);
    expect(wrong.stderr).toContain('refused the login (401)');
    const printed = [locked, built, wrong].map(({stdout, stderr}) => stdout + stderr).join('');
    expect(printed).not.toContain('hunter2');
    const top = join(stack.dir, '..');
    const files = (await readdir(top, {recursive: true, withFileTypes: true})).filter((one) => one.isFile());
    const texts = await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'latin1')));
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.filter((text) => text.includes('hunter2'))).toEqual([]);
  });

  it('a promotion uses the version of the first workspace, and a note shows the version in the lock file', async () => {
    const registry = await npmRegistry();
    publish(registry, '1.2.0');
    const {stack, ok, live, lock, workspace} = await scene({npm: NAME, version: '^1', registry: registry.address});
    const production = cluster.freshNamespace();
    await cluster.create(namespaceObject(production));
    const {namespace} = JSON.parse(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')) as {namespace: string};
    const prod = workspace('prod', {npm: NAME, version: '>=1.0 <2', registry: registry.address});
    await stack.write({
      'stack.yaml': {name: 'shop', namespace: '${context:namespace}'},
      'workspaces/test.yaml': within(
        workspace('test', {npm: NAME, version: '^1', registry: registry.address}),
        namespace,
      ),
      'workspaces/prod.yaml': within(prod, production),
    });
    await stack.allow('test');
    await stack.allow('prod');
    await ok('chart', 'lock', '-w', 'prod');
    publish(registry, '1.3.0');
    await ok('chart', 'lock', '--upgrade', '-w', 'test');
    expect((await lock()).match(/version: .*/g)).toEqual(['version: 1.2.0', 'version: 1.3.0']);
    await ok('apply', '--yes', '-w', 'test');
    expect(await live()).toBe('1.3.0');
    const promoted = await ok('promote', '--from', 'test', '--to', 'prod', '--yes');
    expect(promoted.stderr).toContain(
      'charts.lock.yaml has another version of the module settings than the promoted 1.3.0',
    );
    const object = await cluster.get({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: production,
      name: 'web-settings',
    });
    expect(object).toMatchObject({data: {version: '1.3.0'}});
    await stack.write({
      'workspaces/prod.yaml': within(
        {...prod, modules: {settings: {npm: NAME, version: '~1.2', registry: registry.address}}},
        production,
      ),
    });
    await stack.allow('prod');
    await ok('chart', 'lock', '-w', 'prod');
    const own = await ok('promote', '--from', 'test', '--to', 'prod', '--dry-run');
    expect(own.stderr).toContain(
      'prod keeps its own version of the module settings: test has 1.3.0, and prod wants ~1.2',
    );
  });
});

const within = <T extends {context: object}>(workspace: T, namespace: string): T => ({
  ...workspace,
  context: {...workspace.context, namespace},
});
