import {readFile, rename, rm, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {everythingWritten, leaks, plainCanary} from '../rig/canaries.ts';
import {applied} from '../rig/changes.ts';
import {githubIssues} from '../rig/doubles/github-issues.ts';
import {httpDouble} from '../rig/doubles/http-double.ts';
import {deployment, failing, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';
import {configure, notifiedStack, outcomes, sentTo} from './support/notified-stack.ts';

onCluster('notifications', (cluster) => {
  const {kubeconfigPath} = cluster;
  const world = (files?: Parameters<typeof notifiedStack>[1]) => notifiedStack(cluster, files);

  it('single checks report drift once, its changes and its end, and objects without their values', async () => {
    const {stack, hook, edit, namespace} = await world();
    await applied(stack);
    const drift = () => stack.gantry(['drift', '--notify', 'hook']);
    expect(await drift()).toMatchObject({code: 0});
    expect(hook.asked).toEqual([]);
    const value = plainCanary('live-value');
    await edit(value);
    for (const _ of [1, 2]) expect(await drift()).toMatchObject({code: 0});
    expect(sentTo(hook)).toMatchObject([
      {outcome: 'drift', subject: 'drift', details: `changed: v1:ConfigMap:${namespace}:settings (data.a)`},
    ]);
    expect(hook.asked[0]?.body).not.toContain(value);
    await edit('3');
    await drift();
    await edit('1');
    await drift();
    expect(outcomes(hook)).toEqual(['drift', 'drift', 'recovered']);
  });

  it('drift is reported by the next check if a target was not notified', async () => {
    const {stack, hook, edit} = await world();
    await applied(stack);
    await edit('2');
    hook.interfere = () => ({status: 400, body: ''});
    const {document, stderr, code} = await stack.json<{diagnostics: unknown}>(['drift', '--notify', 'hook']);
    expect(code).toBe(0);
    expect(document.diagnostics).toMatchObject([{severity: 'warning', code: 'notify/not-sent'}]);
    expect(stderr).toContain('the notification target hook was not notified');
    hook.interfere = undefined;
    await stack.gantry(['drift', '--notify', 'hook']);
    expect(outcomes(hook)).toEqual(['drift', 'drift']);
  });

  it('a failed release is reported with its failed objects, a later success as recovered, and then as a success', async () => {
    const {stack, hook, namespace} = await world(manifests(deployment('web', {annotations: failing('crash-loop')})));
    const failed = await stack.gantry(['apply', '--yes', '--notify', 'hook']);
    expect(failed.code, failed.stderr).toBe(6);
    await stack.write(manifests(deployment('web', {replicas: 1})));
    await stack.gantry(['apply', '--yes', '--notify', 'hook']);
    await stack.write(manifests(deployment('web', {replicas: 2})));
    await stack.gantry(['apply', '--yes', '--notify', 'hook']);
    await stack.gantry(['apply', '--yes', '--notify', 'hook']);
    expect(outcomes(hook)).toEqual(['failed', 'recovered', 'succeeded']);
    const [first] = sentTo(hook);
    expect(first?.title).toBe('apply of shop/shop in test failed');
    expect(first?.details).toContain(`failed: apps/v1:Deployment:${namespace}:web`);
  });

  it('an apply that a policy denies is reported as failed', async () => {
    const {stack, hook} = await world({
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: kubeconfigPath},
        policy: [{name: 'frozen', match: {kinds: ['Deployment']}, deny: 'true'}],
      },
      ...manifests(deployment('web')),
    });
    const denied = await stack.gantry(['apply', '--yes', '--notify', 'hook']);
    expect(denied.code, denied.stderr).toBe(5);
    expect(sentTo(hook)).toMatchObject([{outcome: 'failed', code: 'plan/blocked'}]);
    expect(hook.asked[0]?.body).toContain('The policy of the workspace denies 1 change');
  });

  it('each command reports each release of its run, once for every stack and workspace', async () => {
    const workspace = () => ({context: {kubeconfig_path: kubeconfigPath, namespace: cluster.freshNamespace()}});
    const app = (replicas: number) => ({'app.json': deployment('web', {replicas, image: 'registry.example/web:1'})});
    const stack = await makeStack({
      files: {
        'stack.yaml': {name: 'web', namespace: '${context:namespace}', sources: [{manifests: 'app.json'}]},
        'workspaces/eu.yaml': workspace(),
        'workspaces/us.yaml': workspace(),
        ...app(1),
      },
    });
    const hook = await httpDouble(() => ({status: 200, body: ''}), {tls: false});
    await configure(stack, {notify: {hook: {webhook: {url: `${hook.url}/hook`}, outcomes: ['failed', 'succeeded']}}});
    const told = async (line: string) => {
      const before = hook.asked.length;
      const ran = await stack.gantry([...line.split(' '), '--yes', '--notify', 'hook']);
      expect(ran.code, `${line}\n${ran.stdout}${ran.stderr}`).toBe(0);
      return sentTo(hook)
        .slice(before)
        .map(({title}) => title)
        .toSorted();
    };
    const first = await told('apply -w eu -w us');
    expect(first).toEqual([
      expect.stringMatching(/^apply of .*web in eu succeeded/),
      expect.stringMatching(/^apply of .*web in us succeeded/),
    ]);
    await stack.write(app(2));
    expect(await told('apply -w eu')).toEqual([expect.stringMatching(/^apply of .* in eu/)]);
    expect(await told('promote --from eu --to us')).toEqual([expect.stringMatching(/ in us succeeded/)]);
    expect(await told('release rollback -w eu --to 1')).toEqual([expect.stringMatching(/^rollback of .* in eu/)]);
    expect(await told('destroy -w eu -w us')).toEqual([
      expect.stringMatching(/^destroy of .* in eu/),
      expect.stringMatching(/^destroy of .* in us/),
    ]);
  });

  it('an interrupted release is reported, and its exit code stays that of the signal', async () => {
    const {stack, hook} = await world(manifests(deployment('web', {annotations: failing('never-ready')})));
    const stop = new AbortController();
    const onStdout = (text: string): void => {
      if (text.includes('"step-applied"')) stop.abort('SIGINT');
    };
    const args = ['apply', '--yes', '--notify', 'hook', '-o', 'jsonl'];
    const ran = await stack.gantry(args, {signal: stop.signal, onStdout});
    expect(ran.code).toBe(130);
    expect(sentTo(hook)).toMatchObject([{outcome: 'failed', title: 'apply of shop/shop in test was interrupted'}]);
  });

  it('a failed apply of several stacks reports each of them', async () => {
    const {stack, hook} = await world();
    await stack.write({
      'stack.yaml': 'name: base\nworkspace: test\nnamespace: default\nsources: [{manifests: no-such-directory/*}]\n',
    });
    const ran = await stack.gantry(['apply', '--all', '--yes', '--notify', 'hook']);
    expect(ran.code).toBe(3);
    expect(sentTo(hook)).toMatchObject([{outcome: 'failed', subject: 'release', stack: 'base'}]);
  });

  it('an unknown target ends the run before anything is written, and a declined run reports nothing', async () => {
    const {stack, hook} = await world();
    const ran = await stack.gantry(['apply', '--yes', '--notify', 'hok']);
    expect(ran).toMatchObject({code: 3, stderr: expect.stringContaining('Did you mean hook?') as string});
    expect(await stack.gantry(['apply', '--notify', 'hook'], {typed: 'n\n'})).toMatchObject({code: 1});
    expect(hook.asked).toEqual([]);
  });

  it('an unreadable secret and a dead server are warnings, in the document too, and the release succeeds', async () => {
    const {stack} = await world();
    const dead = {webhook: {url: 'http://127.0.0.1:9/hook'}, outcomes: ['succeeded']};
    await configure(stack, {notify: {chat: {slack: {url: 'ref://NO_SUCH_VARIABLE'}}, dead}});
    const {code, document, stderr} = await stack.json<{outcome: string; diagnostics: readonly {message: string}[]}>([
      'apply',
      '--yes',
      '--notify',
      'chat',
      '--notify',
      'dead',
    ]);
    expect([code, document.outcome]).toEqual([0, 'applied']);
    const messages = document.diagnostics.map(({message}) => message).join('\n');
    for (const part of ['NO_SUCH_VARIABLE', '127.0.0.1:9'])
      for (const text of [messages, stderr]) expect(text).toContain(part);
  });

  it('a project cannot declare targets or change the address of one', async () => {
    const {stack} = await world();
    await stack.write({'project.yaml': {name: 'shop', notify: {hook: {webhook: {url: 'https://evil.example'}}}}});
    expect(await stack.gantry(['apply', '--yes', '--notify', 'hook'])).toMatchObject({code: 3});
  });

  it('a literal address with a token is refused without printing it', async () => {
    const {stack} = await world();
    const token = plainCanary('hook-token');
    for (const target of [
      {slack: {url: `https://hooks.slack.com/services/T0/B0/${token}`}},
      {webhook: {url: `https://alerts.example/hook?token=${token}`}},
      {webhook: {url: `https://ann:${token}@alerts.example/hook`}},
      {githubIssue: {repository: 'acme/shop', token}},
      {webhook: {url: 'https://alerts.example', signingKey: token}},
    ]) {
      await configure(stack, {notify: {ops: target}});
      for (const output of ['human', 'json']) {
        const ran = await stack.gantry(['drift', '--notify', 'ops', '-o', output]);
        expect(ran.code, JSON.stringify(target)).toBe(3);
        expect(leaks(`${ran.stdout}${ran.stderr}`, {token})).toEqual([]);
      }
    }
  });

  it('addresses, tokens and keys never appear in the output or in any file', async () => {
    const {stack, edit} = await world();
    const echo = await httpDouble(({path, headers}) => ({status: 400, body: {path, headers}}), {tls: false});
    const secrets = {url: plainCanary('url'), token: plainCanary('token'), key: plainCanary('key')};
    const env = {HOOK_URL: `${echo.url}/${secrets.url}`, HOOK_TOKEN: secrets.token, HOOK_KEY: secrets.key};
    await configure(stack, {
      notify: {
        chat: {slack: {url: 'ref://HOOK_URL'}, outcomes: ['succeeded', 'drift']},
        hook: {
          webhook: {url: 'ref://HOOK_URL', token: 'ref://HOOK_TOKEN', signingKey: 'ref://HOOK_KEY'},
          outcomes: ['succeeded', 'drift'],
        },
      },
    });
    const both = ['--notify', 'chat', '--notify', 'hook'];
    const runs = [
      await stack.gantry(['apply', '--yes', '-v', ...both], {env}),
      (await edit('2'), await stack.gantry(['drift', '-v', '-o', 'jsonl', ...both], {env})),
    ];
    expect(echo.asked).toHaveLength(4);
    expect(echo.asked.some(({headers}) => headers.authorization === `Bearer ${secrets.token}`)).toBe(true);
    const said = runs.map(({stdout, stderr}) => stdout + stderr).join('\n');
    expect(leaks(said, secrets)).toEqual([]);
    expect(leaks([...(await everythingWritten(stack.home)).values()].join('\n'), secrets)).toEqual([]);
  });

  /** A released stack, and runners with homes of their own that keep the issues of a repository. */
  async function issueWorld() {
    const {stack, edit} = await world();
    const github = await githubIssues();
    const issue = {repository: 'acme/shop', token: 'ref://GITHUB_TOKEN', server: github.double.url};
    await applied(stack);
    const check = async (home: string, args: readonly string[] = []) => {
      await stack.write({
        [`../${home}/config.yaml`]: {
          notify: {issues: {githubIssue: issue}},
          backend: `local:${join(stack.home, '.gantry')}`,
        },
      });
      const env = {GITHUB_TOKEN: 'issues-token-of-the-test', GANTRY_HOME: join(stack.dir, '..', home)};
      return stack.gantry(['drift', '--notify', 'issues', ...args], {env});
    };
    const drift = async (home: string, args?: readonly string[]) => {
      const ran = await check(home, args);
      expect(ran, ran.stderr).toMatchObject({code: 0});
    };
    const states = () => github.issues.map(({title, state}) => `${title.replace(/:.*/, '')}: ${state}`);
    return {stack, edit, github, check, drift, states};
  }

  it('an issue is opened, updated and closed by single checks, also by a runner without a memory', async () => {
    const {edit, github, drift} = await issueWorld();
    await edit('2');
    await drift('runner-1');
    await drift('runner-2');
    expect(github.issues).toMatchObject([{state: 'open', comments: []}]);
    await edit('3');
    await drift('runner-3');
    expect(github.issues).toMatchObject([{state: 'open', comments: [expect.stringContaining('has drifted')]}]);
    await edit('1');
    await drift('runner-4');
    expect(github.issues).toMatchObject([{state: 'closed'}]);
  });

  it.each([
    {runners: 'one runner', homes: ['runner', 'runner', 'runner', 'runner', 'runner']},
    {runners: 'runners without a memory', homes: ['runner-1', 'runner-2', 'runner-3', 'runner-4', 'runner-5']},
  ] as const)('an issue of drift stays open while a check fails and works again, with $runners', async ({homes}) => {
    const {stack, edit, github, check, drift, states} = await issueWorld();
    const all = ['--all', '-w', 'test'];
    const workspace = await readFile(join(stack.dir, 'workspaces/test.yaml'), 'utf8');
    await edit('2');
    await drift(homes[0], all);
    await stack.write({'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: 'no-such-kubeconfig'}}});
    expect(await check(homes[1], all)).toMatchObject({code: 3});
    const [drifted, fails] = ['shop/shop in test has drifted', 'The drift check of shop/shop in test fails'];
    expect(states()).toEqual([`${drifted}: open`, `${fails}: open`]);
    await stack.write({'workspaces/test.yaml': workspace});
    for (const home of [homes[2], homes[3]]) {
      await drift(home, all);
      expect(states()).toEqual([`${drifted}: open`, `${fails}: closed`]);
    }
    await edit('1');
    await drift(homes[4], all);
    expect(states()).toEqual([`${drifted}: closed`, `${fails}: closed`]);
    expect(github.issues.map(({comments}) => comments.length)).toEqual([1, 1]);
  });

  it.each([
    {workspaces: 'no workspace on the command line', args: []},
    {workspaces: 'two workspaces', args: ['--all', '-w', 'test', '-w', 'other']},
  ])('the issue of a check that failed as a whole is closed when it works again, with $workspaces', async ({args}) => {
    const {stack, check, drift, states} = await issueWorld();
    await stack.write({'workspaces/other.yaml': {name: 'other', context: {kubeconfig_path: kubeconfigPath}}});
    const index = join(stack.home, '.gantry', 'index');
    await rename(index, `${index}-away`);
    await symlink(index, index);
    expect(await check('runner', args)).toMatchObject({code: 1});
    expect(states()).toEqual(['The drift check of the workspace fails: open']);
    await rm(index);
    await rename(`${index}-away`, index);
    await drift('runner', args);
    expect(states()).toEqual(['The drift check of the workspace fails: closed']);
  });
});
