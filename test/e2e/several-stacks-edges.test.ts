import {writeFileSync} from 'node:fs';
import {mkdir, readFile, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {execa} from 'execa';
import {expect, it} from 'vitest';
import {configMap, deployment, failing, namespaceObject, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {filesOf, makeProject, type ProjectStack} from '../rig/project.ts';
import type {Stack} from '../rig/stack.ts';
import {filesBelow} from './support/refusal.ts';

type Answer = {
  readonly stacks: readonly {
    readonly project: string;
    readonly stack: string;
    readonly outcome: string;
    readonly exitCode: number;
    readonly because?: string;
    readonly error?: {readonly code: string; readonly message: string};
  }[];
  readonly diagnostics: readonly {readonly code: string; readonly message: string}[];
  readonly exitCode: number;
};

onCluster('several stacks with exceptions', (cluster) => {
  const {kubeconfigPath} = cluster;
  const stack = (name: string, dependsOn: readonly string[] = [], data = {from: name}): ProjectStack => ({
    head: {dependsOn},
    manifests: {[name]: configMap(name, data)},
  });
  const outcomes = ({stacks}: Answer) => stacks.map((one) => [one.stack, one.outcome, one.exitCode]);
  const dataOf = async (namespace: string, name: string) =>
    (await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name}))?.['data'];

  async function project(stacks: Readonly<Record<string, ProjectStack>>) {
    const namespace = cluster.freshNamespace();
    const made = await makeProject({kubeconfigPath, namespace, stacks});
    return {made, namespace, write: (name: string, one: ProjectStack) => made.write(filesOf(name, one, namespace))};
  }

  const answer = async (made: Stack, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const ran = await made.json<Answer>(args, {env});
    return {...ran, ...ran.document};
  };

  it('a stack that changes between the plan and the confirmation is not applied, nor are its dependants', async () => {
    const {made, namespace} = await project({
      alone: stack('alone'),
      base: stack('base'),
      web: stack('web', ['base']),
    });
    const edit = join(made.dir, 'base/manifests/base.yaml');
    const ran = await made.gantry(['apply', '--all', '-o', 'json'], {
      typed: 'y\n',
      // Somebody writes while the question stands.
      onStderr: (text) => {
        if (text.includes('[y/N]')) writeFileSync(edit, JSON.stringify(configMap('base', {from: 'somebody'})));
      },
    });
    expect(ran.code, ran.stderr).toBe(5);
    const document = JSON.parse(ran.stdout) as Answer;
    expect(outcomes(document)).toEqual([
      ['alone', 'applied', 0],
      ['base', 'failed', 5],
      ['web', 'skipped', 1],
    ]);
    expect(document.stacks[1]?.error).toMatchObject({code: 'plan/stale'});
    expect(JSON.stringify(document.stacks[1]?.error)).toContain(`v1:ConfigMap:${namespace}:base`);
    expect([await dataOf(namespace, 'base'), await dataOf(namespace, 'web')]).toEqual([undefined, undefined]);
  });

  it('a suspended workspace is found before the confirmation, and stops only the dependants of its stack', async () => {
    const {made, namespace, write} = await project({
      a: stack('a'),
      b: stack('b', ['a']),
      c: stack('c', ['b']),
      d: stack('d'),
    });
    await made.write({
      'workspaces/frozen.yaml': {name: 'frozen', suspended: true, context: {kubeconfig_path: kubeconfigPath}},
    });
    await write('b', {...stack('b', ['a']), head: {dependsOn: ['a'], workspace: 'frozen'}});
    const looked = await answer(made, ['preview', '--all']);
    expect(looked.code, looked.stdout).toBe(0);
    const no = await made.gantry(['apply', '--all'], {typed: 'n\n'});
    expect(no.stderr.slice(0, no.stderr.indexOf('[y/N]'))).toMatch(/The workspace "frozen" is suspended/);
    expect(no.stderr).toContain('Apply 3 changes of 2 stacks');
    const ran = await answer(made, ['apply', '--all', '--yes']);
    expect(ran.code, ran.stdout).toBe(5);
    expect(outcomes(ran)).toEqual([
      ['a', 'applied', 0],
      ['b', 'failed', 5],
      ['c', 'skipped', 1],
      ['d', 'applied', 0],
    ]);
    expect(ran.stacks[1]?.error).toMatchObject({code: 'workspace/suspended'});
    expect(await dataOf(namespace, 'c')).toBeUndefined();
    // What is saved for later is refused when it is applied: until then the workspace may be let go on.
    const saved = await made.gantry(['preview', '--all', '--save', 'plans/']);
    expect(saved, saved.stderr).toMatchObject({code: 0});
    expect(await answer(made, ['apply', 'plans/'])).toMatchObject({code: 5});
  });

  it('build prints the manifests of all stacks or none, because a part would look complete', async () => {
    const {made} = await project({api: stack('api'), web: stack('web')});
    const whole = await made.gantry(['build', '--all']);
    expect(whole.code, whole.stderr).toBe(0);
    expect(whole.stdout).toMatch(/name: api\n[^]*name: web\n/);
    expect(whole.stderr).toContain('2 stacks: 2 built.');
    await made.write({'web/manifests/web.yaml': 'kind: ['});
    const part = await made.gantry(['build', '--all']);
    expect(part).toMatchObject({code: 3, stdout: ''});
    expect(part.stderr).toMatch(/web\/manifests\/web\.yaml:1:[^]*2 stacks: 1 built, 1 failed\./);
    const quiet = await made.gantry(['build', '--all', '-q']);
    expect(quiet.stderr).toContain('web/manifests/web.yaml:1:');
    expect(quiet.stderr).not.toContain('2 stacks');
  });

  it('an image and a permission of one stack apply to it in the same run, and in saved plans', async () => {
    const web = {manifests: {web: deployment('web', {replicas: 0, image: 'nginx:1.27'})}};
    const {made, namespace} = await project({base: stack('base'), web});
    await cluster.create(namespaceObject(namespace));
    await cluster.create({...configMap('base', {from: 'nobody'}), metadata: {name: 'base', namespace}});
    const imageOf = async () => {
      const live = await cluster.get({apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'});
      return JSON.stringify(live?.['spec']).match(/nginx:[\d.]+/)?.[0];
    };
    const id = `v1:ConfigMap:${namespace}:base`;
    const flags = ['--image', 'nginx=nginx:1.28', '--adopt', id, '--force-conflicts', id];
    const saved = await made.gantry(['preview', '--all', ...flags, '--save', 'plans/']);
    expect(saved, saved.stderr + saved.stdout).toMatchObject({code: 0});
    const ran = await answer(made, ['apply', 'plans/']);
    expect(ran.code, ran.stdout).toBe(0);
    expect([await imageOf(), await dataOf(namespace, 'base')]).toEqual(['nginx:1.28', {from: 'base'}]);
    const again = await answer(made, ['apply', '--all', '--yes', '--image', 'nginx=nginx:1.29']);
    expect(outcomes(again), again.stdout).toEqual([
      ['base', 'unchanged', 0],
      ['web', 'applied', 0],
    ]);
    expect(await imageOf()).toBe('nginx:1.29');
  });

  it('two projects with two backends keep their own releases, and take values from each other', async () => {
    const [state, namespace] = [cluster.freshNamespace('state'), cluster.freshNamespace()];
    await cluster.create(namespaceObject(state));
    const made = await makeProject({kubeconfigPath, namespace, stacks: {}});
    await rm(join(made.dir, 'project.yaml'));
    const projects = {
      data: {name: 'data', backend: `kubernetes://${state}?workspace=test`},
      shop: {name: 'shop'},
    };
    const db = {manifests: {db: service('db'), size: configMap('size', {size: '3'})}};
    const ref = (id: string, path: string) => `\${ref:stack:data/db#${id}#${path}}`;
    const web = {
      manifests: {
        web: configMap('web', {
          size: ref(`v1:ConfigMap:${namespace}:size`, 'data.size'),
          address: ref(`v1:Service:${namespace}:db`, 'spec.clusterIP'),
        }),
      },
    };
    for (const [name, content] of Object.entries(projects))
      await made.write({
        [`${name}/project.yaml`]: content,
        [`${name}/workspaces/test.yaml`]: {name: 'test', context: {kubeconfig_path: kubeconfigPath}},
      });
    await made.write(filesOf('data/db', {...db, head: {name: 'db'}}, namespace));
    await made.write(filesOf('shop/web', {...web, head: {name: 'web', dependsOn: ['data/db']}}, namespace));

    const ran = await answer(made, ['apply', '--all', '--yes']);
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    expect(outcomes(ran)).toEqual([
      ['db', 'applied', 0],
      ['web', 'applied', 0],
    ]);
    const live = await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'db'});
    const {clusterIP = ''} = (live?.['spec'] ?? {}) as Record<string, string>;
    expect(await dataOf(namespace, 'web')).toEqual({size: '3', address: clusterIP});
    // The local backend has only those of the project that names none.
    const index = (await filesBelow(join(made.home, '.gantry', 'index'))).map((file) => file.split('/').slice(-3));
    expect(index).toEqual([['shop', 'web', 'test.json']]);
    // Alone, the value comes from the release in the other backend.
    const alone = await made.gantry(['preview', '-s', 'shop/web', '--exit-code']);
    expect(alone, alone.stderr + alone.stdout).toMatchObject({code: 0});
    const gone = await answer(made, ['destroy', '-s', 'data/db', '--yes', '--allow-delete', 'all']);
    expect(gone.code, gone.stdout + gone.stderr).toBe(0);
    const lost = await made.gantry(['preview', '-s', 'shop/web']);
    expect(lost.code, lost.stdout).toBe(3);
    expect(lost.stderr).toMatch(/data\/db .*test/);
    expect(lost.stderr).toContain(`namespace ${state}`);
  });

  it('a value of a failed stack is that of its last good release, and a destroyed stack has none', async () => {
    const {made, namespace, write} = await project({
      base: stack('base', [], {from: 'good'}),
      web: {
        manifests: {web: configMap('web', {x: '${ref:stack:base#v1:ConfigMap:NS:base#data.from}'})},
      },
    });
    const web = join(made.dir, 'web/manifests/web.yaml');
    writeFileSync(web, (await readFile(web, 'utf8')).replaceAll('NS', namespace));
    expect(await made.gantry(['apply', '--all', '--yes'])).toMatchObject({code: 0});
    // The run changes the value, and then fails at something else.
    await write('base', {
      manifests: {
        base: configMap('base', {from: 'bad'}),
        other: deployment('other', {annotations: failing('never-ready')}),
      },
    });
    const failed = await made.gantry(['apply', '-s', 'base', '--yes', '--timeout', '2s']);
    expect(failed.code, failed.stderr).toBe(6);
    expect(await dataOf(namespace, 'base')).toEqual({from: 'bad'});
    expect(await made.gantry(['preview', '-s', 'web', '--exit-code'])).toMatchObject({code: 0});
    const gone = await made.gantry(['destroy', '-s', 'base', '--yes', '--allow-delete', 'all']);
    expect(gone, gone.stderr).toMatchObject({code: 0});
    const lost = await made.gantry(['preview', '-s', 'web']);
    expect(lost.code).toBe(3);
    expect(lost.stderr).toMatch(/shop\/base was destroyed in test/);
  });
});

