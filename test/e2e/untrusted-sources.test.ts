import {expect, it} from 'vitest';
import {fluxArtifact} from '../rig/artifacts.ts';
import {gitRepository} from '../rig/git-repository.ts';
import {moduleText, npmRegistry} from '../rig/npm-registry.ts';
import {ociRegistry} from '../rig/oci-registry.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {pullRequest} from '../rig/pull-request.ts';

const MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';
const env = {GIT_ALLOW_PROTOCOL: 'file'};

onCluster('sources of a change in untrusted mode', (cluster) => {
  async function changeOf(source: string, files: Readonly<Record<string, unknown>> = {}) {
    const text = `name: shop\nworkspace: test\nnamespace: ${cluster.freshNamespace()}\nsources: [${source}]\n`;
    return pullRequest({kubeconfigPath: cluster.kubeconfigPath, files: {'stack.yaml': text, ...files}});
  }

  it('untrusted mode reads no commit of another repository, not even from the cache', async () => {
    const repository = await gitRepository();
    const commit = repository.commit({'a.yaml': MAP});
    const request = await changeOf(`{git: {url: "${repository.url}", commit: ${commit}}}`);
    expect(await request.gantry(['build', '--masked'], {env})).toMatchObject({code: 0});
    const looked = await request.look(['preview'], env);
    expect(looked).toMatchObject({code: 3, sent: []});
    expect(looked.stderr).toContain('untrusted mode fetches nothing');
  });

  it('untrusted mode asks no registry, and reads no artifact from the cache', async () => {
    const registry = await ociRegistry();
    const digest = registry.push('shop/deploy', 'latest', fluxArtifact({'a.yaml': MAP}));
    const request = await changeOf(`{oci: {url: "oci://${registry.host}/shop/deploy", digest: "${digest}"}}`);
    expect(await request.gantry(['build', '--masked'])).toMatchObject({code: 0});
    const asked = registry.requests.length;
    const looked = await request.look(['preview']);
    expect(looked).toMatchObject({code: 3, sent: []});
    expect(looked.stderr).toContain('untrusted mode fetches nothing');
    expect(registry.requests).toHaveLength(asked);
  });

  it('untrusted mode runs no module of a package, and asks no registry', async () => {
    const registry = await npmRegistry();
    registry.publish({name: 'settings', version: '1.0.0', files: {'index.js': moduleText('settings', '1.0.0')}});
    const request = await pullRequest({
      files: {
        'workspaces/test.yaml': {
          context: {kubeconfig_path: cluster.kubeconfigPath},
          modules: {settings: {npm: 'settings', version: '1.0.0', registry: registry.address}},
          trust: {modules: ['settings']},
        },
        'stack.yaml': `name: shop\nworkspace: test\nnamespace: ${cluster.freshNamespace()}\n`,
        'gantry.app.yaml':
          'web: {workload: {service: {containers: {web: {image: a:1}}}}, accessories: {settings: {text: a}}}\n',
      },
    });
    const looked = await request.look(['build', '--masked']);
    expect(looked).toMatchObject({code: 3, sent: []});
    expect(looked.stderr).toContain('untrusted mode fetches and runs no module');
    expect(registry.requests).toEqual([]);
  });

  it('untrusted mode starts no program for a kustomization with Helm charts', async () => {
    const request = await changeOf('{kustomize: overlay}', {
      'overlay/kustomization.yaml': 'helmCharts: [{name: web}]\n',
      'overlay/charts/web/Chart.yaml': 'name: web\nversion: 1.0.0\n',
    });
    const looked = await request.look(['build', '--masked']);
    expect(looked).toMatchObject({code: 3, programs: ['git']});
    expect(looked.stderr).toContain('`helmCharts` is not built in untrusted mode');
  });
});
