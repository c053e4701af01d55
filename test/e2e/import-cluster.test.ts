import {existsSync, readFileSync} from 'node:fs';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, inject, it} from 'vitest';
import type {ImportedCluster} from '../../src/app/import/import-cluster.ts';
import {readYaml} from '../../src/config/yaml/read-yaml.ts';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {compareNaturally} from '../../src/lib/compare-naturally.ts';
import {applied} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {configMap, deployment, manifests, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, kubectlApply} from '../rig/other-tools.ts';
import {makeStack, type Stack} from '../rig/stack.ts';
import {userOf} from '../rig/user.ts';

const REAL = join(import.meta.dirname, '../../../shared/real');
const CANARY = 'canary-4e1b77d0';
const OUTSIDE = ['CustomResourceDefinition', 'ClusterRole', 'ClusterRoleBinding', 'Namespace'];

onCluster('gantry import cluster', (cluster) => {
  beforeAllBuild('kubectl');
  const {kubeconfigPath} = cluster;

  describe.each(['online-boutique', 'argo-cd'])('%s', (name) => {
    const file = join(REAL, `${name}.yaml`);
    it.skipIf(!existsSync(file))(
      'an import becomes a stack that changes only owners, and restarts nothing',
      {timeout: 120_000},
      async () => {
        const namespace = await freshNamespace(cluster);
        const objects = documentsOf(readFileSync(file, 'utf8')).filter(({kind}) => !OUTSIDE.includes(kind as string));
        await kubectlApply({cluster, namespace, objects});
        const {stack, imported} = await importing(cluster, namespace, ['--secrets', 'plain']);
        expect(imported.resources).toHaveLength(objects.length);

        const inside = insideOf(stack, imported);
        const preview = await inside.json<Plan>(['preview', '--adopt', 'all']);
        expect(preview.document.summary).toMatchObject({adopt: objects.length, blocked: 0, create: 0, update: 0});
        expect(loudFields(preview.document)).toEqual([]);

        const before = await rollouts(cluster, namespace);
        expect(before.length).toBeGreaterThan(0);
        await applied(inside, ['--adopt', 'all']);
        expect(await rollouts(cluster, namespace)).toEqual(before);
        const quiet = await inside.json<Plan>(['preview']);
        expect(quiet.document.changes.filter(({action}) => action !== 'unchanged')).toEqual([]);
      },
    );
  });

  it('an import returns the written fields of every kind for which the server sets defaults', async () => {
    const namespace = await freshNamespace(cluster);
    const written = kinds();
    await kubectlApply({cluster, namespace, objects: written});
    const {stack, imported} = await importing(cluster, namespace);
    expect(imported.diagnostics).toEqual([]);
    const files = await manifestsIn(join(stack.dir, namespace, 'manifests'));
    expect(byName(files)).toEqual(byName(written));
    const {document} = await insideOf(stack, imported).json<Plan>(['preview', '--adopt', 'all']);
    expect(document.summary).toMatchObject({adopt: written.length, blocked: 0});
    expect(loudFields(document)).toEqual([]);
  });

  it('an import keeps a value that only looks like a default', async () => {
    const namespace = await freshNamespace(cluster);
    const written = lookalikes();
    await kubectlApply({cluster, namespace, objects: written});
    const {stack} = await importing(cluster, namespace);
    expect(byName(await manifestsIn(join(stack.dir, namespace, 'manifests')))).toEqual(byName(written));
  });

  it('an import leaves the replicas to an autoscaler, and drops the time of a restart', async () => {
    const namespace = await freshNamespace(cluster);
    const scaler = {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: {name: 'web'},
      spec: {scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'}, minReplicas: 2, maxReplicas: 5},
    };
    await kubectlApply({cluster, namespace, objects: [deployment('web'), scaler]});
    const web = {apiVersion: 'apps/v1', kind: 'Deployment', namespace, name: 'web'};
    await cluster.patchAs('kube-controller-manager', web, {spec: {replicas: 3}}, 'scale');
    const restarted = {'kubectl.kubernetes.io/restartedAt': '2026-01-01T00:00:00Z'};
    await cluster.patchAs('kubectl-rollout', web, {spec: {template: {metadata: {annotations: restarted}}}});
    const {stack, imported} = await importing(cluster, namespace);
    const files = await manifestsIn(join(stack.dir, namespace, 'manifests'));
    expect(files.find(({kind}) => kind === 'Deployment')).toEqual(deployment('web'));
    const {document} = await insideOf(stack, imported).json<Plan>(['preview', '--adopt', 'all']);
    expect(loudFields(document)).toEqual([]);
  });

  it('an import writes no value of a Secret, and names the Secrets that it leaves out', async () => {
    const namespace = await freshNamespace(cluster);
    await kubectlApply({cluster, namespace, objects: [configMap('settings', {a: '1'}), login()]});
    const {stack, imported, said} = await importing(cluster, namespace);
    const id = `v1:Secret:${namespace}:login`;
    expect(imported.resources.map((one) => one.id)).toEqual([`v1:ConfigMap:${namespace}:settings`]);
    expect(imported.skipped).toEqual([{id, because: 'a Secret'}]);
    expect(imported.diagnostics).toMatchObject([
      {code: 'import/secrets-left-out', message: expect.stringContaining(id)},
    ]);
    expect(said + (await textOf(stack.dir))).not.toMatch(leak);
  });

  it('with --secrets refs the values come from a secret store, and the stack is unchanged', async () => {
    const namespace = await freshNamespace(cluster);
    await kubectlApply({cluster, namespace, objects: [login()]});
    const {stack, imported, said} = await importing(cluster, namespace, ['--secrets', 'refs']);
    expect(said + (await textOf(stack.dir))).not.toMatch(leak);
    await stack.write({
      'workspaces/test.yaml': {
        name: 'test',
        context: {kubeconfig_path: kubeconfigPath},
        secretStore: {provider: {file: {path: '../store'}}},
      },
      'store/login/password': CANARY,
      'store/login/user': 'ann',
    });
    const {document, stderr} = await insideOf(stack, imported).json<Plan>(['preview', '--adopt', 'all']);
    expect(document.summary, stderr).toMatchObject({adopt: 1});
    expect(loudFields(document)).toEqual([]);
  });

  it('--secrets refs leaves out a Secret with binary values, because no store could return them', async () => {
    const namespace = await freshNamespace(cluster);
    const keystore = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'keystore'}, data: {jks: '/u3+7Q=='}};
    await kubectlApply({cluster, namespace, objects: [login(), keystore]});
    const {imported} = await importing(cluster, namespace, ['--secrets', 'refs']);
    expect(imported.resources.map(({id}) => id)).toEqual([`v1:Secret:${namespace}:login`]);
    expect(imported.skipped).toEqual([
      {id: `v1:Secret:${namespace}:keystore`, because: expect.stringContaining('not all text (jks)')},
    ]);
  });

  it('--secrets plain writes a file that only the user can read, and prints nothing of it', async () => {
    const namespace = await freshNamespace(cluster);
    await kubectlApply({cluster, namespace, objects: [login()]});
    const {stack, said} = await importing(cluster, namespace, ['--secrets', 'plain']);
    const file = join(stack.dir, namespace, 'manifests/secret-login.yaml');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(documentsOf(await readFile(file, 'utf8'))[0]).toMatchObject({data: {user: encoded('ann')}});
    expect(said).not.toMatch(leak);
    const refused = await stack.gantry(['import', 'cluster', '-n', namespace, '--secrets', 'plain', '-o', 'yaml']);
    expect(refused).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('--secrets plain and -o yaml cannot be used together'),
    });
  });

  it('an import leaves out objects of stacks, of controllers and of every namespace, and names other tools', async () => {
    const namespace = await freshNamespace(cluster);
    const owner = await makeStack({
      kubeconfigPath,
      namespace,
      name: 'first',
      files: manifests(configMap('ours', {a: '1'})),
    });
    await applied(owner);
    await kubectlApply({
      cluster,
      namespace,
      objects: [
        deployment('web', {replicas: 1}),
        service('web'),
        configMap('charted', {a: '1'}, {annotations: {'meta.helm.sh/release-name': 'shop'}}),
        configMap('synced', {a: '1'}, {labels: {'kustomize.toolkit.fluxcd.io/name': 'apps', keep: 'me'}}),
      ],
    });
    await expect.poll(() => listOf(cluster, 'v1', 'Pod', namespace)).not.toEqual([]);
    const {stack, imported} = await importing(cluster, namespace);
    expect(imported.created.map((file) => file.split('/').at(-1))).toEqual([
      'project.yaml',
      'stack.yaml',
      'deployment-web.yaml',
      'configmap-charted.yaml',
      'configmap-synced.yaml',
      'service-web.yaml',
    ]);
    expect(imported.skipped).toEqual([
      {id: `v1:ConfigMap:${namespace}:ours`, because: 'the stack first/first/test owns it already'},
    ]);
    expect(imported.diagnostics.map(({message}) => message)).toEqual([
      `Helm (shop) also writes v1:ConfigMap:${namespace}:charted`,
      `Flux (Kustomization) (apps) also writes v1:ConfigMap:${namespace}:synced`,
      `the stack first/first/test owns these objects already: v1:ConfigMap:${namespace}:ours`,
    ]);
    const files = await manifestsIn(join(stack.dir, namespace, 'manifests'));
    const metadata = files.map((one) => one['metadata']);
    expect(metadata).toContainEqual({name: 'charted'});
    expect(metadata).toContainEqual({name: 'synced', labels: {keep: 'me'}});
  });

  it('-o yaml prints the manifests of the selected kinds and labels, and writes nothing', async () => {
    const namespace = await freshNamespace(cluster);
    const objects = [configMap('a', {a: '1'}, {labels: {app: 'web'}}), configMap('b', {b: '2'}), service('a')];
    await kubectlApply({cluster, namespace, objects});
    const stack = await makeStack({kubeconfigPath, namespace});
    const args = ['import', 'cluster', '-n', namespace, '--kind', 'configmaps', '-l', 'app=web', '-o', 'yaml'];
    const ran = await stack.gantry(args);
    expect(ran).toMatchObject({code: 0});
    expect(documentsOf(ran.stdout)).toEqual([configMap('a', {a: '1'}, {namespace, labels: {app: 'web'}})]);
    expect(await readdir(stack.dir)).toEqual(['stack.yaml', 'workspaces']);
  });

  it('several namespaces become one stack, whose manifests contain the namespace of each object', async () => {
    const [one, two] = [await freshNamespace(cluster), await freshNamespace(cluster)];
    for (const namespace of [one, two])
      await kubectlApply({cluster, namespace, objects: [configMap('settings', {namespace})]});
    const stack = await makeStack({kubeconfigPath});
    const ran = await stack.json<ImportedCluster>(['import', 'cluster', '-n', one, '-n', two, '--out', 'both']);
    expect(ran.document.resources).toEqual(
      [one, two].toSorted(compareNaturally).map((namespace) => ({
        id: `v1:ConfigMap:${namespace}:settings`,
        file: `manifests/${namespace}/configmap-settings.yaml`,
      })),
    );
    const {document} = await insideOf(stack, ran.document).json<Plan>(['preview', '--adopt', 'all']);
    expect(document.summary).toMatchObject({adopt: 2, create: 0});
    expect(loudFields(document)).toEqual([]);
  });

  it('objects created since become a stack of another name, because under the first one they would delete the import', async () => {
    const namespace = await freshNamespace(cluster);
    await kubectlApply({cluster, namespace, objects: [configMap('early', {a: '1'})]});
    const {stack, imported} = await importing(cluster, namespace);
    await applied(insideOf(stack, imported), ['--adopt', 'all']);
    await kubectlApply({cluster, namespace, objects: [configMap('late', {a: '1'})]});
    const names = ['later', `${namespace}-2`];
    for (const [i, more] of [
      ['--out', 'later'],
      ['-C', 'workspaces'],
    ].entries()) {
      const again = await stack.json<ImportedCluster>(['import', 'cluster', '-n', namespace, ...more]);
      expect(again.document.diagnostics.map(({code}) => code)).toContain('import/name-taken');
      const {document} = await insideOf(stack, again.document).json<Plan>(['preview', '--adopt', 'all']);
      expect(document).toMatchObject({stack: names[i], summary: {adopt: 1, delete: 0}});
    }
  });

  describe('refused imports', () => {
    it.each([
      {
        name: 'a namespace that does not exist is named, with the cluster',
        args: ['-n', 'nobody-has-this-one'],
        message: /^error: The cluster https:\S+ has no namespace nobody-has-this-one\.$/m,
      },
      {
        name: 'a misspelt kind has a nearest one',
        args: ['-n', 'default', '--kind', 'Deploymnet'],
        message: /Did you mean Deployment/,
      },
      {
        name: 'a selector that the server does not understand is no broken connection',
        args: ['-n', 'default', '-l', 'app in ('],
        message: /^error: -l app in \(: the server rejected the selector: unable to parse/m,
      },
      {name: 'no namespace at all', args: [], message: /needs -n NAMESPACE/},
      {
        name: 'a handling of Secrets that there is not',
        args: ['-n', 'default', '--secrets', 'show'],
        message: /skip, refs, plain/,
      },
    ])('$name', async ({args, message}) => {
      const stack = await makeStack({kubeconfigPath});
      const ran = await stack.gantry(['import', 'cluster', ...args]);
      expect(ran).toMatchObject({code: 3, stderr: expect.stringMatching(message)});
      expect(await readdir(stack.dir)).toEqual(['stack.yaml', 'workspaces']);
    });

    it('an empty namespace is an error, not an empty stack', async () => {
      const namespace = await freshNamespace(cluster);
      const stack = await makeStack({kubeconfigPath});
      const ran = await stack.gantry(['import', 'cluster', '-n', namespace]);
      expect(ran).toMatchObject({
        code: 3,
        stderr: expect.stringContaining(`Nothing to import in namespace ${namespace}`),
      });
      expect(await readdir(stack.dir)).toEqual(['stack.yaml', 'workspaces']);
    });

    it('an existing file is never overwritten: all of them are named, and nothing is written', async () => {
      const namespace = await freshNamespace(cluster);
      await kubectlApply({cluster, namespace, objects: [configMap('a', {a: '1'}), configMap('b', {b: '1'})]});
      const stack = await makeStack({kubeconfigPath});
      await stack.write({'there/stack.yaml': 'name: mine\n', 'there/manifests/configmap-b.yaml': 'mine'});
      const ran = await stack.gantry(['import', 'cluster', '-n', namespace, '--out', 'there']);
      expect(ran.code).toBe(3);
      expect(ran.stderr).toMatch(/already exist: \S*there\/stack\.yaml, \S*there\/manifests\/configmap-b\.yaml/);
      expect(ran.stderr).toContain('--out DIR');
      expect(await readdir(join(stack.dir, 'there/manifests'))).toEqual(['configmap-b.yaml']);
      expect(await readFile(join(stack.dir, 'there/stack.yaml'), 'utf8')).toBe('name: mine\n');
    });

    const given = inject('cluster');
    const signs = given.kind === 'up' && given.signsUsers;

    it.skipIf(!signs)(
      'kinds that the user may not list are named, and the others are imported without defaults',
      async () => {
        const namespace = await freshNamespace(cluster);
        await kubectlApply({
          cluster,
          namespace,
          objects: [configMap('a', {a: '1'}), deployment('web'), service('web')],
        });
        const rules = [{apiGroups: ['', 'apps'], resources: ['configmaps', 'deployments'], verbs: ['get', 'list']}];
        const reader = {kubeconfigPath: await userOf(cluster, namespace, rules)};
        const {imported} = await importing({...reader}, namespace);
        expect(imported.resources.map(({id}) => id)).toEqual([
          `apps/v1:Deployment:${namespace}:web`,
          `v1:ConfigMap:${namespace}:a`,
        ]);
        expect(imported.diagnostics).toMatchObject([
          {
            code: 'import/not-allowed',
            message: expect.stringMatching(/you have no permission to list .*Service.* in namespace/),
          },
          {code: 'import/defaults-kept', message: expect.stringContaining(`apps/v1:Deployment:${namespace}:web`)},
        ]);
      },
    );

    it.skipIf(!signs)('a user who may list nothing gets the name of the missing permission', async () => {
      const namespace = await freshNamespace(cluster);
      const stack = await makeStack({kubeconfigPath: await userOf(cluster, namespace, [])});
      const ran = await stack.gantry(['import', 'cluster', '-n', namespace]);
      expect(ran).toMatchObject({code: 4, stderr: expect.stringMatching(/denied permission to list .* in namespace/)});
    });
  });
});

