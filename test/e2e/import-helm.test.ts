import {mkdir, readdir, readFile, stat, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {ImportedHelm} from '../../src/app/import/import-helm.ts';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {namespaceObject} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, runTool} from '../rig/other-tools.ts';
import {scratchDirectory} from '../rig/scratch.ts';
import {makeStack, type Stack} from '../rig/stack.ts';

const CANARY = 'canary-5d20c7e9';
const HELMS = ['helm', 'helm4'] as const;
type Helm = (typeof HELMS)[number];

onCluster('gantry import helm', (cluster) => {
  beforeAllBuild(...HELMS, 'kubectl');
  const {kubeconfigPath} = cluster;

  describe.each(HELMS)('%s', (helm) => {
    it('an imported Helm release becomes a stack that changes only owners, restarts nothing, and is then unchanged', async () => {
      const {namespace, group} = await installed(cluster, helm);
      const stack = await makeStack({kubeconfigPath});
      const {document: imported} = await importing(stack, namespace, ['--secrets', 'plain']);
      const id = (type: string): string => `${type}:${namespace}:web`;
      expect(imported.release).toEqual({
        name: 'web',
        namespace,
        revision: 2,
        status: 'deployed',
        chart: 'web-1.2.3',
      });
      expect(imported.resources.map((one) => one.id)).toEqual([
        `apiextensions.k8s.io/v1:CustomResourceDefinition:things.${group}`,
        id('apps/v1:Deployment'),
        `v1:ConfigMap:${namespace}:kept`,
        id('v1:Secret'),
        id('v1:Service'),
      ]);
      expect(imported.skipped).toEqual([
        {
          id: `batch/v1:Job:${namespace}:migrate`,
          because: 'a hook (pre-install, pre-upgrade): Helm runs it, and does not keep it',
        },
      ]);

      const inside = insideOf(stack, imported);
      const {document: plan} = await inside.json<Plan>(['preview', '--adopt', 'all']);
      expect(plan.summary).toMatchObject({adopt: 5, blocked: 0, create: 0, update: 0, delete: 0});
      expect(loudFields(plan)).toEqual([]);

      const before = await replicaSets(cluster, namespace);
      expect(before).toHaveLength(1);
      await applied(inside, ['--adopt', 'all']);
      expect(await replicaSets(cluster, namespace)).toEqual(before);
      const quiet = await inside.json<Plan>(['preview']);
      expect(quiet.document.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
      // What Helm is told to keep outlives the stack, too.
      const kept = await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'});
      expect(kept).toMatchObject({metadata: {annotations: {'helm.sh/resource-policy': 'keep'}}});
      await inside.gantry(['destroy', '--yes', '--allow-delete', 'all']);
      expect(await cluster.get({apiVersion: 'v1', kind: 'ConfigMap', namespace, name: 'kept'})).toBeDefined();
      expect(await cluster.get({apiVersion: 'v1', kind: 'Service', namespace, name: 'web'})).toBeUndefined();
    });

    it('a stack goes back to Helm: the objects stay the same ones, nothing restarts, and Helm deletes them', async () => {
      const {namespace, chart} = await installed(cluster, helm);
      const stack = await makeStack({kubeconfigPath});
      const {document: imported} = await importing(stack, namespace, ['--secrets', 'plain']);
      const inside = insideOf(stack, imported);
      await applied(inside, ['--adopt', 'all']);
      await runTool('kubectl', cluster, ['delete', 'secret', '-n', namespace, '-l', 'owner=helm,name=web']);
      const deployment = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
      const [before, pods] = [await cluster.get(deployment), await replicaSets(cluster, namespace)];

      const left = await inside.gantry(['destroy', '--keep-objects', '--yes']);
      expect(left, left.stderr).toMatchObject({code: 0});
      const values = `password=${CANARY},replicas=2`;
      const back = ['upgrade', '--install', 'web', chart, '-n', namespace, '--take-ownership', '--no-hooks'];
      await runTool(helm, cluster, [...back, '--set', values]);
      const after = await cluster.get(deployment);
      expect(metadataOf(after)['uid']).toBe(metadataOf(before)['uid']);
      expect(after?.['spec']).toEqual(before?.['spec']);
      expect(JSON.stringify(metadataOf(after)['labels'])).not.toContain('gantry');
      expect(await replicaSets(cluster, namespace)).toEqual(pods);
      await runTool(helm, cluster, [...back, '--set', values.replace('replicas=2', 'replicas=3')]);
      expect(await cluster.get(deployment)).toMatchObject({spec: {replicas: 3}});
      await runTool(helm, cluster, ['uninstall', 'web', '-n', namespace, '--no-hooks', '--wait']);
      expect(await cluster.get(deployment)).toBeUndefined();
    });

    it('an import of Helm writes no value of a Secret without a flag', async () => {
      const {namespace} = await installed(cluster, helm);
      for (const handling of ['skip', 'refs']) {
        const stack = await makeStack({kubeconfigPath});
        const {document: imported, stdout, stderr} = await importing(stack, namespace, ['--secrets', handling]);
        const files = await textOf(join(stack.dir, 'web'));
        for (const form of [CANARY, Buffer.from(CANARY).toString('base64')])
          expect(`${files}\n${stdout}\n${stderr}`).not.toContain(form);
        expect(files).toContain("password: '***'");
        expect(files).toContain('replicas: 2');
        const secret = `v1:Secret:${namespace}:web`;
        expect(imported.resources.some(({id}) => id === secret)).toBe(handling === 'refs');
        expect(files.includes('ref://web/password')).toBe(handling === 'refs');
      }
      const stack = await makeStack({kubeconfigPath});
      await importing(stack, namespace, ['--secrets', 'plain']);
      for (const [file, value] of Object.entries({'manifests/secret-web.yaml': btoa(CANARY), 'values.yaml': CANARY})) {
        const path = join(stack.dir, 'web', file);
        expect(await readFile(path, 'utf8')).toContain(value);
        expect((await stat(path)).mode & 0o777).toBe(0o600);
      }
    });
  });

  it('an import reads a Helm release in ConfigMaps, and names the command that deletes only its record', async () => {
    const {namespace} = await installed(cluster, 'helm', {HELM_DRIVER: 'configmap'});
    const stack = await makeStack({kubeconfigPath});
    const {document: imported} = await importing(stack, namespace, ['--secrets', 'plain']);
    expect(imported.release).toMatchObject({revision: 2, status: 'deployed'});
    const inside = insideOf(stack, imported);
    const {document: plan} = await inside.json<Plan>(['preview', '--adopt', 'all']);
    expect(plan.summary).toMatchObject({adopt: 5, blocked: 0, create: 0, update: 0, delete: 0});
    expect(loudFields(plan)).toEqual([]);
    // The take-over knows what the chart set, here too.
    expect(JSON.stringify(plan)).not.toMatch(/has no Secret|could not be read/);
    await applied(inside, ['--adopt', 'all']);
    const hint = imported.diagnostics.find(({code}) => code === 'import/helm-record')?.hint ?? '';
    const [, command = ''] = /: kubectl (.*)$/.exec(hint) ?? [];
    const deleted = await runTool('kubectl', cluster, command.split(' '));
    expect(deleted.trim().split('\n')).toHaveLength(2);
    const left = await runTool('kubectl', cluster, ['get', 'configmap,secret', '-n', namespace, '-o', 'name']);
    expect(left).not.toContain('sh.helm.release');
    expect(left).toContain('configmap/kept');
    const {document: quiet} = await inside.json<Plan>(['preview']);
    expect(quiet.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
  });

  it('an earlier revision of Helm is imported on request, with a message about its meaning', async () => {
    const {namespace} = await installed(cluster, 'helm');
    const stack = await makeStack({kubeconfigPath});
    const {document: imported} = await importing(stack, namespace, ['--revision', '1']);
    expect(imported.release).toMatchObject({revision: 1, status: 'superseded'});
    expect(imported.diagnostics.map(({message}) => message).join('\n')).toContain('revision 1 is superseded');
    const plan = await insideOf(stack, imported).json<Plan>(['preview', '--adopt', 'all']);
    expect(loudFields(plan.document)).toContain(`apps/v1:Deployment:${namespace}:web spec.replicas`);
  });

  it('the deployed revision of Helm is imported if a later one failed, with a message', async () => {
    const {namespace, chart} = await installed(cluster, 'helm');
    const failing = ['upgrade', 'web', chart, '-n', namespace, '--set', 'replicas=-1'];
    await expect(runTool('helm', cluster, failing)).rejects.toThrow();
    const stack = await makeStack({kubeconfigPath});
    const {document: imported} = await importing(stack, namespace);
    expect(imported.release).toMatchObject({revision: 2, status: 'deployed'});
    const said = imported.diagnostics.map(({message}) => message).join('\n');
    expect(said).toContain('revision 3 is newer than the deployed revision 2, and failed');
    expect(said).toContain(`"helm uninstall web -n ${namespace}" would delete the objects`);
  });

  it('an unknown Helm release is refused with similar names, and existing files are never overwritten', async () => {
    const {namespace} = await installed(cluster, 'helm');
    const stack = await makeStack({kubeconfigPath});
    const none = await stack.gantry(['import', 'helm', 'wep', '-n', namespace, '-w', 'test']);
    expect(none.code).toBe(3);
    expect(none.stderr).toContain(`he namespace ${namespace} has no Helm release wep`);
    expect(none.stderr).toContain('Did you mean web?');
    const elsewhere = await stack.gantry(['import', 'helm', 'web', '-n', 'default', '-w', 'test']);
    expect(elsewhere.code).toBe(3);
    expect(elsewhere.stderr).toContain(`-n ${namespace}`);
    const missing = await stack.gantry(['import', 'helm', 'web', '-n', namespace, '-w', 'test', '--revision', '9']);
    expect(missing.code).toBe(3);
    expect(missing.stderr).toContain('Use one of: 1 (superseded), 2 (deployed)');
    await importing(stack, namespace);
    const again = await stack.gantry(['import', 'helm', 'web', '-n', namespace, '-w', 'test']);
    expect(again.code).toBe(3);
    expect(again.stderr).toContain('nothing was written, these files already exist');
  });
});

async function importing(stack: Stack, namespace: string, args: readonly string[] = []) {
  const ran = await stack.json<ImportedHelm>(['import', 'helm', 'web', '-n', namespace, '-w', 'test', ...args]);
  expect(ran.code, ran.stderr).toBe(0);
  return ran;
}

const insideOf = (stack: Stack, {directory = '', workspaceFlag = ''}: ImportedHelm): Stack => {
  const there = (args: readonly string[]): readonly string[] => [...args, '-C', directory, '-w', workspaceFlag];
  return {
    ...stack,
    gantry: (args, options) => stack.gantry(there(args), options),
    json: (args, options) => stack.json(there(args), options),
  };
};

const metadataOf = (object: JsonObject | undefined): JsonObject =>
  isObject(object?.['metadata']) ? object['metadata'] : {};

const loudFields = ({changes}: Plan): readonly string[] =>
  changes.flatMap(({id, fields}) => fields.filter(({cause}) => cause !== 'ownership').map(({path}) => `${id} ${path}`));

async function replicaSets(cluster: Cluster, namespace: string): Promise<readonly string[]> {
  const resource = await cluster.client.discovery.resourceFor({apiVersion: 'apps/v1', kind: 'ReplicaSet'});
  if (resource === undefined) throw new Error('no ReplicaSet');
  const reply = await cluster.client.list({resource, namespace});
  return reply.ok ? reply.items.filter(isObject).map((one) => identityOf(one).name) : [];
}

async function textOf(directory: string): Promise<string> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'utf8')))).join('\n');
}

