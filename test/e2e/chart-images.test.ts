import {readFile, symlink} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {toolPath} from '../controlplane/for-tests.ts';
import {configMap} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack} from '../rig/stack.ts';

const DEPLOYMENT = `apiVersion: v1
kind: Pod
metadata: {name: web}
spec: {terminationGracePeriodSeconds: 0, containers: [{name: app, image: "registry.example/web:{{ .Values.tag }}"}]}
`;
/** It cannot be rendered without the cluster. */
const NEEDY = `{{- $region := lookup "v1" "ConfigMap" .Release.Namespace "region" }}
{{- if not $region }}{{ fail "the ConfigMap region was not found" }}{{ end }}
${DEPLOYMENT}`;
/** Without the cluster it renders other objects. */
const LOOKING = `{{- if lookup "v1" "ConfigMap" .Release.Namespace "region" }}
${DEPLOYMENT}
{{- end }}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
`;
const WEB = 'registry.example/web';
const SIDE = 'registry.example/side';

onCluster('images of charts that ask the cluster', (cluster) => {
  beforeAllBuild('helm');

  const environments = async (template: string, files: Readonly<Record<string, unknown>> = {}) => {
    const [staging, prod] = [cluster.freshNamespace('staging'), cluster.freshNamespace('prod')];
    for (const namespace of [staging, prod]) {
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
      await cluster.create(configMap('region', {name: 'eu'}, {namespace}));
    }
    const workspace = (namespace: string) => ({context: {kubeconfig_path: cluster.kubeconfigPath, namespace}});
    const stack = await makeStack({
      files: {
        'stack.yaml': {
          name: 'shop',
          namespace: '${context:namespace}',
          sources: [{helm: {path: 'charts/web', values: {tag: '1.0'}}}, {manifests: 'manifests/*'}],
        },
        'charts/web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
        'charts/web/templates/pod.yaml': template,
        'manifests/side.yaml': {
          apiVersion: 'v1',
          kind: 'Pod',
          metadata: {name: 'side'},
          spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image: `${SIDE}:1.0`}]},
        },
        'workspaces/staging.yaml': workspace(staging),
        'workspaces/prod.yaml': workspace(prod),
        ...files,
      },
    });
    const bin = await scratchDirectory();
    await symlink((await toolPath('helm')) ?? '', join(bin, 'helm'));
    const gantry = (...args: string[]) => stack.gantry(args, {env: {PATH: bin}});
    const imageIn = async (namespace: string) => {
      const live = await cluster.get({apiVersion: 'v1', kind: 'Pod', namespace, name: 'web'});
      return (live as {spec: {containers: {image: string}[]}} | undefined)?.spec.containers[0]?.image;
    };
    return {stack, gantry, staging, prod, imageIn};
  };

  it('--images-from and promote find the containers of a chart that looks up objects of the workspace', async () => {
    const {gantry, prod, imageIn} = await environments(NEEDY);
    const applied = await gantry('apply', '--yes', '-w', 'staging', '--image', `${WEB}=:1.1`);
    expect(applied, applied.stderr).toMatchObject({code: 0});
    const planned = await gantry('preview', '-w', 'prod', '--images-from', 'staging', '--detail', '-o', 'json');
    expect(planned, planned.stderr).toMatchObject({code: 0, stdout: expect.stringContaining(`${WEB}:1.1`)});
    expect(planned.stderr).not.toContain('keeps its own image');
    const promoted = await gantry('promote', '--from', 'staging', '--to', 'prod', '--yes');
    expect(promoted, promoted.stderr).toMatchObject({code: 0});
    expect(await imageIn(prod)).toMatch(`${WEB}:1.1`);
  });

  it('--images-from reports a cluster that does not answer, and does not report an unused image', async () => {
    const {stack, gantry} = await environments(NEEDY);
    expect(await gantry('apply', '--yes', '-w', 'staging')).toMatchObject({code: 0});
    const nobody = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{name: 'a', cluster: {server: 'https://127.0.0.1:1'}}],
      contexts: [{name: 'a', context: {cluster: 'a', user: ''}}],
      'current-context': 'a',
    };
    await stack.write({
      'nobody.yaml': nobody,
      'workspaces/prod.yaml': {context: {kubeconfig_path: '../nobody.yaml', namespace: 'prod'}},
    });
    const planned = await gantry('preview', '-w', 'prod', '--images-from', 'staging');
    expect(planned, planned.stderr).toMatchObject({code: 1, stderr: expect.stringContaining('127.0.0.1:1')});
  });

  it.each([
    {
      name: 'cannot be rendered',
      template: NEEDY,
      because: /a source cannot be built: .*the ConfigMap region was not found/,
    },
    {name: 'renders other objects', template: LOOKING, because: /a chart looks up objects/},
  ])(
    'set image accepts an image of a chart that $name without the cluster, with a note',
    async ({template, because}) => {
      const {stack, gantry} = await environments(template);
      const set = await gantry('set', 'image', `${WEB}=:2.0`, `${SIDE}=:2.0`);
      expect(set, set.stderr).toMatchObject({code: 0});
      expect(set.stderr).toMatch(because);
      // A note for both workspaces, and none for the image that a manifest uses.
      expect(set.stderr.match(/it is not known whether a container uses/g)).toHaveLength(1);
      expect(set.stderr).toContain(`it is not known whether a container uses ${WEB}, `);
      expect(await readFile(join(stack.dir, 'stack.yaml'), 'utf8')).toContain(`${SIDE}: :2.0`);
      const planned = await gantry('preview', '-w', 'prod', '-o', 'json', '--detail');
      expect(planned, planned.stderr).toMatchObject({code: 0, stdout: expect.stringContaining(`${WEB}:2.0`)});
      // The note is true: only a plan finds the misspelt name.
      expect(await gantry('set', 'image', 'registry.example/wob=:2.0')).toMatchObject({code: 0});
      expect(await gantry('preview', '-w', 'prod')).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('registry.example/wob: no container uses this image'),
      });
    },
  );

  it.each(['build', 'resource graph'])('gantry %s reports why a chart that looks up objects fails', async (command) => {
    const {gantry} = await environments(NEEDY);
    const failed = await gantry(...command.split(' '), '-w', 'prod');
    expect(failed, failed.stderr).toMatchObject({code: 3});
    expect(failed.stderr).toMatch(/pod\.yaml:2:.* error: the ConfigMap region was not found/);
    expect(failed.stderr).toMatch(/pod\.yaml:1:.* note: .*finds none: the chart is built without a cluster/);
  });

  it('set image names a file that cannot be read, because its containers are not known', async () => {
    const {stack, gantry} = await environments(DEPLOYMENT);
    await stack.write({'manifests/broken.yaml': 'kind: [\n'});
    const set = await gantry('set', 'image', `${WEB}=:2.0`);
    expect(set, set.stderr).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/broken\.yaml.*a source cannot be built/s),
    });
    await stack.remove('manifests/broken.yaml');
    expect(await gantry('set', 'image', 'registry.example/wob=:2.0')).toMatchObject({code: 3});
  });
});