const encoded = (text: string): string => Buffer.from(text).toString('base64');
const leak = new RegExp(`${CANARY}|${encoded(CANARY)}`);

const login = (): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'login'},
  data: {password: encoded(CANARY), user: encoded('ann')},
});

async function freshNamespace(cluster: Cluster): Promise<string> {
  const namespace = cluster.freshNamespace('import');
  await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
  return namespace;
}

/** Imports beside a stack that only knows the workspace. */
async function importing(
  {kubeconfigPath}: Pick<Cluster, 'kubeconfigPath'>,
  namespace: string,
  args: readonly string[] = [],
): Promise<{readonly stack: Stack; readonly imported: ImportedCluster; readonly said: string}> {
  const stack = await makeStack({kubeconfigPath});
  const ran = await stack.json<ImportedCluster>(['import', 'cluster', '-n', namespace, ...args]);
  expect(ran.code, ran.stderr).toBe(0);
  return {stack, imported: ran.document, said: ran.stdout + ran.stderr};
}

/** The same stack's commands in the directory that was written. */
const insideOf = (stack: Stack, {directory = '', workspaceFlag = ''}: ImportedCluster): Stack => {
  const there = (args: readonly string[]): readonly string[] => [...args, '-C', directory, '-w', workspaceFlag];
  return {
    ...stack,
    gantry: (args, options) => stack.gantry(there(args), options),
    json: (args, options) => stack.json(there(args), options),
  };
};