/** A release at its second revision, made by the real program. */
async function installed(cluster: Cluster, helm: Helm, env: Readonly<Record<string, string>> = {}) {
  const namespace = cluster.freshNamespace();
  await cluster.create(namespaceObject(namespace));
  const group = `${namespace}.example.dev`;
  cluster.deleteAtEnd({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    name: `things.${group}`,
  });
  const chart = await scratchDirectory();
  for (const [file, content] of Object.entries(chartFiles(group))) {
    await mkdir(dirname(join(chart, file)), {recursive: true});
    await writeFile(join(chart, file), content);
  }
  const run = (...args: readonly string[]) => runTool(helm, cluster, [...args, '-n', namespace], env);
  await run('install', 'web', chart, '--set', `password=${CANARY}`);
  await run('upgrade', 'web', chart, '--set', `password=${CANARY},replicas=2`);
  return {namespace, group, chart};
}

const chartFiles = (group: string): Readonly<Record<string, string>> => ({
  'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.2.3\nappVersion: "1"\n',
  'values.yaml': 'replicas: 1\npassword: ""\n',
  'crds/things.yaml': JSON.stringify(definition(group)),
  'templates/deployment.yaml': `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app.kubernetes.io/managed-by: {{ .Release.Service }}
    helm.sh/chart: web-1.2.3
  annotations:
spec:
  replicas: {{ .Values.replicas }}
  selector:
    matchLabels: {app: web}
  template:
    metadata:
      labels: {app: web}
      annotations:
        checksum/secret: {{ .Values.password | sha256sum }}
    spec:
      containers:
        - name: web
          image: nginx:1.27
          ports: [{containerPort: 80}]
          resources: {requests: {cpu: "1000m"}}
`,
  'templates/service.yaml': `apiVersion: v1
kind: Service
metadata:
  name: web
  namespace: {{ .Release.Namespace }}
spec:
  selector: {app: web}
  ports: [{port: 80}]
`,
  'templates/secret.yaml': `apiVersion: v1
kind: Secret
metadata:
  name: web
stringData:
  password: {{ .Values.password | quote }}
`,
  'templates/kept.yaml': `apiVersion: v1
kind: ConfigMap
metadata:
  name: kept
  annotations:
    helm.sh/resource-policy: keep
data:
  mode: fast
`,
  'templates/hook.yaml': `apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations:
    helm.sh/hook: pre-install,pre-upgrade
    helm.sh/hook-delete-policy: before-hook-creation
spec:
  template:
    spec:
      restartPolicy: Never
      containers: [{name: a, image: "busybox:1"}]
`,
});

const definition = (group: string): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {name: `things.${group}`},
  spec: {
    group,
    names: {kind: 'Thing', plural: 'things', singular: 'thing', listKind: 'ThingList'},
    scope: 'Namespaced',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {openAPIV3Schema: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true}},
      },
    ],
  },
});