onCluster('gantry --changed-since', (cluster) => {
  const me = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'init.defaultBranch=main'];
  const stack = (name: string): ProjectStack => ({manifests: {[name]: configMap(name, {from: name})}});

  async function repository() {
    const namespace = cluster.freshNamespace();
    const stacks = {base: stack('base'), web: stack('web')};
    const made = await makeProject({kubeconfigPath: cluster.kubeconfigPath, namespace, stacks});
    const git = async (...args: readonly string[]) => (await execa('git', [...me, ...args], {cwd: made.dir})).stdout;
    const commit = async (message: string) => {
      await git('add', '-A');
      await git('commit', '-qm', message);
    };
    await git('init', '-q', '-b', 'main');
    await commit('first');
    await git('checkout', '-qb', 'work');
    const changed = async (...args: readonly string[]) => {
      const ran = await made.json<Answer>(['build', '--changed-since', 'main', ...args]);
      expect(ran.code, ran.stdout + ran.stderr).toBe(0);
      return ran.document;
    };
    return {made, git, commit, changed, namespace};
  }

  it('a moved stack has changed and nothing is gone, and a renamed stack is reported as gone', async () => {
    const {made, commit, changed, git} = await repository();
    await mkdir(join(made.dir, 'apps'));
    await rename(join(made.dir, 'web'), join(made.dir, 'apps/site'));
    await commit('moved');
    const moved = await changed();
    expect(moved.stacks.map((one) => one.stack)).toEqual(['web']);
    expect(moved.diagnostics).toEqual([]);
    await git('mv', 'base', 'ground');
    const file = join(made.dir, 'ground/stack.yaml');
    writeFileSync(file, (await readFile(file, 'utf8')).replace('"base"', '"ground"'));
    await commit('renamed');
    const renamed = await changed();
    expect(renamed.stacks.map((one) => one.stack)).toEqual(['ground', 'web']);
    expect(renamed.diagnostics).toMatchObject([
      {code: 'stack/deleted', message: expect.stringContaining('the stack shop/base (base) was deleted since main')},
    ]);
  });

  it('a failing git (shallow clone, no repository, no git, no commit) is an error, and never "nothing changed"', async () => {
    const {made, git, commit} = await repository();
    await made.write({'web/manifests/more.yaml': configMap('more', {})});
    await commit('second');
    await made.write({'web/manifests/more.yaml': configMap('more', {a: '1'})});
    await commit('third');
    const told = async (dir: string, ref: string, env: Readonly<Record<string, string>> = {}) => {
      const ran = await made.gantry(['build', '--changed-since', ref], {cwd: dir, env});
      expect(ran, ran.stdout).toMatchObject({code: 3, stdout: ''});
      return ran.stderr;
    };
    const url = `file://${made.dir}`;
    const clone = async (name: string, ...args: readonly string[]) => {
      const to = join(made.home, name);
      await git('clone', '-q', '--depth', '1', ...args, url, to);
      return to;
    };
    const shallow = await clone('shallow');
    expect(await told(shallow, 'main')).toContain(
      'the revision main does not exist in this clone (a shallow clone has few',
    );
    // Both tips are there, and not where they parted.
    const both = await clone('both', '--no-single-branch');
    expect(await told(both, 'origin/main')).toContain('have no common commit (a shallow clone has few');
    await execa('git', ['fetch', '-q', '--unshallow'], {cwd: both});
    const whole = await made.json<Answer>(['build', '--changed-since', 'origin/main'], {cwd: both});
    expect(whole.document.stacks.map((one) => one.stack)).toEqual(['web']);

    expect(await told(made.dir, 'main', {PATH: '/nowhere'})).toContain('git is not installed');
    await rm(join(made.dir, '.git'), {recursive: true});
    expect(await told(made.dir, 'main', {GIT_CEILING_DIRECTORIES: made.home})).toContain('not a git repository');
    await git('init', '-q', '-b', 'main');
    expect(await told(made.dir, 'main')).toContain('the revision main does not exist');
    expect(await told(made.dir, '--upload-pack=x')).toContain('is not a git revision');
  });
});