const documentsOf = (text: string): readonly JsonObject[] =>
  readYaml(text, 'test.yaml')
    .documents.map(({value}) => value)
    .filter(isObject);

async function manifestsIn(directory: string): Promise<readonly JsonObject[]> {
  const names = await readdir(directory);
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return texts.flatMap(documentsOf);
}

async function textOf(directory: string): Promise<string> {
  const entries = await readdir(directory, {recursive: true, withFileTypes: true});
  const files = entries.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({parentPath, name}) => readFile(join(parentPath, name), 'utf8')))).join('\n');
}

const byName = (objects: readonly JsonObject[]): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(objects.map((one) => [`${String(one['kind'])} ${identityOf(one).name}`, one]));

/** All that would change beside whose a field is. */
const loudFields = ({changes}: Plan): readonly string[] =>
  changes.flatMap(({id, fields}) =>
    fields.filter(({cause}) => cause !== 'ownership').map(({path, cause}) => `${id} ${path} (${cause})`),
  );

/**
 * What a restart would make anew: each ReplicaSet, and the revision of each StatefulSet. (The generation of a Deployment counts
 * its annotations, too: ours move it, and restart nothing.)
 */
async function rollouts(cluster: Cluster, namespace: string): Promise<readonly string[]> {
  const sets = await listOf(cluster, 'apps/v1', 'ReplicaSet', namespace);
  const stateful = await listOf(cluster, 'apps/v1', 'StatefulSet', namespace);
  const revisions = stateful.map(({status}) => (isObject(status) ? JSON.stringify(status['updateRevision']) : ''));
  return [...sets.map((one) => identityOf(one).name), ...revisions].toSorted();
}

