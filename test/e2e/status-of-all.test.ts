import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {StatusOutput} from '../../src/ui/output/status-output.ts';
import {destroyed} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {fakeS3} from '../rig/fake-s3.ts';
import {configMap, manifests, namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {unusedPort, withCluster} from './support/kubeconfigs.ts';

type Line = {
  readonly project: string;
  readonly stack: string;
  readonly workspace: string;
  readonly resources: number;
  readonly healthy?: boolean;
  readonly error?: {readonly code: string};
};
type All = {readonly stacks: readonly Line[]};
type Env = Readonly<Record<string, string>>;
type Open = (cluster: Cluster, stack: Stack) => Promise<Env>;

const BUCKET: Open = async () => {
  const {endpoint} = await fakeS3();
  return {
    GANTRY_BACKEND: `s3://gantry/state?endpoint=${encodeURIComponent(endpoint)}&region=us-east-1`,
    GANTRY_INSECURE: '1',
    AWS_ACCESS_KEY_ID: 'tester',
    AWS_SECRET_ACCESS_KEY: 'tester-secret',
  };
};

const SECRETS: Open = async (cluster, stack) => {
  const namespace = cluster.freshNamespace('state');
  await cluster.create(namespaceObject(namespace));
  // Outside of the project nothing else leads to the cluster of the backend.
  const GANTRY_WORKSPACE = join(stack.dir, 'workspaces/test.yaml');
  return {GANTRY_BACKEND: `kubernetes://${namespace}`, GANTRY_WORKSPACE};
};

onCluster('the status of a backend', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** One stack in two workspaces: `prod` is the user's own, and `test` is a file of the project. */
  async function released(open: Open = async () => ({})) {
    const [namespace, other] = [cluster.freshNamespace(), cluster.freshNamespace()];
    const stack = await makeStack({
      kubeconfigPath,
      files: {
        ...manifests(configMap('a', {a: '1'}), configMap('b', {a: '1'})),
        'stack.yaml': {
          name: 'web',
          namespace: {'*': namespace, prod: other},
          sources: [{manifests: 'manifests/**/*'}],
        },
      },
    });
    const env = await open(cluster, stack);
    const insecure = env['GANTRY_INSECURE'] === undefined ? [] : ['--insecure'];
    const run = (args: readonly string[], cwd = stack.dir) => stack.gantry([...args, ...insecure], {env, cwd});
    const outside = (...args: readonly string[]) => run(args, stack.home);
    const all = async (...args: readonly string[]) => {
      const ran = await outside('status', ...args, '-o', 'json');
      const document = JSON.parse(ran.stdout) as All;
      StatusOutput.parse(document);
      return {...ran, document};
    };
    const made = await run(['workspace', 'create', 'prod', '--kubeconfig', kubeconfigPath, '--mine']);
    expect(made, made.stderr).toMatchObject({code: 0});
    for (const workspace of ['prod', 'test']) {
      const ran = await run(['apply', '--yes', '-w', workspace]);
      expect(ran, ran.stderr).toMatchObject({code: 0});
    }
    return {stack, other, run, outside, all};
  }

  it.each([
    {name: 'a directory', open: async () => ({})},
    {name: 'a bucket', open: BUCKET},
    {name: 'Secrets of a cluster', open: SECRETS},
  ])(
    'status without files lists every stack and workspace in $name, with its health where it can be known',
    async ({open}) => {
      const {outside, all, other} = await released(open);
      const {document, code} = await all('--all-stacks');
      expect(code).toBe(0);
      expect(document.stacks).toMatchObject([
        {project: 'shop', workspace: 'prod', resources: 2, healthy: true, release: {revision: 1, phase: 'succeeded'}},
        {project: 'shop', workspace: 'test', resources: 2, error: {code: 'workspace/not-found'}},
      ]);
      const text = await outside('status', '--all-stacks');
      expect(text.stdout).toMatch(/^shop\/web +prod +1 +succeeded +[a-z0-9 ]+ 2 +healthy$/m);
      expect(text.stdout).toMatch(/^shop\/web +test +1 +succeeded +[a-z0-9 ]+ 2 +unknown$/m);
      expect(text.stdout).toMatch(/^unknown shop\/web\/test: Workspace "test" not found/m);
      expect(text.stdout).toContain('2 stacks, 1 with unknown health.');

      await cluster.delete({apiVersion: 'v1', kind: 'ConfigMap', namespace: other, name: 'a'});
      const narrowed = await all('--all-stacks', '-w', 'prod', '--exit-code');
      expect(narrowed).toMatchObject({code: 6, document: {stacks: [{workspace: 'prod', healthy: false}]}});
      expect((await outside('status', '--all-stacks', '-s', 'shop/nobody')).stdout).toContain('no matching releases');
    },
  );

  it('outside of all projects --all, -w and no flag mean the backend, and a file of a workspace leads to its cluster', async () => {
    const {stack, all} = await released();
    for (const flags of [[], ['--all']])
      expect((await all(...flags)).document.stacks.map(({workspace}) => workspace)).toEqual(['prod', 'test']);
    expect((await all('-w', 'prod')).document.stacks).toMatchObject([{workspace: 'prod', healthy: true}]);
    const file = join(stack.dir, 'workspaces/test.yaml');
    expect((await all('-w', file)).document.stacks).toMatchObject([{workspace: 'test', healthy: true}]);
  });

  it('several -w, patterns and several -s limit the list, and a name without a match is not healthy', async () => {
    const {stack, all, outside} = await released();
    const file = join(stack.dir, 'workspaces/test.yaml');
    const listed = async (...flags: readonly string[]) =>
      (await all(...flags)).document.stacks.map(({workspace, healthy}) => `${workspace} ${healthy}`);
    const both = ['prod true', 'test true'];
    expect(await listed('--all-stacks', '-w', file, '-w', 'prod')).toEqual(both);
    expect(await listed('-w', 'prod', '-w', file)).toEqual(both);
    expect(await listed('-w', 'pr*')).toEqual(['prod true']);
    expect(await listed('-w', 'mine/pr*', '-w', 'nosuch')).toEqual(['prod true']);
    expect(await listed('--all-stacks', '-w', 'pr*', '-s', 'web', '-s', 'nobody')).toEqual(['prod true']);
    for (const flags of [
      ['-w', 'eu-*'],
      ['-w', 'prod', '-w', 'nosuch'],
      ['--all-stacks', '-w', 'prod', '-s', 'nobody'],
    ])
      expect((await all(...flags, '--exit-code')).code, flags.join(' ')).toBe(6);
    expect((await all('-w', 'p*', '--exit-code')).code).toBe(0);
    expect((await outside('status', '-w', 'prod', '-w', 'nosuch')).stderr).toContain('-w nosuch: no release matches.');
    // With a selector, or with --all and workspaces, the answer contains the full status of these workspaces.
    expect(await outside('status', '--all', '-l', 'tier=prod')).toMatchObject({code: 3});
    const each = await outside('status', '--all', '-w', 'prod', '-w', file);
    expect(each.stdout.match(/Healthy: all 2 resources are ready/g)).toHaveLength(2);
  });

  it('status in a project still means its stack, and with --all-stacks the backend', async () => {
    const {run} = await released();
    expect((await run(['status', '-w', 'test'])).stdout).toContain('Healthy: all 2 resources are ready.');
    const all = await run(['status', '--all-stacks']);
    expect(all.stdout).toMatch(/shop\/web +prod[^]*shop\/web +test +1 +succeeded .* healthy/);
    expect(await run(['status', '--all-stacks', '--all'])).toMatchObject({code: 3});
  });

  it('a stack that is destroyed, and a cluster that cannot be reached, are lines of the list', async () => {
    const {stack, run, all, outside} = await released();
    await destroyed(stack, ['-w', 'test']);
    const dead = join(stack.home, 'dead');
    await writeFile(dead, withCluster(kubeconfigPath, {server: `https://127.0.0.1:${await unusedPort()}`}));
    const changed = await run(['workspace', 'update', 'prod', '--set', `context.kubeconfig_path=${dead}`, '--yes']);
    expect(changed, changed.stderr).toMatchObject({code: 0});
    const {document, code} = await all('--exit-code');
    expect(code).toBe(6);
    const [prod, test] = document.stacks;
    expect(prod?.healthy).toBeUndefined();
    expect(prod?.error?.code).toMatch(/^cluster\//);
    expect(test).toMatchObject({workspace: 'test', resources: 0, healthy: true});
    expect((await outside('status')).stdout).toMatch(/^shop\/web +test +2 +succeeded \(destroy\) .* 0 +-$/m);
  });
});
