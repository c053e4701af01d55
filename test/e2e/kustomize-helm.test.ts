import {symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {ValueExplanation} from '../../src/app/explain-value.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {gitRepository} from '../rig/git-repository.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, type Tool} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

const CHART = {
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  'values.yaml': 'level: info\n',
  'templates/config.yaml':
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}-settings"}\ndata: {level: "{{ .Values.level }}"}\n',
};
const chartIn = (directory: string) =>
  Object.fromEntries(Object.entries(CHART).map(([file, text]) => [`${directory}/web/${file}`, text]));

const KUSTOMIZATION =
  'namePrefix: my-\nhelmCharts:\n  - name: web\n    releaseName: shop\n    valuesFile: values-prod.yaml\n    valuesInline: {}\n';
const FILES = {
  ...chartIn('overlay/charts'),
  'overlay/kustomization.yaml': KUSTOMIZATION,
  'overlay/values-prod.yaml': 'level: prod\n',
};

/** The only programs in PATH, by the names that they have there. */
async function programs(tools: Readonly<Record<string, Tool>>) {
  const directory = await scratchDirectory();
  for (const [name, tool] of Object.entries(tools)) await symlink((await toolPath(tool)) ?? '', join(directory, name));
  return {PATH: directory, GIT_ALLOW_PROTOCOL: 'file'};
}

type Plan = {readonly changes: readonly {readonly action: string}[]};

