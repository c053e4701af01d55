import {existsSync} from 'node:fs';
import {chmod, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {load} from 'js-yaml';
import {describe, expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {configMap, deployment, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {changesOn, evilKubeconfig, login, PASSWORD} from './support/untrusted-change.ts';

onCluster('untrusted mode', (cluster) => {
  const {change, expectHarmless} = changesOn(cluster);

  it('untrusted mode compares references to secrets with the last release, and sends no such object', async () => {
    const {request, evil, namespace} = await change();
    await request.write(manifests(configMap('settings', {level: 'debug'}), login('ref://OTHER')));
    const ran = await request.look(['preview', '-o', 'json'], {CI_DB_PASSWORD: PASSWORD, CI_OTHER: PASSWORD});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    const {changes, diagnostics} = JSON.parse(ran.stdout) as Plan;
    expect(changes.find(({id}) => id === `v1:Secret:${namespace}:login`)).toMatchObject({
      action: 'update',
      verified: false,
      reason: expect.stringContaining('untrusted mode'),
      fields: [{path: 'data.password', before: 'ref://DB_PASSWORD', after: 'ref://OTHER', cause: 'secret'}],
    });
    expect(diagnostics).toContainEqual(
      expect.objectContaining({
        code: 'plan/untrusted',
        message: expect.stringContaining('1 object is not verified'),
      }),
    );
    expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
    await expectHarmless(request, evil, ran);
    const text = await request.look(['preview', '-o', 'markdown']);
    expect(text.stdout).toContain('ref://OTHER');
    expect(text.stdout).toContain('not verified');
  });

  it('untrusted mode shows other changes of a workload with a secret, and hides its live value', async () => {
    const {request, evil, namespace} = await change({apply: false});
    const web = (image: string, value: string) =>
      deployment('web', {
        image,
        env: [
          {name: 'LEVEL', value: 'info'},
          {name: 'PASSWORD', value},
        ],
      });
    await request.write(
      manifests(configMap('settings', {level: 'info'}), login(), web('nginx:1.27', 'ref://DB_PASSWORD')),
    );
    const applied = await request.gantry(['apply', '--yes'], {env: {CI_DB_PASSWORD: PASSWORD}});
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const changeOf = async () => {
      const ran = await request.look(['preview', '-o', 'json']);
      expect(ran, ran.stderr).toMatchObject({code: 0});
      expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
      await expectHarmless(request, evil, ran);
      return (JSON.parse(ran.stdout) as Plan).changes.find(({id}) => id === `apps/v1:Deployment:${namespace}:web`);
    };
    expect(await changeOf()).toMatchObject({action: 'unchanged', verified: false, fields: []});
    const path = (name: string): string => `spec.template.spec.containers[name="app"].${name}`;
    await request.write(
      manifests(configMap('settings', {level: 'info'}), login(), web('nginx:1.28', 'ref://DB_PASSWORD')),
    );
    const fields = (await changeOf())?.fields.map(({path: at, before, after}) => ({at, before, after}));
    expect(fields).toEqual([{at: path('image'), before: 'nginx:1.27', after: 'nginx:1.28'}]);
    await request.write(manifests(configMap('settings', {level: 'info'}), login(), web('nginx:1.27', 'ref://OTHER')));
    expect((await changeOf())?.fields).toEqual([
      expect.objectContaining({
        path: path('env[name="PASSWORD"].value'),
        before: 'ref://DB_PASSWORD',
        after: 'ref://OTHER',
      }),
    ]);
  });

  it('untrusted mode uses the kubeconfig of the base commit if the change writes another one', async () => {
    const {request, evil} = await change({apply: false});
    await request.git('checkout', '-q', '-f', 'main');
    await request.write({
      kubeconfig: await readFile(cluster.kubeconfigPath, 'utf8'),
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
      'manifests/only.yaml': configMap('settings', {level: 'info'}),
    });
    await request.git('rm', '-q', '-r', '-f', '--ignore-unmatch', 'manifests');
    await request.write({'manifests/only.yaml': configMap('settings', {level: 'info'})});
    await request.git('add', '-A');
    await request.git('commit', '-qm', 'kubeconfig');
    await request.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    const applied = await request.gantry(['apply', '--yes']);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    await request.git('checkout', '-q', '-B', 'change');
    await request.write({
      kubeconfig: evilKubeconfig(request.mark, evil.address),
      'manifests/only.yaml': configMap('settings', {level: 'debug'}),
    });
    const ran = await request.look(['preview', '--detail']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stdout).toMatch(/data\.level[^\n]*info[^\n]*debug/);
    await expectHarmless(request, evil, ran);
  });

  it("untrusted mode runs the allowed login program of the base commit, outside of the change's files", async () => {
    const {request, evil} = await change({apply: false});
    await request.git('checkout', '-q', '-f', 'main');
    const original = load(await readFile(cluster.kubeconfigPath, 'utf8')) as {
      readonly users: readonly {readonly name: string; readonly user: {readonly token: string}}[];
    };
    const where = join(request.home, '..', 'where');
    const credential = JSON.stringify({
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: {token: original.users[0]?.user.token},
    });
    const exec = {
      apiVersion: 'client.authentication.k8s.io/v1',
      interactiveMode: 'Never',
      command: 'sh',
      args: ['-c', `pwd > '${where}'; cat <<'END'\n${credential}\nEND`],
    };
    await request.git('rm', '-q', '-r', '-f', 'manifests');
    await request.write({
      kubeconfig: {...original, users: original.users.map(({name}) => ({name, user: {exec}}))},
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
      'manifests/only.yaml': configMap('settings', {level: 'info'}),
    });
    await request.git('add', '-A');
    await request.git('commit', '-qm', 'login');
    await request.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await request.git('checkout', '-q', '-B', 'change');
    await request.write({'manifests/only.yaml': configMap('settings', {level: 'debug'})});
    const unasked = await request.look(['preview']);
    expect(unasked, unasked.stderr).toMatchObject({code: 5, sent: []});
    expect(existsSync(where)).toBe(false);

    await request.git('stash', '-q');
    await request.allow('test');
    const applied = await request.gantry(['apply', '--yes']);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    await request.git('stash', 'pop', '-q');
    await request.write({kubeconfig: evilKubeconfig(request.mark, evil.address)});
    const ran = await request.look(['preview', '--detail']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stdout).toMatch(/data\.level[^\n]*info[^\n]*debug/);
    expect(ran.programs.toSorted()).toEqual(['git', 'sh']);
    expect(await readFile(where, 'utf8')).not.toContain(request.dir);
    expect(request.hasRun()).toBe(false);
    expect(evil.received).toEqual([]);
  });

  it('untrusted mode sends nothing to an unpinned cluster, and pins none', async () => {
    const {request} = await change({apply: false});
    for (let time = 0; time < 2; time++) {
      const ran = await request.look(['preview']);
      expect(ran, ran.stderr).toMatchObject({code: 5, sent: []});
      expect(ran.stderr).toContain('has no pin');
    }
  });

  it('untrusted mode uses no kubeconfig of the job that is in the checkout', async () => {
    const {request, evil} = await change();
    await request.git('checkout', '-q', '-f', 'main');
    await request.write({'workspaces/test.yaml': {name: 'test'}});
    await request.git('commit', '-qam', 'no kubeconfig');
    await request.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await request.write({kubeconfig: evilKubeconfig(request.mark, evil.address)});
    const ran = await request.look(['preview'], {KUBECONFIG: join(request.dir, 'kubeconfig')});
    expect(ran, ran.stderr).toMatchObject({code: 5, stderr: expect.stringContaining('is in the checkout')});
    await expectHarmless(request, evil, ran);
  });

  it('untrusted mode accepts no releases and no pins of a backend in the checkout', async () => {
    const {request} = await change();
    const ran = await request.look(['preview'], {GANTRY_BACKEND: 'local:state'});
    expect(ran, ran.stderr).toMatchObject({code: 5, sent: [], stderr: expect.stringContaining('is in the checkout')});
    const home = await request.look(['preview'], {GANTRY_HOME: join(request.dir, 'home')});
    expect(home, home.stderr).toMatchObject({code: 5, sent: []});
    expect(home.stderr).toContain('GANTRY_HOME');
  });

  it('untrusted mode uses no kubeconfig that a file of the stack names', async () => {
    const {request, evil} = await change();
    await request.git('checkout', '-q', '-f', 'main');
    await request.write({'workspaces/test.yaml': {name: 'test'}});
    await request.git('commit', '-qam', 'no kubeconfig');
    await request.git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    await request.write({
      'stack.yaml': {name: 'shop', workspace: 'test', sources: [{spec: 'spec.yaml'}]},
      'spec.yaml': {
        resources: [{id: 'v1:ConfigMap:default:a', type: 'Kubernetes', attributes: configMap('a', {a: '1'})}],
        context: {kubeconfig_content: JSON.stringify(evilKubeconfig(request.mark, evil.address))},
      },
    });
    const ran = await request.look(['preview']);
    expect(ran, ran.stderr).toMatchObject({code: 5, stderr: expect.stringContaining('a cluster of their own')});
    await expectHarmless(request, evil, ran);
  });

  it('untrusted mode starts no program in the checkout', async () => {
    const {request, evil} = await change();
    const bin = join(request.dir, 'bin');
    await request.write({'bin/git': `#!/bin/sh\ntouch '${request.mark}'\n`});
    await chmod(join(bin, 'git'), 0o755);
    const ran = await request.look(['preview'], {PATH: `${bin}:bin:${process.env['PATH'] ?? ''}`});
    expect(ran, ran.stderr).toMatchObject({code: 0});
    await expectHarmless(request, evil, ran);
  });

  describe('the base commit of untrusted mode', () => {
    it('a base commit that is not in the clone ends the run, with the command that fetches it', async () => {
      const {request} = await change();
      const ran = await request.look(['preview'], {GITHUB_BASE_REF: 'release/1'});
      expect(ran).toMatchObject({code: 3, sent: []});
      expect(ran.stderr).toContain(
        'git fetch --no-tags --depth=1 origin +refs/heads/release/1:refs/remotes/origin/release/1',
      );
      const json = await request.look(['preview', '-o', 'json'], {GITHUB_BASE_REF: 'release/1'});
      expect(JSON.parse(json.stdout)).toMatchObject({error: {code: 'untrusted/no-base'}});
    });

    it('a branch of the clone is not used as the base commit, because the change may contain it', async () => {
      const {request} = await change();
      // The branch of the fork is called main, too, and the clone has it as its own.
      await request.write({'project.yaml': {name: 'theirs'}});
      await request.git('add', '-A');
      await request.git('commit', '-qm', 'theirs');
      await request.git('branch', '-f', 'main', 'HEAD');
      for (const base of ['main', 'origin/main', 'remotes/origin/main']) {
        const ran = await request.look(['preview', '--base', base, '-o', 'json']);
        expect(ran, ran.stderr).toMatchObject({code: 0});
        const {untrusted} = JSON.parse(ran.stdout) as Plan;
        expect(untrusted?.commit).toBe((await request.git('rev-parse', 'refs/remotes/origin/main')).trim());
      }
      for (const base of ['refs/heads/main', 'heads/main', 'change', 'HEAD', '@']) {
        const ran = await request.look(['validate', '--base', base]);
        expect(ran, `${base}: ${ran.stdout}`).toMatchObject({code: 3, sent: []});
        expect(ran.stderr).toContain('a local branch of this clone');
      }
      const none = await request.look(['validate', '--base', '--output=x']);
      expect(none).toMatchObject({code: 3, sent: []});
    });

    it('a commit of the fork is not used as the base commit', async () => {
      const {request, evil} = await change();
      await request.git('remote', 'set-url', 'origin', 'https://github.com/stranger/shop.git');
      const job = {GITHUB_REPOSITORY: 'acme/shop', GITHUB_SERVER_URL: 'https://github.com'};
      const ran = await request.look(['preview'], job);
      expect(ran, ran.stderr).toMatchObject({code: 5, sent: []});
      expect(ran.stderr).toContain('checkout of github.com/stranger/shop');
      await expectHarmless(request, evil, ran);
      // A hash says which commit it is, wherever it comes from.
      const sha = (await request.git('rev-parse', 'refs/remotes/origin/main')).trim();
      const named = await request.look(['validate', '--base', sha], job);
      expect(named, named.stderr).toMatchObject({code: 0});
      await request.git('remote', 'set-url', 'origin', 'git@github.com:Acme/Shop.git');
      const own = await request.look(['validate'], job);
      expect(own, own.stderr).toMatchObject({code: 0});
    });

    it('--base, GANTRY_BASE, the CI system or origin/HEAD name the base commit', async () => {
      const {request} = await change();
      await request.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
      const sha = (await request.git('rev-parse', 'main')).trim();
      const none = {GITHUB_BASE_REF: ''};
      for (const [args, env] of [
        [['--base', sha], none],
        [[], {...none, GANTRY_BASE: 'origin/main'}],
        [[], {...none, CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main'}],
        [[], none],
      ] as const) {
        const ran = await request.look(['preview', ...args], env);
        expect(ran, ran.stderr).toMatchObject({code: 0});
      }
    });
  });

  it.each([
    ['apply', '--yes'],
    ['destroy', '--yes'],
    ['exec', '--', 'true'],
    ['env'],
    ['kubeconfig'],
    ['workspace', 'list'],
    ['workspace', 'allow', 'test', '--yes'],
    ['release', 'rollback', '--yes'],
    ['preview', '--save', 'plan.json'],
    ['preview', '--revision', 'current'],
  ])('untrusted mode refuses %s %s', async (...args) => {
    const {request, evil} = await change();
    const ran = await request.look(args);
    expect(ran, ran.stderr).toMatchObject({code: 5, sent: []});
    expect(ran.stderr).toContain('Untrusted mode');
    await expectHarmless(request, evil, ran);
  });
});