async function listOf(cluster: Cluster, apiVersion: string, kind: string, namespace: string) {
  const resource = await cluster.client.discovery.resourceFor({apiVersion, kind});
  if (resource === undefined) throw new Error(`no ${kind}`);
  const reply = await cluster.client.list({resource, namespace});
  return reply.ok ? reply.items : [];
}

const pod = (app: string): JsonObject => ({
  metadata: {labels: {app}},
  spec: {containers: [{name: 'app', image: 'nginx:1.27'}]},
});

/** As short as they can be written: everything else is the server's. */
const kinds = (): readonly JsonObject[] => [
  deployment('web', {
    ports: [{containerPort: 80}],
    livenessProbe: {httpGet: {path: '/', port: 80}},
    resources: {requests: {cpu: '100m'}},
  }),
  {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: {name: 'db'},
    spec: {
      serviceName: 'db',
      replicas: 2,
      selector: {matchLabels: {app: 'db'}},
      template: pod('db'),
      volumeClaimTemplates: [
        {metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}}},
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: {name: 'agent'},
    spec: {selector: {matchLabels: {app: 'agent'}}, template: pod('agent')},
  },
  {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {name: 'nightly'},
    spec: {
      schedule: '0 3 * * *',
      jobTemplate: {
        spec: {template: {spec: {restartPolicy: 'OnFailure', containers: [{name: 'a', image: 'busybox:1'}]}}},
      },
    },
  },
  {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {name: 'once'},
    spec: {suspend: true, template: {spec: {restartPolicy: 'Never', containers: [{name: 'a', image: 'busybox:1'}]}}},
  },
  {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {name: 'alone'},
    spec: {
      containers: [{name: 'a', image: 'busybox:1', volumeMounts: [{name: 'tmp', mountPath: '/tmp'}]}],
      volumes: [{name: 'tmp', emptyDir: {}}],
    },
  },
  service('web'),
  service('headless', {clusterIP: 'None'}),
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: {name: 'elsewhere'},
    spec: {type: 'ExternalName', externalName: 'a.example'},
  },
  service('outside', {type: 'NodePort'}),
  {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {name: 'web'},
    spec: {
      rules: [
        {
          host: 'a.example',
          http: {paths: [{path: '/', pathType: 'Prefix', backend: {service: {name: 'web', port: {number: 80}}}}]},
        },
      ],
    },
  },
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: {name: 'db'},
    spec: {
      scaleTargetRef: {apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db'},
      maxReplicas: 5,
      metrics: [{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 70}}}],
    },
  },
  {
    apiVersion: 'policy/v1',
    kind: 'PodDisruptionBudget',
    metadata: {name: 'web'},
    spec: {maxUnavailable: 1, selector: {matchLabels: {app: 'web'}}},
  },
  {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {name: 'files'},
    spec: {storageClassName: 'gantry-test', accessModes: ['ReadWriteOnce'], resources: {requests: {storage: '1Gi'}}},
  },
  {apiVersion: 'v1', kind: 'ServiceAccount', metadata: {name: 'robot', labels: {a: 'b'}}},
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: {name: 'read:all'},
    rules: [{apiGroups: [''], resources: ['pods'], verbs: ['get']}],
  },
  configMap('settings', {protocol: 'TCP', replicas: '1', lines: 'a\nb\n', yes: 'yes'}),
];

const lookalikes = (): readonly JsonObject[] => [
  // The port of a webhook's service is 443 by default; that of a Service has none.
  service('web', {ports: [{port: 443}]}),
  // For a probe the default is 1; 10 is that of webhooks.
  deployment('slow', {livenessProbe: {httpGet: {path: '/', port: 80}, timeoutSeconds: 10}}),
  {
    ...deployment('one-by-one'),
    spec: {
      ...(deployment('one-by-one')['spec'] as JsonObject),
      // 1 is the default of a DaemonSet.
      strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: 0}},
      progressDeadlineSeconds: 60,
    },
  },
  deployment('pulled', {image: 'nginx:latest', imagePullPolicy: 'IfNotPresent'}),
  {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: {name: 'web'},
    spec: {
      scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'slow'},
      maxReplicas: 5,
      metrics: [{type: 'Resource', resource: {name: 'memory', target: {type: 'Utilization', averageUtilization: 80}}}],
      behavior: {
        scaleDown: {stabilizationWindowSeconds: 60},
        // One of the two policies that are the default: with it alone there is no other.
        scaleUp: {policies: [{periodSeconds: 15, type: 'Pods', value: 4}]},
      },
    },
  },
];
