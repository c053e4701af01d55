import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../src/core/json.ts';
import type {Change} from '../../src/core/plan/plan.ts';
import {applied, pendingChanges} from '../rig/changes.ts';
import type {Cluster} from '../rig/cluster.ts';
import {namespacedKinds} from '../rig/many-kinds.ts';
import {injectContainer, installWebhook, type Mutation, rewriteImages} from '../rig/mutating-webhook.ts';
import {configMap, deployment, manifests, namespaceObject, service, widgetDefinition} from '../rig/objects.ts';
import {clusterHas, onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

const REAL = join(import.meta.dirname, '../../../shared/real');
const IMAGE = 'spec.template.spec.containers[name="app"].image';
const [since, here] = [expect.stringMatching(/^\d{4}-/), {file: expect.stringContaining('all.yaml')}];

const withContainers = (object: JsonObject, ...more: readonly JsonObject[]): JsonObject => {
  const {spec} = object as {spec: {template: {spec: {containers: readonly JsonObject[]}}}};
  const template = spec.template;
  const containers = [...template.spec.containers, ...more];
  return {...object, spec: {...spec, template: {...template, spec: {...template.spec, containers}}}};
};

type Scene = {readonly cluster: Cluster; readonly namespace: string};
type Row = {
  readonly name: string;
  readonly files: readonly JsonObject[];
  /** What others do in between. */
  readonly meanwhile?: (scene: Scene) => Promise<unknown>;
  /** The files afterwards. */
  readonly now?: readonly JsonObject[];
  readonly want: Partial<Omit<Change, 'fields'>> & {readonly fields: readonly JsonObject[]};
};

const settings = {apiVersion: 'v1', kind: 'ConfigMap', name: 'settings'};
const web = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'web'};
const [a, b] = [
  {name: 'A', value: '1'},
  {name: 'B', value: '2'},
];

