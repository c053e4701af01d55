import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {ImportedCluster} from '../../src/app/import/import-cluster.ts';
import {readYaml} from '../../src/config/yaml/read-yaml.ts';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import type {Plan} from '../../src/core/plan/plan.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {applied} from '../rig/changes.ts';
import {configMap, deployment, service} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {beforeAllBuild, kubectlApply} from '../rig/other-tools.ts';
import {makeStack} from '../rig/stack.ts';

/** A kind whose schema has defaults at the top, within objects, within items of lists with keys and of others. */
const definition = (group: string): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {name: `bases.${group}`},
  spec: {
    group,
    scope: 'Namespaced',
    names: {plural: 'bases', singular: 'base', kind: 'Base', listKind: 'BaseList'},
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {status: {}},
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: {type: 'integer', default: 3},
                  engine: {type: 'string', default: 'postgres'},
                  backup: {
                    type: 'object',
                    default: {},
                    properties: {keep: {type: 'integer', default: 7}, at: {type: 'string'}},
                  },
                  users: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: {name: {type: 'string'}, role: {type: 'string', default: 'reader'}},
                    },
                  },
                  steps: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {run: {type: 'string'}, retries: {type: 'integer', default: 2}},
                    },
                  },
                },
              },
              status: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
            },
          },
        },
      },
    ],
  },
});

