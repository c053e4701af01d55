import {rm} from 'node:fs/promises';
import {describe, expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {type GitRepository, gitRepository} from '../rig/git-repository.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const map = (level: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\ndata:\n  LEVEL: ${level}\n`;

/** Repositories on this machine are allowed only for these tests. */
const options = {env: {GIT_ALLOW_PROTOCOL: 'file'}};

type Plan = {readonly changes: readonly {readonly id: string; readonly action: string}[]};

onCluster('a git repository as a source', (cluster) => {
  async function stackOf(repository: GitRepository, more: string) {
    const namespace = cluster.freshNamespace();
    const source = (settings: string): string =>
      `name: shop\nworkspace: test\nnamespace: ${namespace}\nsources:\n  - git: {url: "${repository.url}"${settings}}\n`;
    const files = {'stack.yaml': source(more)};
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, files});
    const actions = async () => {
      const {document, stderr} = await stack.json<Plan>(['preview'], options);
      return {actions: document.changes.map(({action}) => action), stderr};
    };
    const live = () => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'});
    return {stack, namespace, source, actions, live};
  }

  it('the manifests of a tag are applied, and each value names its file and line in the commit', async () => {
    const repository = await gitRepository();
    const commit = repository.commit({'deploy/settings.yaml': map('info'), 'other/broken.yaml': '{'});
    repository.git('tag', 'v1.0.0', commit);
    const {stack, namespace, actions, live} = await stackOf(repository, ', ref: v1.0.0, path: deploy');
    expect(await stack.gantry(['apply', '--yes'], options)).toMatchObject({code: 0});
    expect(await live()).toMatchObject({data: {LEVEL: 'info'}});
    expect((await actions()).actions).toEqual(['unchanged']);
    const field = `v1:ConfigMap:${namespace}:settings#data.LEVEL`;
    const {document} = await stack.json<ValueExplanation>(['build', '--explain', field], options);
    expect(document.layers.at(-1)?.at).toMatchObject({
      file: `${repository.directory.replace(/\.git$/, '')}@${commit.slice(0, 12)}/deploy/settings.yaml`,
      line: 6,
    });
  });

  it('a moved branch is a change, and a note names the commit that pins it', async () => {
    const repository = await gitRepository();
    const first = repository.commit({'settings.yaml': map('info')});
    const {stack, source, actions, live} = await stackOf(repository, ', ref: main');
    expect(await stack.gantry(['apply', '--yes'], options)).toMatchObject({code: 0});
    repository.commit({'settings.yaml': map('debug')});
    expect(await actions()).toMatchObject({actions: ['update']});
    await stack.write({'stack.yaml': source(`, ref: main, commit: ${first}`)});
    expect((await actions()).actions).toEqual(['unchanged']);
    const {stderr} = await stack.gantry(['preview'], options);
    expect(stderr).not.toContain('can change between two runs');
    // The lock file is for what stack.yaml wants: another ref is not locked.
    const lock = {formatVersion: 1, sources: [{git: repository.url, wanted: 'main', pin: first}]};
    await stack.write({'stack.yaml': source(', ref: main'), 'charts.lock.yaml': lock});
    expect((await actions()).actions).toEqual(['unchanged']);
    await stack.write({'stack.yaml': source(', ref: refs/heads/main')});
    expect((await actions()).actions).toEqual(['update']);
    await stack.remove('charts.lock.yaml');
    await stack.write({'stack.yaml': source(', ref: main')});
    const noted = await stack.gantry(['preview'], options);
    expect(noted.stdout + noted.stderr).toContain('can change between two runs');
    expect(await live()).toMatchObject({data: {LEVEL: 'info'}});
  });

  it('a pinned commit is applied again without the repository', async () => {
    const repository = await gitRepository();
    const commit = repository.commit({'settings.yaml': map('info')});
    const {stack, source, actions} = await stackOf(repository, `, ref: main, commit: ${commit}`);
    expect(await stack.gantry(['apply', '--yes'], options)).toMatchObject({code: 0});
    await rm(repository.directory, {recursive: true});
    expect((await actions()).actions).toEqual(['unchanged']);
    // Another commit is not in the cache.
    await stack.write({'stack.yaml': source(`, commit: ${'0'.repeat(40)}`)});
    expect(await stack.gantry(['preview'], options)).toMatchObject({code: 3});
  });

  it('a saved plan of a branch that has moved is stale', async () => {
    const repository = await gitRepository();
    repository.commit({'settings.yaml': map('info')});
    const {stack, live} = await stackOf(repository, ', ref: main');
    expect(await stack.gantry(['preview', '--save', 'plan.json'], options)).toMatchObject({code: 0});
    repository.commit({'settings.yaml': map('debug')});
    const {code, stderr} = await stack.gantry(['apply', 'plan.json', '--yes'], options);
    expect(code, stderr).toBe(5);
    expect(stderr).toContain('stale');
    expect(await live()).toBeUndefined();
  });

  it('a lock of a branch keeps its commit until it is upgraded', async () => {
    const repository = await gitRepository();
    const first = repository.commit({'settings.yaml': map('info')});
    const {stack, source, actions} = await stackOf(repository, ', ref: main');
    type Locked = {readonly changed: boolean; readonly sources: readonly {readonly pin: string}[]};
    const lock = async (...more: readonly string[]) =>
      (await stack.json<Locked>(['chart', 'lock', ...more], options)).document;
    expect(await lock()).toMatchObject({changed: true, sources: [{git: repository.url, wanted: 'main', pin: first}]});
    expect(await stack.gantry(['apply', '--yes'], options)).toMatchObject({code: 0});
    const second = repository.commit({'settings.yaml': map('debug')});
    expect(await lock()).toMatchObject({changed: false, sources: [{pin: first}]});
    expect((await actions()).actions).toEqual(['unchanged']);
    expect(await lock('--upgrade')).toMatchObject({changed: true, sources: [{pin: second}]});
    expect((await actions()).actions).toEqual(['update']);
    await rm(repository.directory, {recursive: true});
    expect((await actions()).actions).toEqual(['update']);
    // A kept pin needs no server; another ref, and an upgrade, do.
    expect(await lock()).toMatchObject({changed: false, sources: [{pin: second}]});
    expect(await stack.gantry(['chart', 'lock', '--upgrade'], options)).toMatchObject({code: 3});
    await stack.write({'stack.yaml': source(', ref: other')});
    expect(await stack.gantry(['chart', 'lock'], options)).toMatchObject({code: 3});
  });

  describe('a source that cannot be used', () => {
    it.each([
      {
        name: 'a path that is not there',
        files: {'a.yaml': map('a')},
        path: 'deploy',
        why: 'has no file or directory deploy',
      },
      {
        name: 'a link that leads out',
        files: {'deploy/a.yaml': {link: '/etc/passwd'}},
        path: 'deploy',
        why: 'deploy/a.yaml is a link that leads out of it',
      },
      {
        name: 'a manifest that is not valid',
        files: {'deploy/a.yaml': 'kind: ConfigMap\n'},
        path: 'deploy',
        why: 'deploy/a.yaml',
      },
      {
        name: 'an application',
        files: {'deploy/gantry.app.yaml': 'web: {workload: {service: {containers: {web: {image: a}}}}}\n'},
        path: 'deploy',
        why: 'contains an application file',
      },
    ])('$name is an error of the source, and nothing is written', async ({files, path, why}) => {
      const repository = await gitRepository();
      const commit = repository.commit(files);
      const {stack} = await stackOf(repository, `, path: ${path}`);
      const {code, stderr} = await stack.gantry(['apply', '--yes'], options);
      expect({code, stderr}).toMatchObject({code: 3, stderr: expect.stringContaining(why) as string});
      expect(stderr).toContain(`@${commit.slice(0, 12)}`);
      expect(stderr).not.toContain('/cache/git/');
    });

    it('a protocol that is not allowed is an error with the line of the address', async () => {
      const repository = await gitRepository();
      repository.commit({'a.yaml': map('a')});
      const {stack} = await stackOf(repository, '');
      const {code, stderr} = await stack.gantry(['preview']);
      expect(code).toBe(3);
      expect(stderr).toContain('the protocol file is not allowed (allowed are https and ssh)');
      expect(stderr).toContain('stack.yaml:5');
    });
  });
});