onCluster('a kustomization with Helm charts', (cluster) => {
  beforeAllBuild('kubectl', 'kustomize', 'helm', 'helm4');

  async function stackOf(source: string, files: Readonly<Record<string, unknown>> = FILES) {
    const namespace = cluster.freshNamespace();
    const text = `name: shop\nworkspace: test\nnamespace: ${namespace}\nsources: [${source}]\n`;
    const all = {'stack.yaml': text, ...files};
    const stack = await makeStack({kubeconfigPath: cluster.kubeconfigPath, files: all});
    const live = () => cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'my-shop-settings'});
    return {stack, namespace, live};
  }

  it.each(['kustomize', 'kubectl'] as const)(
    '%s renders a local chart with helm 3, and its values and templates are inputs',
    async (builder) => {
      const env = await programs({[builder]: builder, helm: 'helm'});
      const {stack, namespace, live} = await stackOf('{kustomize: overlay}');
      const applied = await stack.gantry(['apply', '--yes'], {env});
      expect(applied, applied.stderr).toMatchObject({code: 0});
      expect(await live()).toMatchObject({data: {level: 'prod'}});
      const actions = async () =>
        (await stack.json<Plan>(['preview'], {env})).document.changes.map(({action}) => action);
      expect(await actions()).toEqual(['unchanged']);
      await stack.write({'overlay/values-prod.yaml': 'level: debug\n'});
      expect(await actions()).toEqual(['update']);
      const field = `v1:ConfigMap:${namespace}:my-shop-settings#data.level`;
      const {document} = await stack.json<ValueExplanation>(['build', '--explain', field], {env});
      expect(document.layers.at(-1)?.at).toMatchObject({
        file: expect.stringMatching(/overlay\/kustomization\.yaml$/) as string,
      });
    },
  );

  it('a chart home outside of the kustomization is read, and a change of it is a change of the stack', async () => {
    const env = await programs({kustomize: 'kustomize', helm: 'helm'});
    const {stack, live} = await stackOf('{kustomize: overlay}', {
      ...chartIn('vendored'),
      'overlay/kustomization.yaml':
        'namePrefix: my-\nhelmGlobals: {chartHome: ../vendored}\nhelmCharts:\n  - name: web\n    releaseName: shop\n    valuesFile: values.yaml\n',
      'overlay/values.yaml': 'level: shared\n',
    });
    const applied = await stack.gantry(['apply', '--yes'], {env});
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect(await live()).toMatchObject({data: {level: 'shared'}});
    const template = CHART['templates/config.yaml'].replace('level:', 'size: large, level:');
    await stack.write({'vendored/web/templates/config.yaml': template});
    const {document} = await stack.json<Plan>(['preview'], {env});
    expect(document.changes.map(({action}) => action)).toEqual(['update']);
  });

  it('helm 4 with a kustomize that only knows helm 3, and no helm at all, are explained', async () => {
    const {stack} = await stackOf('{kustomize: overlay}');
    const withFour = await stack.gantry(['build', '--masked'], {
      env: await programs({kustomize: 'kustomize', helm: 'helm4'}),
    });
    expect(withFour.code).toBe(3);
    expect(withFour.stderr).toMatch(/cannot use .*helm, which is not helm 3/);
    expect(withFour.stderr).toContain('kustomize 5.8 or later');
    const without = await stack.gantry(['build', '--masked'], {env: await programs({kustomize: 'kustomize'})});
    expect(without.code).toBe(3);
    expect(without.stderr).toContain('helm was not found in PATH, and this kustomization renders Helm charts');
  });

  it('helm gets no home, no kubeconfig and no variable of the user', async () => {
    const env = {
      ...(await programs({kustomize: 'kustomize'})),
      KUBECONFIG: '/canary',
      HELM_PLUGINS: '/canary',
      TOKEN: 'canary',
    };
    const proof = join(await scratchDirectory(), 'environment');
    const {writeFile, readFile, chmod} = await import('node:fs/promises');
    const helm = join(env.PATH, 'helm');
    await writeFile(helm, `#!/bin/sh\n/usr/bin/env > '${proof}'\nexec '${(await toolPath('helm')) ?? ''}' "$@"\n`);
    await chmod(helm, 0o755);
    const {stack} = await stackOf('{kustomize: overlay}');
    const built = await stack.gantry(['build', '--masked'], {env});
    expect(built, built.stderr).toMatchObject({code: 0});
    const seen = await readFile(proof, 'utf8');
    expect(seen).toMatch(/^HELM_CONFIG_HOME=.*kustomize-helm-/m);
    expect(seen).not.toMatch(/canary|^HOME=/m);
  });

  it('a chart that must be fetched needs remote: true', async () => {
    const env = await programs({kustomize: 'kustomize', helm: 'helm'});
    const {stack} = await stackOf('{kustomize: overlay}', {
      'overlay/kustomization.yaml': 'helmCharts: [{name: web, repo: "https://charts.example", version: 1.0.0}]\n',
    });
    const {code, stderr} = await stack.gantry(['build', '--masked'], {env});
    expect(code).toBe(3);
    expect(stderr).toContain('the chart web of https://charts.example is a remote address');
    expect(stderr).toContain('remote: true');
  });

  it('a kustomization in a git repository is built with its charts, and names its files in the commit', async () => {
    const env = await programs({kustomize: 'kustomize', helm: 'helm'});
    const {existsSync} = await import('node:fs');
    const git = (process.env['PATH'] ?? '')
      .split(':')
      .map((one) => join(one, 'git'))
      .find((file) => existsSync(file));
    await symlink(git ?? '', join(env.PATH, 'git'));
    const repository = await gitRepository();
    const commit = repository.commit(FILES);
    const {stack, namespace, live} = await stackOf(
      `{git: {url: "${repository.url}", commit: ${commit}, path: overlay}}`,
      {},
    );
    const applied = await stack.gantry(['apply', '--yes'], {env});
    expect(applied, applied.stderr).toMatchObject({code: 0});
    expect(await live()).toMatchObject({data: {level: 'prod'}});
    const field = `v1:ConfigMap:${namespace}:my-shop-settings#data.level`;
    const {document} = await stack.json<ValueExplanation>(['build', '--explain', field], {env});
    expect(document.layers.at(-1)?.at?.file).toMatch(new RegExp(`@${commit.slice(0, 12)}/overlay/kustomization.yaml$`));
  });
});
