import {cp, readdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {execa} from 'execa';
import {expect, it} from 'vitest';
import {type ActionRun, runAction} from '../rig/composite-action.ts';
import {type FakeGithub, fakeGithub} from '../rig/fake-github.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeProject, type ProjectStack} from '../rig/project.ts';
import {repository} from '../rig/repository.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {TESTED_PROGRAM} from '../rig/tested-program.ts';

onCluster('the GitHub action', (cluster) => {
  const {kubeconfigPath} = cluster;

  /** A job on pull request 7 of a repository that has the stack in `shop/`. */
  async function job(
    stack: Stack,
    github: FakeGithub,
    more: Readonly<Record<string, string>> = {},
    workspace = dirname(stack.dir),
  ) {
    const event = join(workspace, 'event.json');
    await writeFile(event, JSON.stringify({pull_request: {number: 7}}));
    const env = {
      HOME: stack.home,
      GANTRY_HOME: join(stack.home, '.gantry'),
      ...TESTED_PROGRAM,
      GITHUB_API_URL: github.url,
      GITHUB_REPOSITORY: 'me/shop',
      GITHUB_EVENT_PATH: event,
      ...more,
    };
    return (inputs: Readonly<Record<string, string>>): Promise<ActionRun> =>
      runAction({inputs: {'working-directory': 'shop', workspace: 'test', ...inputs}, env, workspace});
  }

  it('the action previews, applies the saved plan and finds drift, and keeps one comment up to date', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const github = await fakeGithub();
    const act = await job(stack, github);

    const preview = await act({
      command: 'preview',
      'plan-file': 'plan.json',
      args: '--report junit=junit.xml\n--detail',
    });
    expect(preview, preview.log).toMatchObject({
      code: 0,
      outputs: {'exit-code': '2', changes: '2', blocked: '0', 'plan-file': join(stack.dir, 'plan.json')},
      ran: ['Node.js', 'Install Gantry', 'Run', 'Comment', 'Result'],
    });
    expect(preview.outputs['summary']).toMatch(/^2 to create/);
    expect(preview.outputs['digest']).toMatch(/^[0-9a-f]{64}$/);
    expect(preview.summary).toContain('+ data: {"a":"1"}');
    expect(await readdir(stack.dir)).toEqual(expect.arrayContaining(['junit.xml', 'plan.json']));
    expect(github.comments[0]?.body).toMatch(/^<!-- gantry:shop\/shop\/test -->\n[^]*2 to create/);

    expect((await act({command: 'preview'})).log).toContain('The comment on pull request 7 is as it was.');
    const applied = await act({command: 'apply', 'plan-file': 'plan.json'});
    expect(applied, applied.log).toMatchObject({code: 0, outputs: {'exit-code': '0'}});
    expect(github.comments).toHaveLength(1);
    expect(github.comments[0]?.body).toMatch(/Release 1 of shop\/shop in test succeeded/);

    await cluster.patchAs(
      'kubectl-edit',
      {apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'settings'},
      {data: {a: '9'}},
    );
    const drift = await act({command: 'drift', comment: 'false'});
    expect(drift, drift.log).toMatchObject({code: 0, outputs: {'exit-code': '2', drifted: '1'}});
    expect(drift.ran).not.toContain('Comment');
  });

  it('the action previews several stacks, and a job on another machine applies exactly these plans, under one comment', async () => {
    const namespace = cluster.freshNamespace();
    const settings = (name: string, dependsOn: readonly string[] = []): ProjectStack => ({
      head: {dependsOn},
      manifests: {[name]: configMap(name, {from: name})},
    });
    const stacks = {web: settings('web', ['base']), base: settings('base')};
    const project = await makeProject({kubeconfigPath, namespace, stacks});
    await project.write(repository('shop'));
    const github = await fakeGithub();
    const other = await scratchDirectory();
    await cp(project.dir, join(other, 'shop'), {recursive: true});
    const [one, two] = [await job(project, github), await job(project, github, {}, other)];

    const preview = await one({command: 'preview', 'plan-file': 'plans', args: '--all'});
    expect(preview, preview.log).toMatchObject({
      code: 0,
      outputs: {'exit-code': '2', stacks: '2', failed: '0', 'plan-file': join(project.dir, 'plans')},
    });
    // Two objects and their namespace, which the first of them makes.
    expect(preview.outputs['changes']).toBe('3');
    expect((await one({command: 'preview', args: '--all'})).log).toContain(
      'The comment on pull request 7 is as it was.',
    );
    await cp(join(project.dir, 'plans'), join(other, 'shop', 'plans'), {recursive: true});
    const applied = await two({command: 'apply', 'plan-file': 'plans'});
    expect(applied, applied.log).toMatchObject({code: 0, outputs: {'exit-code': '0', stacks: '2', failed: '0'}});
    for (const name of ['web', 'base'])
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name})).toMatchObject({
        data: {from: name},
      });
    // What was carried out is no plan any more.
    const again = await two({command: 'apply', 'plan-file': 'plans'});
    expect(again, again.log).toMatchObject({code: 5, outputs: {'exit-code': '5', stacks: '2', failed: '2'}});
    await project.write({'base/manifests/base.yaml': 'kind: ConfigMap\nmetadata: [\n'});
    const broken = await one({command: 'preview', args: '--all'});
    expect(broken, broken.log).toMatchObject({code: 3, outputs: {stacks: '2', failed: '1'}});
    expect(broken.log).toMatch(/^::error file=shop\/base\/manifests\/base\.yaml,line=/m);
    expect(github.comments.map(({body}) => body.split('\n')[0])).toEqual(['<!-- gantry:-/-/test -->']);
  });

  it('the action previews a pull request in untrusted mode, and fetches the base commit for it', async () => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(configMap('settings', {a: '1'}))});
    const github = await fakeGithub();
    const git = (...args: readonly string[]) =>
      execa('git', ['-c', 'user.name=me', '-c', 'user.email=me@example.com', ...args], {cwd: stack.dir});
    await git('init', '-q', '-b', 'main');
    await git('add', '-A');
    await git('commit', '-qm', 'base');
    const origin = await scratchDirectory();
    await git('clone', '-q', '--bare', '.', origin);
    await git('remote', 'add', 'origin', `file://${origin}`);
    const applied = await (await job(stack, github))({command: 'apply', comment: 'false'});
    expect(applied, applied.log).toMatchObject({code: 0});
    await git('checkout', '-qb', 'change');
    const nowhere = {name: 'test', context: {kubeconfig_path: '/nowhere'}};
    await stack.write({...manifests(configMap('settings', {a: '2'})), 'workspaces/test.yaml': nowhere});

    for (const event of ['pull_request', 'pull_request_target']) {
      const act = await job(stack, github, {GITHUB_EVENT_NAME: event, GITHUB_BASE_REF: 'main'});
      const preview = await act({command: 'preview'});
      expect(preview, preview.log).toMatchObject({code: 0, outputs: {'exit-code': '2', changes: '1', blocked: '0'}});
      expect(github.comments[0]?.body).toContain('untrusted mode: workspaces and project.yaml are read from main');
      const refused = await act({command: 'apply', comment: 'false'});
      expect(refused, refused.log).toMatchObject({code: 5, outputs: {'exit-code': '5'}});
      // Who says so believes the files, and their workspace leads nowhere.
      const trusted = await act({command: 'preview', untrusted: 'false', comment: 'false'});
      expect(trusted.log).toContain('/nowhere');
    }
    const unknown = await (await job(stack, github))({command: 'preview', untrusted: 'maybe', comment: 'false'});
    expect(unknown, unknown.log).toMatchObject({code: 3, outputs: {'exit-code': '3'}});
  });

  it('a failing action writes its comment first, and ends with the exit code of the command', async () => {
    const stack = await makeStack({kubeconfigPath, files: {'manifests/wrong.yaml': 'kind: ConfigMap\nmetadata: [\n'}});
    const github = await fakeGithub();
    const act = await job(stack, github);
    for (const command of ['validate', 'preview', 'apply']) {
      const ran = await act({command, stack: 'shop/shop'});
      expect(ran, ran.log).toMatchObject({code: 3, outputs: {'exit-code': '3'}});
      expect(ran.log).toMatch(/^::error file=shop\/manifests\/wrong\.yaml,line=/m);
    }
    expect(github.comments.map(({body}) => body.split('\n')[0])).toEqual(['<!-- gantry:shop/shop/test -->']);
    await stack.write({'stack.yaml': 'name: ['});
    await act({command: 'preview', stack: 'shop/shop'});
    expect(github.comments).toHaveLength(1);
  });

  it('the action never runs an input as a command of a shell, of npm or of the workflow', async () => {
    const stack = await makeStack({kubeconfigPath});
    const act = await job(stack, await fakeGithub());
    const hostile = '$(touch pwned) `touch pwned` "; touch pwned; # \n::add-mask::x\n../*';
    for (const name of ['command', 'stack', 'workspace', 'args', 'plan-file', 'package']) {
      const ran = await act({command: name === 'plan-file' ? 'apply' : 'preview', [name]: hostile});
      expect(ran.code, `${name}: ${ran.log}`).not.toBe(0);
      expect(ran.log, name).not.toMatch(/^::add-mask/m);
    }
    expect(await readdir(stack.dir)).not.toContain('pwned');
    expect(await readdir(dirname(stack.dir))).not.toContain('pwned');
  });
});
