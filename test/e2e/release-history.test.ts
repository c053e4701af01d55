import {execFile} from 'node:child_process';
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {expect, it} from 'vitest';
import type {Diagnostic} from '../../src/core/diagnostic/diagnostic.ts';
import {ReleaseLogOutput} from '../../src/ui/output/release-list-output.ts';
import {ReleaseOutput} from '../../src/ui/output/release-output.ts';
import {applied} from '../rig/changes.ts';
import {depsOf} from '../rig/deps.ts';
import {configMap} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {SLOW_COMMIT, slowGit} from '../rig/slow-git.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';
import {filesBelow} from './support/refusal.ts';

const files = {'manifests/a.yaml': configMap('a', {a: '1'})};

async function git(stack: Stack, ...args: readonly string[]): Promise<string> {
  const who = ['-c', 'user.name=anna', '-c', 'user.email=anna@example.org', '-c', 'init.defaultBranch=main'];
  return (await promisify(execFile)('git', [...who, ...args], {cwd: stack.dir})).stdout.trim();
}

onCluster('the release history of a stack', (cluster) => {
  const {kubeconfigPath} = cluster;

  it('a release has changed files if git does not know its files, and a saved plan alone does not count as a change', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const stack = await makeStack({kubeconfigPath, namespace, files});
    await git(stack, 'init', '-q');
    await git(stack, 'add', '-A');
    await git(stack, 'commit', '-q', '-m', 'first');
    const dirty = async () => ReleaseOutput.parse((await stack.json(['release', 'show'])).document).source?.dirty;
    expect((await stack.gantry(['preview', '--save', 'plan.json', '--report', 'json=report.json'])).code).toBe(0);
    await applied(stack);
    expect(await dirty()).toBe(false);
    await stack.write({'manifests/new.yaml': configMap('new', {a: '1'})});
    await applied(stack);
    expect(await dirty()).toBe(true);
  });

  it.skipIf(!clusterHas('users'))('a release contains the user of the cluster, the commit and the CI run', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const rules = [{apiGroups: [''], resources: ['configmaps'], verbs: ['*']}];
    const limited = await userOf(cluster, namespace, rules);
    const stack = await makeStack({kubeconfigPath: limited, namespace, files});
    await git(stack, 'init', '-q');
    await git(stack, 'add', '-A');
    await git(stack, 'commit', '-q', '-m', 'first');
    const commit = await git(stack, 'rev-parse', 'HEAD');
    const env = {CI_JOB_URL: 'https://ci.example/run/8'};
    expect(await stack.gantry(['apply', '--yes'], {env})).toMatchObject({code: 0});
    const first = ReleaseOutput.parse((await stack.json(['release', 'show'])).document);
    expect(first.by.account).toMatch(/^user-/);
    expect(first).toMatchObject({by: {run: env.CI_JOB_URL}, source: {commit, branch: 'main', dirty: false}});

    await stack.write({'manifests/a.yaml': configMap('a', {a: '2'})});
    await applied(stack);
    expect((await stack.json(['release', 'show'])).document).toMatchObject({source: {commit, dirty: true}});
    // A rollback is of the commit that it makes again.
    expect(await stack.gantry(['release', 'rollback', '--to', '1', '--yes'])).toMatchObject({code: 0});
    const {entries} = ReleaseLogOutput.parse((await stack.json(['release', 'log'])).document);
    expect(entries).toMatchObject([
      {revision: 3, from: {revision: 1}, account: first.by.account, source: {commit, dirty: false}},
      {revision: 2, source: {dirty: true}},
      {revision: 1, run: env.CI_JOB_URL, summary: {create: 1}},
    ]);
    const [list, log] = [await stack.gantry(['release', 'list']), await stack.gantry(['release', 'log'])];
    for (const {stdout} of [list, log]) {
      expect(stdout).toContain(`${commit.slice(0, 8)}+`);
      expect(stdout).toContain(first.by.account);
    }
    expect(log.stdout.split('\n')).toHaveLength(5);
    expect((await stack.gantry(['release', 'show', '1'])).stdout).toContain(`${commit} (main)`);
    const found = await stack.json<{releases: readonly {revision: number}[]}>([
      'release',
      'list',
      '--by',
      'USER-',
      '--limit',
      '1',
    ]);
    expect(found.document.releases).toMatchObject([{revision: 3}]);
  });

  it.each([
    {name: 'outside of a repository', inGit: false, env: {}},
    {name: 'of a machine without git', inGit: true, env: {PATH: '/nowhere'}},
  ])('a release $name has no commit, and no run fails for it', async ({inGit, env}) => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    if (inGit) {
      await git(stack, 'init', '-q');
      await git(stack, 'commit', '-q', '--allow-empty', '-m', 'first');
    }
    expect(await stack.gantry(['apply', '--yes'], {env})).toMatchObject({code: 0});
    const release = ReleaseOutput.parse((await stack.json(['release', 'show'])).document);
    expect(release.source).toBeUndefined();
    expect(release.by.user).not.toBe('');
  });

  it('a run that changed nothing, was declined, or only read records no release and uses no number', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    await applied(stack);
    const releases = join(stack.home, '.gantry', 'releases');
    const before = (await filesBelow(releases)).toSorted();
    expect(await stack.gantry(['apply', '--yes'])).toMatchObject({code: 0});
    await stack.write({'manifests/a.yaml': configMap('a', {a: '2'})});
    expect((await stack.gantry(['apply'], {typed: 'n\n'})).code).toBe(1);
    expect((await stack.gantry(['apply', '--dry-run'])).code).toBe(0);
    expect((await stack.gantry(['destroy'], {typed: 'no\n'})).code).toBe(1);
    expect((await filesBelow(releases)).toSorted()).toEqual(before);
    await applied(stack);
    expect((await stack.json(['release', 'show'])).document).toMatchObject({revision: 2});
    expect(await readdir(releases)).toHaveLength(1);
  });

  it('an unchanged preview sends no request for the release history', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    await applied(stack);
    const asked: string[] = [];
    const {preparePlan} = await import('../../src/app/plan/prepare-plan.ts');
    const {applyPrepared} = await import('../../src/app/plan/apply-release.ts');
    const {applyOf} = await import('../rig/deps.ts');
    const real = depsOf(stack);
    const deps = {
      ...real,
      repository: async () => (asked.push('git'), real.repository()),
      cluster: async (access: Parameters<typeof real.cluster>[0]) => {
        const cluster = await real.cluster(access);
        return {...cluster, whoAmI: async () => (asked.push('who'), cluster.whoAmI())};
      },
    };
    await using prepared = await preparePlan(applyOf(stack), deps);
    expect(await applyPrepared(prepared, applyOf(stack), deps)).toMatchObject({kind: 'unchanged'});
    expect(asked).toEqual([]);
  });

  it.each([
    {never: 'status', told: 'release/unknown-changes', source: {commit: SLOW_COMMIT, branch: 'main', dirty: true}},
    {never: 'all', told: 'release/unknown-commit', source: undefined},
  ] as const)('a run warns if git does not end ($never), and never records the files as committed', async (one) => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    await git(stack, 'init', '-q');
    const bin = await slowGit(one.never, {top: stack.dir});
    const {git: askGit} = await import('../../src/adapters/git/git.ts');
    const {applyRelease} = await import('../../src/app/plan/apply-release.ts');
    const {applyOf} = await import('../rig/deps.ts');
    const told: Diagnostic[] = [];
    const env = {PATH: `${bin}:${process.env['PATH']}`};
    const outcome = await applyRelease(applyOf(stack), {
      ...depsOf(stack),
      repository: async () => askGit({env, timeoutMs: 2000}),
      onEvent: (event) => void (event.type === 'diagnostic' && told.push(event.diagnostic)),
    });
    expect(outcome).toMatchObject({kind: 'applied', phase: 'succeeded'});
    const release = ReleaseOutput.parse((await stack.json(['release', 'show'])).document);
    expect(release.source).toEqual(one.source);
    const [warning] = told.filter(({code}) => code.startsWith('release/unknown'));
    expect(warning).toMatchObject({
      severity: 'warning',
      code: one.told,
      message: expect.stringMatching(/^git [a-z-]+ did not respond within 2 s: /),
    });
  });

  it('prune deletes old releases, and keeps the targets of rollbacks', async () => {
    const stack = await makeStack({kubeconfigPath, namespace: cluster.freshNamespace(), files});
    for (const a of ['1', '2', '3', '4']) {
      await stack.write({'manifests/a.yaml': configMap('a', {a})});
      await applied(stack);
    }
    const looked = await stack.gantry(['release', 'prune', '--keep', '1', '--dry-run']);
    expect(looked.stdout).toMatch(/^2 .*\n1 /m);
    expect(looked.stdout).toContain('kept: 3, the target of a rollback');
    expect((await stack.gantry(['release', 'prune', '--keep', '1'], {typed: 'n\n'})).code).toBe(1);
    expect((await stack.json<{releases: unknown[]}>(['release', 'list'])).document.releases).toHaveLength(4);
    const pruned = await stack.gantry(['release', 'prune', '--keep', '1', '--yes']);
    expect(pruned, pruned.stderr).toMatchObject({code: 0, stdout: expect.stringContaining('Deleted 2 releases')});
    expect(await stack.gantry(['preview', '--exit-code'])).toMatchObject({code: 0});
    expect(await stack.gantry(['release', 'rollback', '--yes'])).toMatchObject({code: 0});
    expect((await stack.json(['release', 'show'])).document).toMatchObject({revision: 5, from: {revision: 3}});
    expect((await stack.gantry(['release', 'prune'])).code).toBe(3);
  });
});