const ROWS: readonly Row[] = [
  {
    name: 'spec: the text says something else than at the last release',
    files: [deployment('web', {replicas: 1})],
    now: [deployment('web', {replicas: 1, image: 'nginx:1.28'})],
    want: {
      action: 'update',
      effects: ['pods-restart'],
      fields: [{path: IMAGE, before: 'nginx:1.27', after: 'nginx:1.28', cause: 'spec', at: here}],
    },
  },
  {
    name: 'spec: another order of arguments',
    files: [deployment('web', {args: ['--a', '--b']})],
    now: [deployment('web', {args: ['--b', '--a']})],
    want: {
      effects: ['pods-restart'],
      fields: [
        {
          path: 'spec.template.spec.containers[name="app"].args',
          before: ['--a', '--b'],
          after: ['--b', '--a'],
          cause: 'spec',
        },
      ],
    },
  },
  {
    name: 'spec: what left the text, and stands nowhere in it',
    files: [configMap('settings', {a: '1', b: '2'})],
    now: [configMap('settings', {a: '1'})],
    want: {fields: [{path: 'data.b', before: '2', cause: 'spec'}]},
  },
  {
    name: 'spec: the user and somebody else changed it, and that one is named',
    files: [configMap('settings', {a: '1'})],
    meanwhile: ({cluster, namespace}) => cluster.patchAs('kubectl-edit', {...settings, namespace}, {data: {a: 'x'}}),
    now: [configMap('settings', {a: '2'})],
    want: {
      fields: [
        {path: 'data.a', before: 'x', after: '2', cause: 'spec', manager: 'kubectl-edit', time: since, at: here},
      ],
    },
  },
  {
    name: 'drift: kubectl edit',
    files: [configMap('settings', {a: '1'})],
    meanwhile: ({cluster, namespace}) => cluster.patchAs('kubectl-edit', {...settings, namespace}, {data: {a: 'x'}}),
    want: {
      fields: [
        {path: 'data.a', before: 'x', after: '1', cause: 'drift', manager: 'kubectl-edit', time: since, at: here},
      ],
    },
  },
  {
    name: 'drift: kubectl patch, of replicas and not by the scale subresource',
    files: [deployment('web', {replicas: 1})],
    meanwhile: ({cluster, namespace}) => cluster.patchAs('kubectl-patch', {...web, namespace}, {spec: {replicas: 3}}),
    want: {
      effects: ['scaled'],
      fields: [
        {path: 'spec.replicas', before: 3, after: 1, cause: 'drift', manager: 'kubectl-patch', time: since, at: here},
      ],
    },
  },
  {
    name: 'drift: kubectl set image, beside what the user changes',
    files: [deployment('web', {replicas: 1})],
    meanwhile: ({cluster, namespace}) =>
      cluster.patchAs(
        'kubectl-set',
        {...web, namespace},
        {spec: {template: {spec: {containers: [{name: 'app', image: 'nginx:evil'}]}}}},
      ),
    now: [deployment('web', {replicas: 2})],
    want: {
      effects: ['scaled', 'pods-restart'],
      fields: [
        {path: 'spec.replicas', before: 1, after: 2, cause: 'spec', at: here},
        {path: IMAGE, before: 'nginx:evil', after: 'nginx:1.27', cause: 'drift', manager: 'kubectl-set', time: since},
      ],
    },
  },
  {
    name: 'drift: a removal leaves nobody to name',
    files: [configMap('settings', {a: '1', b: '2'})],
    meanwhile: ({cluster, namespace}) => cluster.patchAs('kubectl-edit', {...settings, namespace}, {data: {b: null}}),
    want: {fields: [{path: 'data.b', after: '2', cause: 'drift', at: here}]},
  },
  {
    name: 'drift: another order of a list with keys, which nobody owns',
    files: [deployment('web', {env: [a, b]})],
    meanwhile: ({cluster, namespace}) =>
      cluster.patchAs(
        'kubectl-edit',
        {...web, namespace},
        {spec: {template: {spec: {containers: [{name: 'app', image: 'nginx:1.27', env: [b, a]}]}}}},
      ),
    want: {
      effects: ['pods-restart'],
      fields: [
        {
          path: 'spec.template.spec.containers[name="app"].env',
          before: ['B', 'A'],
          after: ['A', 'B'],
          cause: 'drift',
        },
      ],
    },
  },
  {
    name: 'drift: an object that somebody deleted is made again, with the reason',
    files: [configMap('settings', {a: '1'})],
    meanwhile: ({cluster, namespace}) => cluster.delete({...settings, namespace}),
    want: {
      action: 'create',
      reason: 'somebody deleted it after the last release',
      fields: [{path: 'data', after: {a: '1'}, cause: 'drift', at: here}],
    },
  },
  {
    name: 'conflict: another applier',
    files: [configMap('settings', {a: '1'})],
    meanwhile: ({cluster, namespace}) => cluster.applyAs('flux', configMap('settings', {a: 'theirs'}, {namespace})),
    want: {
      blocked: expect.anything(),
      fields: [
        {path: 'data.a', before: 'theirs', after: '1', cause: 'conflict', manager: 'flux', time: since, at: here},
      ],
    },
  },
  {
    name: 'drift: scaled by hand, taken back',
    files: [deployment('web', {replicas: 1})],
    meanwhile: ({cluster, namespace}) =>
      cluster.patchAs('kubectl', {...web, namespace}, {spec: {replicas: 2}}, 'scale'),
    want: {
      action: 'update',
      effects: ['scaled'],
      fields: [{path: 'spec.replicas', before: 2, after: 1, cause: 'drift', manager: 'kubectl', at: here}],
    },
  },
  {
    name: 'conflict: scaled by an autoscaler, left as it is',
    files: [deployment('web', {replicas: 1})],
    meanwhile: ({cluster, namespace}) =>
      cluster.patchAs('kube-controller-manager', {...web, namespace}, {spec: {replicas: 4}}, 'scale'),
    want: {
      action: 'unchanged',
      fields: [{path: 'spec.replicas', cause: 'conflict', manager: 'kube-controller-manager', yielded: true}],
    },
  },
  {
    name: 'ownership: equal, and not ours yet',
    files: [configMap('settings', {a: '1'})],
    meanwhile: ({cluster, namespace}) => cluster.patchAs('kubectl-edit', {...settings, namespace}, {data: {b: '2'}}),
    now: [configMap('settings', {a: '1', b: '2'})],
    want: {fields: [{path: 'data.b', before: '2', after: '2', cause: 'ownership'}]},
  },
  {
    name: 'default: what a new container gets beside what the text says',
    files: [deployment('web')],
    now: [withContainers(deployment('web'), {name: 'b', image: 'busybox:1'})],
    want: {
      effects: ['pods-restart'],
      fields: [
        {
          path: 'spec.template.spec.containers[name="b"]',
          after: {name: 'b', image: 'busybox:1'},
          cause: 'spec',
          at: here,
        },
        ...(
          [
            ['imagePullPolicy', 'IfNotPresent'],
            ['resources', {}],
            ['terminationMessagePath', '/dev/termination-log'],
            ['terminationMessagePolicy', 'File'],
          ] as const
        ).map(([field, after]) => ({
          path: `spec.template.spec.containers[name="b"].${field}`,
          after,
          cause: 'default',
        })),
      ],
    },
  },
  {
    name: 'server: the port that it allots, known only after apply',
    files: [service('web')],
    now: [service('web', {type: 'NodePort'})],
    want: {
      fields: [
        {path: 'spec.externalTrafficPolicy', after: 'Cluster', cause: 'default'},
        {path: 'spec.ports[port=80,protocol="TCP"].nodePort', unknown: true, cause: 'server'},
        {path: 'spec.type', before: 'ClusterIP', after: 'NodePort', cause: 'spec', at: here},
      ],
    },
  },
];

