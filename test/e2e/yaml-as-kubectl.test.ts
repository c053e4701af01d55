import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {load} from 'js-yaml';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import {toolPath} from '../controlplane/for-tests.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

/** A pipeline's settings and a workload, written as YAML 1.2 forbids or reads in another way. */
const MANIFESTS = `apiVersion: v1
kind: ConfigMap
metadata: {name: settings,
labels: {
app: shop
}
}
data:
  on: "push"
  0x10: hex
  1.20: version
  "off": "quoted"
  dashboard: "{\\"panels\\": [
  1, 2
]}"
  script: |
    echo "[ not a flow
---
apiVersion: v1
kind: Service
metadata:
  name: web
spec:
  selector: {app: web}
  ports: [
    {name: http, port: 80},
  {name: metrics,
  port: 9090}
  ]
---
apiVersion: v1
kind: Pod
metadata: {name: tools}
spec:
  containers:
  - name: tools
    image: "registry.example/tools:\\
    1.0"
    command: ["sh",
    "-c"
    ]
    args: [2001:db8::, -, it's:]
  terminationGracePeriodSeconds: 0
`;

const CONFIG_MAP = {apiVersion: 'v1', kind: 'ConfigMap', name: 'settings'} as const;
const DATA = {
  true: 'push',
  '16': 'hex',
  '1.2': 'version',
  off: 'quoted',
  dashboard: '{"panels": [ 1, 2 ]}',
  script: 'echo "[ not a flow\n',
};

/** JSON in YAML whose lines begin at the first column. */
const unindented = (config: JsonObject): string =>
  Object.entries(config)
    .map(([key, value]) => `${key}: ${JSON.stringify(value, undefined, 1).replaceAll(/^ +/gm, '')}\n`)
    .join('');

onCluster('YAML that only YAML 1.1 allows', (cluster) => {
  async function stackIn(namespace: string) {
    const stack = await makeStack({namespace, files: {'manifests/all.yaml': MANIFESTS}});
    await stack.write({
      'stack.yaml': `name: shop\nworkspace: test\nnamespace: ${namespace}\nsources: [\n{manifests: "manifests/**/*"}\n]\n`,
      'workspaces/test.yaml': 'name: test\ncontext: {\nkubeconfig_path: ../kubeconfig\n}\n',
      kubeconfig: unindented(load(await readFile(cluster.kubeconfigPath, 'utf8')) as JsonObject),
    });
    return stack;
  }

  it('YAML 1.1 is applied as it was written, and keys with another meaning are reported', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    const stack = await stackIn(namespace);
    const validated = await stack.gantry(['validate']);
    expect(validated).toMatchObject({code: 0});
    for (const warning of ['`on` is read as "true"', '`0x10` is read as "16"', '`1.20` is read as "1.2"'])
      expect(validated.stdout + validated.stderr).toContain(`the key ${warning}, as kubectl does`);
    await applied(stack, ['--no-wait']);
    expect(await cluster.get({...CONFIG_MAP, namespace})).toMatchObject({
      metadata: {labels: {app: 'shop'}},
      data: DATA,
    });
    expect(await pendingChanges(stack)).toEqual([]);
    expect(await stack.gantry(['drift', '--exit-code'])).toMatchObject({code: 0});
  });

  it('YAML 1.1 gives the same objects as kubectl', async ({skip}) => {
    const kubectl = (await toolPath('kubectl')) ?? skip('there is no kubectl, and no Go to build it');
    const [ours, theirs] = [cluster.freshNamespace(), cluster.freshNamespace()];
    for (const name of [ours, theirs])
      await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name, labels: {of: 'yaml'}}});
    const stack = await stackIn(ours);
    await applied(stack, ['--no-wait']);
    const env = {PATH: process.env['PATH'], HOME: stack.home, KUBECONFIG: join(stack.dir, 'kubeconfig')};
    await promisify(execFile)(kubectl, ['create', '-n', theirs, '-f', join(stack.dir, 'manifests')], {env});
    const parts = async (namespace: string) => {
      const settings = await cluster.get({...CONFIG_MAP, namespace});
      const web = (await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'web'})) as {
        spec: JsonObject;
      };
      const tools = (await cluster.get({apiVersion: 'v1', kind: 'Pod', namespace, name: 'tools'})) as {
        spec: {containers: readonly JsonObject[]};
      };
      const {image, command, args} = tools.spec.containers[0] ?? {};
      return {data: settings?.['data'], ports: web.spec['ports'], container: {image, command, args}};
    };
    const found = await parts(ours);
    expect(found).toStrictEqual(await parts(theirs));
    expect(found.container).toStrictEqual({
      image: 'registry.example/tools:1.0',
      command: ['sh', '-c'],
      args: ['2001:db8::', '-', "it's:"],
    });
  });
});
