import {mkdir, readdir, readFile, symlink, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {Plan} from '../../src/core/plan/plan.ts';
import {configMap, manifests} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {pullRequest} from '../rig/pull-request.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {changesOn, evilKubeconfig, PASSWORD} from './support/untrusted-change.ts';

onCluster('a hostile change in untrusted mode', (cluster) => {
  const {change, expectHarmless} = changesOn(cluster);

  type Attack = {
    readonly name: string;
    readonly files: (at: {readonly mark: string; readonly evil: string}) => Readonly<Record<string, unknown>>;
  };

  it.each<Attack>([
    {name: 'nothing else', files: () => ({})},
    {
      name: 'a workspace whose kubeconfig runs a program at another server',
      files: ({mark, evil}) => ({
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
        kubeconfig: evilKubeconfig(mark, evil),
      }),
    },
    {
      name: 'stores, variables and trust in the workspace',
      files: ({mark, evil}) => ({
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_content: JSON.stringify(evilKubeconfig(mark, evil))},
          secretStore: {provider: {exec: {command: ['sh', '-c', `touch '${mark}'; echo null`]}}},
          secretStores: {vault: {provider: {vault: {server: evil}}}},
          env: {AWS_CONFIG_FILE: './aws'},
          trust: {programs: 'all'},
        },
      }),
    },
    {
      name: 'a project with another backend and other workspaces',
      files: ({mark, evil}) => ({
        'project.yaml': {
          name: 'shop',
          workspaces: 'theirs',
          backend: `s3://bucket?endpoint=${encodeURIComponent(evil)}&region=eu-1`,
        },
        'theirs/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
        kubeconfig: evilKubeconfig(mark, evil),
      }),
    },
    {
      name: 'a backend in the cluster of a workspace of theirs',
      files: ({mark, evil}) => ({
        'project.yaml': {name: 'shop', backend: 'kubernetes://state?workspace=evil'},
        'workspaces/evil.yaml': {name: 'evil', context: {kubeconfig_path: '../kubeconfig'}},
        kubeconfig: evilKubeconfig(mark, evil),
      }),
    },
  ])('untrusted mode previews the honest change of a pull request with $name', async ({files}) => {
    const {request, evil, namespace} = await change();
    await request.write(files({mark: request.mark, evil: evil.address}));
    const ran = await request.look(['preview', '--detail']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stdout).toMatch(/data\.level[^\n]*info[^\n]*debug/);
    await expectHarmless(request, evil, ran);
    const json = await request.look(['preview', '-o', 'json']);
    const plan = JSON.parse(json.stdout) as Plan;
    expect(plan.changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({id: `v1:ConfigMap:${namespace}:settings`, action: 'update', verified: true}),
        expect.objectContaining({id: `v1:Secret:${namespace}:login`, action: 'unchanged', verified: false}),
      ]),
    );
    expect(plan.untrusted).toEqual({
      base: 'main',
      commit: (await request.git('rev-parse', 'refs/remotes/origin/main')).trim(),
      notVerified: 1,
    });
    // The object with a secret was not tried.
    expect(ran.sent.filter((line) => /^PATCH .*\/secrets\/login/.test(line))).toEqual([]);
    for (const command of [['validate'], ['build', '--masked'], ['drift']]) {
      const other = await request.look(command);
      expect(other, `${command.join(' ')}: ${other.stderr}`).toMatchObject({code: 0});
      await expectHarmless(request, evil, other);
    }
  });

  it('untrusted mode checks a pull request by the policy of the base commit', async () => {
    const namespace = cluster.freshNamespace();
    const file = (policy: readonly unknown[]) => ({
      'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: cluster.kubeconfigPath}, policy},
    });
    const request = await pullRequest({
      namespace,
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'project.yaml': {name: 'shop'},
        ...file([{name: 'frozen', match: {kinds: ['ConfigMap']}, deny: 'object.data.level != "info"'}]),
        ...manifests(configMap('settings', {level: 'info'})),
      },
    });
    const first = await request.gantry(['apply', '--yes']);
    expect(first.code, first.stderr).toBe(0);
    const waiver = {waive: 'frozen', resources: ['*'], reason: 'mine', expires: '2999-12-31'};
    await request.write({...file([waiver]), ...manifests(configMap('settings', {level: 'debug'}))});
    const ran = await request.look(['preview', '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(0);
    expect((JSON.parse(ran.stdout) as Plan).changes.map(({blocked}) => blocked?.policies)).toEqual([['frozen']]);
  });

  it('untrusted mode runs the programs of a policy as the base commit has them', async () => {
    const namespace = cluster.freshNamespace();
    const policy = (check: string) => ({
      'policies/frozen.js': `export default {name: 'frozen', checkObject: ${check}};\n`,
    });
    const request = await pullRequest({
      namespace,
      kubeconfigPath: cluster.kubeconfigPath,
      files: {
        'project.yaml': {name: 'shop'},
        'workspaces/test.yaml': {
          name: 'test',
          context: {kubeconfig_path: cluster.kubeconfigPath},
          policy: [{file: '../policies/frozen.js', match: {kinds: ['ConfigMap']}}],
        },
        ...policy("({object}) => (object.data.level === 'info' ? undefined : 'frozen')"),
        ...manifests(configMap('settings', {level: 'info'})),
      },
    });
    const first = await request.gantry(['apply', '--yes']);
    expect(first.code, first.stderr).toBe(0);
    await request.write({...policy('() => undefined'), ...manifests(configMap('settings', {level: 'debug'}))});
    const ran = await request.look(['preview', '-o', 'json']);
    expect(ran.code, ran.stderr).toBe(0);
    expect((JSON.parse(ran.stdout) as Plan).changes.map(({blocked}) => blocked?.policies)).toEqual([['frozen']]);
  });

  it.each<Attack & {readonly code: number; readonly says: RegExp}>([
    {
      name: 'a stack that chooses another workspace',
      files: ({mark, evil}) => ({
        'stack.yaml': {name: 'shop', workspace: 'evil', sources: [{manifests: 'manifests/*', references: true}]},
        'workspaces/evil.yaml': {name: 'evil', context: {kubeconfig_path: '../kubeconfig'}},
        kubeconfig: evilKubeconfig(mark, evil),
      }),
      code: 5,
      says: /selects the workspace evil, but in the base commit \(main\) this file does not select it/,
    },
    {
      name: 'a spec that brings its own cluster and store',
      files: ({mark, evil}) => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{spec: 'spec.yaml'}]},
        'spec.yaml': {
          resources: [{id: 'v1:ConfigMap:default:a', type: 'Kubernetes', attributes: configMap('a', {a: '1'})}],
          context: {kubeconfig_content: JSON.stringify(evilKubeconfig(mark, evil))},
          secretStore: {provider: {exec: {command: ['sh', '-c', `touch '${mark}'`]}}},
        },
        'workspaces/test.yaml': {name: 'test'},
      }),
      // The workspace of the base commit ranks above it.
      code: 0,
      says: /not verified|create/,
    },
    {
      name: 'an application that is a program',
      files: ({mark}) => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{app: 'gantry.app.ts'}]},
        'gantry.app.ts': `import {writeFileSync} from 'node:fs';\nwriteFileSync('${mark}', '');\nexport default {};\n`,
      }),
      code: 3,
      says: /untrusted mode runs no program of the checkout/,
    },
    {
      name: 'a kustomization with a generator that is a program',
      files: ({mark}) => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{kustomize: 'k'}]},
        'k/kustomization.yaml': 'generators: [gen.yaml]\n',
        'k/gen.yaml': {
          apiVersion: 'x/v1',
          kind: 'Gen',
          metadata: {name: 'g', annotations: {'config.kubernetes.io/function': 'exec: {path: ./gen.sh}'}},
        },
        'k/gen.sh': `#!/bin/sh\ntouch '${mark}'\n`,
      }),
      code: 3,
      says: /`generators` is not built in untrusted mode/,
    },
    {
      name: 'a kustomization with a Helm chart',
      files: ({evil}) => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{kustomize: 'k'}]},
        'k/kustomization.yaml': {helmCharts: [{name: 'c', repo: evil, releaseName: 'c'}]},
      }),
      code: 3,
      says: /`helmCharts` is not built in untrusted mode/,
    },
    {
      name: 'a kustomization with a base on a server, and a stack that permits it',
      files: ({evil}) => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{kustomize: 'k', remote: true}]},
        'k/kustomization.yaml': {resources: [`${evil}/base.yaml`]},
      }),
      code: 3,
      says: /untrusted mode fetches nothing/,
    },
    {
      name: 'a kustomization that reads the configuration of the repository',
      files: () => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{kustomize: '.'}]},
        'kustomization.yaml': {configMapGenerator: [{name: 'c', files: ['.git/config']}]},
      }),
      code: 3,
      says: /untrusted mode does not read files outside of the checkout or in its \.git: \.git\/config/,
    },
    {
      name: 'a kustomization that reads a directory outside of the checkout',
      files: () => ({
        'stack.yaml': {name: 'shop', workspace: 'test', sources: [{kustomize: '.'}]},
        'kustomization.yaml': {resources: ['../home']},
        '../home/kustomization.yaml': {resources: []},
      }),
      code: 3,
      says: /outside of the checkout|leads out of the project/,
    },
  ])('untrusted mode does nothing harmful for $name', async ({files, code, says}) => {
    const {request, evil} = await change();
    await request.write(files({mark: request.mark, evil: evil.address}));
    const ran = await request.look(['preview']);
    expect(ran, ran.stderr).toMatchObject({code});
    expect(ran.stderr + ran.stdout).toMatch(says);
    await expectHarmless(request, evil, ran);
  });

  it.each(['a file', 'a directory with a project of its own'])(
    'untrusted mode reads no manifest through a link to %s outside of the checkout',
    async (what) => {
      const {request, evil} = await change();
      const outside = await scratchDirectory();
      await mkdir(join(outside, 'd'));
      await writeFile(join(outside, 'd', 'project.yaml'), 'name: other\n');
      await writeFile(join(outside, 'd', 'a.yaml'), JSON.stringify(configMap('stolen', {text: PASSWORD})));
      if (what === 'a file') await symlink(join(outside, 'd', 'a.yaml'), join(request.dir, 'manifests', 'a.yaml'));
      else await symlink(join(outside, 'd'), join(request.dir, 'linked'));
      await request.write({
        'stack.yaml': {
          name: 'shop',
          workspace: 'test',
          sources: [{manifests: 'manifests/*', references: true}, {manifests: 'linked/*.yaml'}].slice(
            0,
            what === 'a file' ? 1 : 2,
          ),
        },
      });
      const ran = await request.look(['preview']);
      expect(ran, ran.stderr).toMatchObject({code: 3});
      expect(ran.stderr).toContain('outside of the checkout');
      expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
      await expectHarmless(request, evil, ran);
    },
  );

  it.each([
    ['preview', '-w', ''],
    ['apply', '-s', ''],
    ['release', 'show', ''],
    ['resource', 'show', ''],
    ['workspace', 'show', ''],
  ])('%s %s %s, which is not restricted, completes words and runs nothing of the change', async (...words) => {
    const {request, evil} = await change();
    const backends = [
      'kubernetes://state?workspace=test',
      `s3://bucket?endpoint=${encodeURIComponent(evil.address)}&region=eu-1`,
    ];
    for (const backend of backends) {
      await request.write({
        'project.yaml': {name: 'shop', backend},
        'workspaces/test.yaml': {name: 'test', context: {kubeconfig_path: '../kubeconfig'}},
        kubeconfig: evilKubeconfig(request.mark, evil.address),
      });
      const ran = await request.look(['__complete', 'zsh', '--', ...words]);
      expect(ran).toMatchObject({code: 0, sent: [], programs: []});
      await expectHarmless(request, evil, ran);
    }
  });

  it('untrusted mode remembers no name of the change for completion', async () => {
    const {request} = await change();
    await request.write(manifests(configMap('named-by-a-stranger', {})));
    const ran = await request.look(['preview']);
    expect(ran, ran.stderr).toMatchObject({code: 0});
    expect(ran.stdout).toContain('named-by-a-stranger');
    const cache = join(request.home, '.gantry', 'cache', 'completion');
    const kept = await Promise.all((await readdir(cache)).map((file) => readFile(join(cache, file), 'utf8')));
    expect(kept.join()).toContain('settings');
    expect(kept.join()).not.toContain('named-by-a-stranger');
  });

  it('untrusted mode reads no manifest through a link into GANTRY_HOME', async () => {
    const {request, evil} = await change();
    const kept = join(request.home, '.gantry', 'kept.yaml');
    await writeFile(kept, JSON.stringify(configMap('stolen', {text: PASSWORD})));
    await symlink(kept, join(request.dir, 'manifests', 'a.yaml'));
    const ran = await request.look(['preview', '--detail']);
    expect(ran, ran.stderr).toMatchObject({code: 3});
    expect(ran.stderr).toContain('outside of the checkout');
    expect(ran.stdout + ran.stderr).not.toContain(PASSWORD);
    await expectHarmless(request, evil, ran);
  });
});