onCluster('the cause of each field that differs', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.each(ROWS)('$name', async ({files, meanwhile, now, want}) => {
    const namespace = cluster.freshNamespace();
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(...files)});
    await applied(stack);
    await meanwhile?.({cluster, namespace});
    if (now !== undefined) await stack.write(manifests(...now));
    const [change] = await pendingChanges(stack);
    expect(change).toMatchObject(want);
    for (const [i, field] of want.fields.entries())
      if (!('manager' in field)) expect(change?.fields[i]).not.toHaveProperty('manager');
    if (want.effects === undefined) expect(change?.effects ?? []).toEqual([]);
    // A later apply makes it quiet, unless it waits for a permission or is left to its owner.
    if (want.action !== 'unchanged' && want.blocked === undefined) {
      await applied(stack);
      expect(await pendingChanges(stack)).toEqual([]);
    }
  });

  it('a changed value of a referenced resource has the cause reference, and an edit beside it is named', async () => {
    const namespace = cluster.freshNamespace();
    const files = (port: number) => ({
      'stack.yaml': {
        name: 'shop',
        workspace: 'test',
        namespace,
        sources: [{manifests: 'manifests/*', references: true}],
      },
      ...manifests(
        service('web', {ports: [{port}]}),
        configMap('settings', {port: `is \${ref:v1:Service:${namespace}:web#spec.ports[0].port}`}),
      ),
    });
    const stack = await makeStack({kubeconfigPath, namespace, files: files(80)});
    await applied(stack);
    const ofSettings = async () =>
      (await pendingChanges(stack)).find(({id}) => id === `v1:ConfigMap:${namespace}:settings`)?.fields;
    await stack.write(files(8080));
    expect(await ofSettings()).toEqual([
      {path: 'data.port', before: 'is 80', after: 'is 8080', cause: 'reference', at: expect.objectContaining(here)},
    ]);
    await cluster.patchAs('kubectl-edit', {...settings, namespace}, {data: {port: 'theirs'}});
    expect(await ofSettings()).toMatchObject([{before: 'theirs', cause: 'reference', manager: 'kubectl-edit'}]);
    await stack.write(files(80));
    expect(await ofSettings()).toMatchObject([{before: 'theirs', cause: 'drift', manager: 'kubectl-edit'}]);
  });

  it('the fields that the server adds to a new object have the cause default or server', async () => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web'), service('web'))});
    const [first, second] = await pendingChanges(stack);
    expect([first, second].map((change) => change?.id)).toEqual([
      `apps/v1:Deployment:${namespace}:web`,
      `v1:Service:${namespace}:web`,
    ]);
    expect(first?.fields).toContainEqual({
      path: 'spec.template.spec.dnsPolicy',
      after: 'ClusterFirst',
      cause: 'default',
    });
    expect(second?.fields).toContainEqual({path: 'spec.clusterIP', unknown: true, cause: 'server'});
    expect(new Set([...(first?.fields ?? []), ...(second?.fields ?? [])].map(({cause}) => cause))).toEqual(
      new Set(['spec', 'default', 'server']),
    );
  });

  it('a value from the schema of a custom resource has the cause default', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.com`;
    const schema = {type: 'object', properties: {size: {type: 'string', default: 'small'}, n: {type: 'integer'}}};
    cluster.deleteAtEnd({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      name: `widgets.${group}`,
    });
    const widget = {apiVersion: `${group}/v1`, kind: 'Widget', metadata: {name: 'w'}, spec: {n: 1}};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(widgetDefinition({group, schema}))});
    await applied(stack);
    await stack.write(manifests(widgetDefinition({group, schema}), widget));
    const [change] = await pendingChanges(stack);
    expect(change?.fields).toContainEqual({path: 'spec.size', after: 'small', cause: 'default'});
    expect(change?.fields.map(({cause}) => cause)).not.toContain('webhook');
  });

  it.each([
    {name: 'objects of many kinds', files: manifests(...namespacedKinds())},
    ...['online-boutique', 'argo-cd']
      .filter((name) => existsSync(join(REAL, `${name}.yaml`)))
      .map((name) => ({
        name,
        files: {'manifests/all.yaml': readFileSync(join(REAL, `${name}.yaml`), 'utf8')},
      })),
  ])('without a webhook no field of $name has the cause webhook', async ({files}) => {
    const namespace = cluster.freshNamespace();
    await cluster.create(namespaceObject(namespace));
    const stack = await makeStack({kubeconfigPath, namespace, files});
    const changes = await pendingChanges(stack);
    const verified = changes.filter(({action, verified}) => action === 'create' && verified);
    expect(verified.length).toBeGreaterThan(15);
    const told = verified.flatMap(({id, fields}) => fields.map(({path, cause}) => `${cause} ${id} ${path}`));
    expect(told.filter((line) => line.startsWith('webhook'))).toEqual([]);
    expect(told.some((line) => line.startsWith('default'))).toBe(true);
  });

  const callsWebhooks = clusterHas('admission webhooks');
  const inject: Mutation = (object) => [
    ...rewriteImages('mirror.example/')(object),
    ...injectContainer({name: 'side-car', image: 'mesh:1'})(object),
  ];
  const byWebhooks = [
    {
      name: 'rewrites images',
      mutation: rewriteImages('mirror.example/'),
      fields: [{path: IMAGE, before: 'nginx:1.27', after: 'mirror.example/nginx:1.27', cause: 'webhook', at: here}],
    },
    {
      name: 'injects a side-car',
      mutation: injectContainer({name: 'side-car', image: 'mesh:1'}),
      fields: [
        {
          path: 'spec.template.spec.containers[name="side-car"]',
          after: expect.objectContaining({image: 'mesh:1'}),
          cause: 'webhook',
        },
      ],
    },
    {
      name: 'labels the object',
      mutation: (object: JsonObject) => [
        {
          op: 'add',
          path: '/metadata/labels',
          value: {...(object['metadata'] as {labels?: JsonObject}).labels, team: 'mesh'},
        },
      ],
      fields: [{path: 'metadata.labels.team', after: 'mesh', cause: 'webhook'}],
    },
  ] as const;

  it.skipIf(!callsWebhooks).each(byWebhooks)(
    'a webhook that writes to $name is named beside a change, and is not a change by itself',
    async (row) => {
      const namespace = cluster.freshNamespace();
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
      await applied(stack);
      await installWebhook({cluster, namespace, mutation: row.mutation});
      expect(await pendingChanges(stack)).toEqual([]);
      await stack.write(manifests(deployment('web', {replicas: 2})));
      const [change] = await pendingChanges(stack);
      expect(change?.fields.filter(({cause}) => cause === 'webhook')).toMatchObject(row.fields);
      expect(change?.fields.filter(({cause}) => cause !== 'webhook')).toMatchObject([
        {path: 'spec.replicas', before: 1, after: 2, cause: 'spec'},
      ]);
      await applied(stack);
      expect(await pendingChanges(stack)).toEqual([]);
    },
  );

  it.skipIf(!callsWebhooks)(
    'fields that a webhook writes have the cause webhook, for a new object and for an image that the user changes',
    async () => {
      const namespace = cluster.freshNamespace();
      await cluster.create(namespaceObject(namespace));
      await installWebhook({cluster, namespace, mutation: inject});
      const stack = await makeStack({kubeconfigPath, namespace, files: manifests(deployment('web', {replicas: 1}))});
      const [created] = await pendingChanges(stack);
      expect(created?.fields.filter(({cause}) => cause === 'webhook')).toMatchObject([
        {path: IMAGE, after: 'mirror.example/nginx:1.27', at: here},
        {path: 'spec.template.spec.containers[name="side-car"]', after: {image: 'mesh:1'}},
      ]);
      await applied(stack);
      expect(await pendingChanges(stack)).toEqual([]);
      await stack.write(manifests(deployment('web', {replicas: 1, image: 'nginx:1.28'})));
      const [change] = await pendingChanges(stack);
      expect(change?.fields).toContainEqual(
        expect.objectContaining({
          path: IMAGE,
          before: 'mirror.example/nginx:1.27',
          after: 'mirror.example/nginx:1.28',
          cause: 'spec',
        }),
      );
      expect(change?.fields.filter(({cause}) => cause === 'drift')).toEqual([]);
    },
  );
});