onCluster('import cluster, kind by kind', (cluster) => {
  beforeAllBuild('kubectl');
  const {kubeconfigPath} = cluster;

  async function freshNamespace(): Promise<string> {
    const namespace = cluster.freshNamespace('import');
    await cluster.create({apiVersion: 'v1', kind: 'Namespace', metadata: {name: namespace}});
    return namespace;
  }

  /** Imports into a directory of its own; what was written, and the same stack's commands in there. */
  async function imported(args: readonly string[]) {
    const stack = await makeStack({kubeconfigPath});
    const ran = await stack.json<ImportedCluster>(['import', 'cluster', ...args]);
    expect(ran.code, ran.stderr).toBe(0);
    const {directory = '', workspaceFlag = ''} = ran.document;
    const there = ['-C', directory, '-w', workspaceFlag];
    return {
      stack,
      document: ran.document,
      manifests: await manifestsIn(join(directory, 'manifests')),
      preview: async () => (await stack.json<Plan>(['preview', '--adopt', 'all', ...there])).document,
      apply: () => applied(stack, ['--adopt', 'all', '--no-wait', ...there]),
    };
  }

  async function expectNoOtherChange({changes, summary}: Plan, count: number): Promise<void> {
    expect(summary).toMatchObject({adopt: count, create: 0, update: 0, blocked: 0});
    expect(
      changes.flatMap(({id, fields}) =>
        fields.filter(({cause}) => cause !== 'ownership').map(({path}) => `${id} ${path}`),
      ),
    ).toEqual([]);
  }

  it('a custom resource is imported without the defaults of its schema and without its status', async () => {
    const namespace = await freshNamespace();
    const group = `${namespace}.example`;
    const apiVersion = `${group}/v1`;
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `bases.${group}`,
    });
    await cluster.create(definition(group));
    await expect
      .poll(
        async () => {
          await cluster.client.discovery.refresh(apiVersion);
          return cluster.client.discovery.resourceFor({apiVersion, kind: 'Base'});
        },
        {timeout: 20_000},
      )
      .toBeDefined();
    const bases: readonly JsonObject[] = [
      {apiVersion, kind: 'Base', metadata: {name: 'plain'}, spec: {}},
      {
        apiVersion,
        kind: 'Base',
        metadata: {name: 'own'},
        spec: {size: 5, backup: {at: '03:00'}, users: [{name: 'ann'}, {name: 'bob', role: 'writer'}]},
      },
    ];
    await kubectlApply({cluster, namespace, objects: bases});
    const ref = {apiVersion, kind: 'Base', namespace, name: 'own'};
    expect(await cluster.get(ref)).toMatchObject({
      spec: {engine: 'postgres', backup: {keep: 7}, users: [{role: 'reader'}, {role: 'writer'}]},
    });
    await cluster.patchAs('operator', ref, {status: {phase: 'Running'}}, 'status');
    const {manifests, preview} = await imported(['-n', namespace]);
    const own = manifests.find((one) => identityOf(one).name === 'own');
    expect(own).toEqual(bases[1]);
    const plain = manifests.find((one) => identityOf(one).name === 'plain');
    expect(plain?.['spec'] ?? {}).toEqual({});
    await expectNoOtherChange(await preview(), 2);
  });

  it('an autoscaler is imported without the defaults of its behaviour', async () => {
    const namespace = await freshNamespace();
    const scaler = (name: string, behavior: JsonObject): JsonObject => ({
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: {name},
      spec: {
        scaleTargetRef: {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'},
        maxReplicas: 5,
        metrics: [{type: 'Resource', resource: {name: 'cpu', target: {type: 'Utilization', averageUtilization: 70}}}],
        behavior,
      },
    });
    const written = [
      scaler('slow-down', {scaleDown: {stabilizationWindowSeconds: 60}}),
      scaler('pods-only', {scaleUp: {policies: [{type: 'Pods', value: 2, periodSeconds: 30}]}}),
    ];
    await kubectlApply({cluster, namespace, objects: written});
    const {manifests, preview} = await imported(['-n', namespace]);
    expect(manifests.toSorted((a, b) => (identityOf(a).name < identityOf(b).name ? 1 : -1))).toEqual(written);
    await expectNoOtherChange(await preview(), 2);
  });

  it('kinds without a namespace are imported by name only, by their label, and without those of the cluster itself', async () => {
    const namespace = await freshNamespace();
    const metadata = {name: namespace, labels: {app: namespace}};
    const role = {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata,
      rules: [{apiGroups: [''], resources: ['pods'], verbs: ['get']}],
    };
    const priority = {apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata, value: 7};
    for (const {apiVersion, kind} of [role, priority]) cluster.deleteAtEnd({apiVersion, kind, name: namespace});
    await kubectlApply({
      cluster,
      namespace,
      objects: [role, priority, configMap('a', {a: '1'}, {labels: {app: namespace}})],
    });
    expect((await imported(['-n', namespace])).manifests.map(({kind}) => kind)).toEqual(['ConfigMap']);
    const kinds = ['--kind', 'clusterroles', '--kind', 'PriorityClass', '--kind', 'ConfigMap', '--kind', 'Namespace'];
    const {manifests, preview} = await imported(['-n', namespace, ...kinds, '-l', `app=${namespace}`]);
    expect(
      manifests
        .filter(({kind}) => kind !== 'ConfigMap')
        .toSorted((a, b) => (String(a['kind']) < String(b['kind']) ? -1 : 1)),
    ).toEqual([role, priority]);
    await expectNoOtherChange(await preview(), 3);
    const all = await imported([
      '-n',
      namespace,
      '--kind',
      'ClusterRole',
      '--kind',
      'PriorityClass',
      '--kind',
      'Namespace',
    ]);
    const names = all.manifests.map((one) => identityOf(one).name);
    expect(names).toContain(namespace);
    expect(names.filter((name) => name.startsWith('system') || name === 'cluster-admin')).toEqual([]);
    // Of all namespaces the one that was named.
    expect(all.manifests.filter(({kind}) => kind === 'Namespace').map((one) => identityOf(one).name)).toEqual([
      namespace,
    ]);
  });

  it('a second import is identical, byte by byte, also after its objects were applied and forgotten', async () => {
    const namespace = await freshNamespace();
    await kubectlApply({cluster, namespace, objects: [deployment('web'), service('web'), configMap('a', {a: '1'})]});
    const [first, second] = [await imported(['-n', namespace]), await imported(['-n', namespace])];
    const texts = await Promise.all(
      [first, second].map(({document}) => textsIn(join(document.directory ?? '', 'manifests'))),
    );
    expect(texts[0]).toHaveLength(3);
    expect(texts[1]).toEqual(texts[0]);
    await first.apply();
    const taken = await second.stack.gantry(['import', 'cluster', '-n', namespace, '--out', 'third']);
    expect(taken).toMatchObject({code: 3, stderr: expect.stringContaining('already owns the objects that were found')});
    const {directory = '', workspaceFlag = ''} = first.document;
    const leave = ['destroy', '--keep-objects', '--yes', '-C', directory, '-w', workspaceFlag];
    expect(await first.stack.gantry(leave)).toMatchObject({code: 0, stdout: expect.stringContaining('3 forgotten')});
    const third = await imported(['-n', namespace]);
    expect(await textsIn(join(third.document.directory ?? '', 'manifests'))).toEqual(texts[0]);
  });
});

async function textsIn(directory: string): Promise<readonly string[]> {
  const names = (await readdir(directory)).toSorted();
  return Promise.all(names.map(async (name) => `${name}\n${await readFile(join(directory, name), 'utf8')}`));
}

async function manifestsIn(directory: string): Promise<readonly JsonObject[]> {
  const names = await readdir(directory);
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')));
  return texts.flatMap((text) => readYaml(text, 'test.yaml').documents.map(({value}) => value)).filter(isObject);
}
