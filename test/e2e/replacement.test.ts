import {expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../src/core/json.ts';
import type {Change, Effect} from '../../src/core/plan/plan.ts';
import {idOf} from '../../src/core/resource/id.ts';
import {identityOf} from '../../src/core/resource/identity.ts';
import {applied, destroyed, pendingChanges} from '../rig/changes.ts';
import type {Ref} from '../rig/cluster.ts';
import {configMap, deployment, manifests, service, widgetDefinition} from '../rig/objects.ts';
import {onCluster} from '../rig/on-cluster.ts';
import {makeStack} from '../rig/stack.ts';

type Row = {
  readonly name: string;
  /** Both the same object; `name` is one that nobody else has. */
  readonly from: (name: string) => JsonObject;
  readonly to: (name: string) => JsonObject;
  readonly flag?: '--allow-replace' | '--allow-data-loss';
  /** Fields that are shown as the reason. */
  readonly forcing: readonly string[];
  /** Fields that are shown besides. */
  readonly besides?: readonly string[];
  readonly effects?: readonly Effect[];
  readonly scope?: 'cluster';
  /** It is never ready. */
  readonly args?: readonly string[];
};

const named = (apiVersion: string, kind: string, name: string, rest: JsonObject): JsonObject => ({
  apiVersion,
  kind,
  metadata: {name},
  ...rest,
});

const job = (name: string, image: string) =>
  named('batch/v1', 'Job', name, {
    spec: {
      template: {
        spec: {restartPolicy: 'Never', terminationGracePeriodSeconds: 0, containers: [{name: 'app', image}]},
      },
    },
  });

const stateful = (name: string, serviceName: string, more: JsonObject = {}, image = 'web:1') =>
  named('apps/v1', 'StatefulSet', name, {
    spec: {
      serviceName,
      selector: {matchLabels: {app: name}},
      template: {
        metadata: {labels: {app: name}},
        spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image}]},
      },
      ...more,
    },
  });

const claim = (name: string, storage: string, more: JsonObject = {}) =>
  named('v1', 'PersistentVolumeClaim', name, {
    spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage}}, ...more},
  });

const claimTemplates = (storage: string) => ({
  volumeClaimTemplates: [
    {metadata: {name: 'data'}, spec: {accessModes: ['ReadWriteOnce'], resources: {requests: {storage}}}},
  ],
});

const volume = (name: string, path: string) =>
  named('v1', 'PersistentVolume', name, {
    spec: {
      capacity: {storage: '1Gi'},
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'manual',
      hostPath: {path},
    },
  });

const binding = (name: string, role: string) =>
  named('rbac.authorization.k8s.io/v1', 'RoleBinding', name, {
    roleRef: {apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role},
    subjects: [{kind: 'ServiceAccount', name: 'default'}],
  });

const nodePort = (name: string, clusterIP: JsonObject) =>
  service(name, {type: 'NodePort', ports: [{port: 80, nodePort: 31_977}], ...clusterIP});

const ROWS: readonly Row[] = [
  {
    name: "a Deployment's selector",
    from: (name) => deployment(name),
    to: (name) => deployment(name, {selector: 'other', replicas: 2}),
    flag: '--allow-replace',
    forcing: ['spec.selector'],
    besides: ['spec.replicas', 'spec.template.metadata.labels.app'],
    effects: ['pods-restart', 'interruption'],
  },
  {
    name: "a StatefulSet's service",
    from: (name) => stateful(name, 'one'),
    to: (name) => stateful(name, 'two', {replicas: 2}),
    flag: '--allow-replace',
    forcing: ['spec.serviceName'],
    besides: ['spec.replicas'],
  },
  {
    name: "a StatefulSet's claims",
    from: (name) => stateful(name, 'one', claimTemplates('1Gi')),
    to: (name) => stateful(name, 'one', claimTemplates('2Gi'), 'web:2'),
    flag: '--allow-replace',
    forcing: ['spec.volumeClaimTemplates'],
    besides: ['spec.template.spec.containers[name="app"].image'],
    effects: ['pods-restart'],
  },
  {
    name: "a StatefulSet's selector",
    from: (name) => stateful(name, 'one'),
    to: (name) =>
      stateful(name, 'one', {
        selector: {matchLabels: {app: 'other'}},
        template: {
          metadata: {labels: {app: 'other'}},
          spec: {terminationGracePeriodSeconds: 0, containers: [{name: 'app', image: 'web:1'}]},
        },
      }),
    flag: '--allow-replace',
    forcing: ['spec.selector'],
    besides: ['spec.template.metadata.labels.app'],
    effects: ['pods-restart', 'interruption'],
  },
  {
    name: "a Job's template",
    from: (name) => job(name, 'web:1'),
    to: (name) => job(name, 'web:2'),
    forcing: ['spec.template.spec.containers[name="app"].image'],
    effects: ['job-runs-again'],
  },
  {
    name: "a Service's address",
    from: (name) => service(name),
    to: (name) => service(name, {clusterIP: 'None'}),
    flag: '--allow-replace',
    forcing: ['spec.clusterIP'],
    effects: ['interruption'],
  },
  {
    name: 'the address of a Service with a node port of its own',
    from: (name) => nodePort(name, {}),
    to: (name) => nodePort(name, {clusterIP: '10.96.255.77'}),
    flag: '--allow-replace',
    forcing: ['spec.clusterIP'],
    effects: ['interruption'],
  },
  {
    name: "a claim's size, down",
    from: (name) => claim(name, '2Gi'),
    to: (name) => claim(name, '1Gi'),
    flag: '--allow-data-loss',
    forcing: ['spec.resources.requests.storage'],
    effects: ['data-lost'],
  },
  {
    name: "a claim's access",
    from: (name) => claim(name, '1Gi'),
    to: (name) => claim(name, '1Gi', {accessModes: ['ReadWriteMany']}),
    flag: '--allow-data-loss',
    forcing: ['spec.accessModes'],
    effects: ['data-lost'],
  },
  {
    name: "a claim's class",
    from: (name) => claim(name, '1Gi', {storageClassName: 'nobody-one'}),
    to: (name) => claim(name, '1Gi', {storageClassName: 'nobody-two'}),
    flag: '--allow-data-loss',
    forcing: ['spec.storageClassName'],
    effects: ['data-lost'],
    args: ['--no-wait'],
  },
  {
    name: "a volume's place",
    from: (name) => volume(name, '/data/one'),
    to: (name) => volume(name, '/data/two'),
    flag: '--allow-data-loss',
    forcing: ['spec.hostPath.path'],
    effects: ['data-lost'],
    scope: 'cluster',
  },
  {
    name: 'an immutable ConfigMap',
    from: (name) => ({...configMap(name, {a: '1', b: '1'}), immutable: true}),
    to: (name) => ({...configMap(name, {a: '2'}, {labels: {tier: 'web'}}), immutable: true}),
    flag: '--allow-replace',
    forcing: ['data.a', 'data.b'],
    besides: ['metadata.labels.tier'],
  },
  {
    name: 'a ConfigMap that is to be mutable again',
    from: (name) => ({...configMap(name, {a: '1'}), immutable: true}),
    to: (name) => configMap(name, {a: '1'}),
    flag: '--allow-replace',
    forcing: ['immutable'],
  },
  {
    name: 'an immutable Secret',
    from: (name) => named('v1', 'Secret', name, {stringData: {a: 'canary-one'}, immutable: true}),
    to: (name) => named('v1', 'Secret', name, {stringData: {a: 'canary-two'}, immutable: true}),
    flag: '--allow-replace',
    forcing: ['data.a'],
  },
  {
    name: "a Secret's type",
    from: (name) => named('v1', 'Secret', name, {stringData: {a: 'canary-one'}, type: 'example.com/one'}),
    to: (name) => named('v1', 'Secret', name, {stringData: {a: 'canary-one'}, type: 'example.com/two'}),
    flag: '--allow-replace',
    forcing: ['type'],
  },
  {
    name: "a RoleBinding's role",
    from: (name) => binding(name, 'view'),
    to: (name) => binding(name, 'edit'),
    flag: '--allow-replace',
    forcing: ['roleRef'],
    effects: ['interruption'],
  },
  {
    name: "a StorageClass's provisioner",
    from: (name) => named('storage.k8s.io/v1', 'StorageClass', name, {provisioner: 'example.com/one'}),
    to: (name) => named('storage.k8s.io/v1', 'StorageClass', name, {provisioner: 'example.com/two'}),
    flag: '--allow-replace',
    forcing: ['provisioner'],
    scope: 'cluster',
  },
  {
    name: "a PriorityClass's value",
    from: (name) => named('scheduling.k8s.io/v1', 'PriorityClass', name, {value: 1}),
    to: (name) => named('scheduling.k8s.io/v1', 'PriorityClass', name, {value: 2}),
    flag: '--allow-replace',
    forcing: ['value'],
    scope: 'cluster',
  },
  {
    name: "an IngressClass's controller",
    from: (name) => named('networking.k8s.io/v1', 'IngressClass', name, {spec: {controller: 'example.com/one'}}),
    to: (name) => named('networking.k8s.io/v1', 'IngressClass', name, {spec: {controller: 'example.com/two'}}),
    flag: '--allow-replace',
    forcing: ['spec.controller'],
    effects: ['interruption'],
    scope: 'cluster',
  },
  {
    name: "a RuntimeClass's handler",
    from: (name) => named('node.k8s.io/v1', 'RuntimeClass', name, {handler: 'one'}),
    to: (name) => named('node.k8s.io/v1', 'RuntimeClass', name, {handler: 'two'}),
    flag: '--allow-replace',
    forcing: ['handler'],
    scope: 'cluster',
  },
];

onCluster('changes that the server forbids', (cluster) => {
  const {kubeconfigPath} = cluster;

  it.each(ROWS)('$name is replaced only with a permission, and is unchanged afterwards', async (row) => {
    const namespace = cluster.freshNamespace();
    const [from, to] = [row.from(namespace), row.to(namespace)];
    const {apiVersion, kind, name} = identityOf(from);
    const ref: Ref = {apiVersion, kind, name, ...(row.scope === 'cluster' ? {} : {namespace})};
    cluster.deleteAtEnd(ref);
    const id = idOf(ref);
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(from)});
    await applied(stack, row.args);
    const old = await cluster.get(ref);
    await stack.write(manifests(to));

    const [change, ...others] = await pendingChanges(stack);
    expect(others).toEqual([]);
    expect(change).toMatchObject({id, action: 'replace', verified: true});
    expect(forcing(change)).toEqual(row.forcing);
    expect(besides(change)).toEqual(row.besides ?? []);
    expect(change?.effects).toEqual(row.effects);
    expect(JSON.stringify(change)).not.toContain('canary');
    const permission = row.flag === undefined ? [] : [row.flag, id];
    if (row.flag !== undefined) {
      expect(change?.blocked?.needs).toBe(`${row.flag} ${id}`);
      expect((await stack.gantry(['preview'])).stdout).toContain(`permit with ${row.flag} ${id}`);
      const refused = await stack.gantry(['apply', '--yes']);
      expect(refused.code).toBe(5);
      expect(refused.stderr).toContain(`${row.flag} ${id}`);
      expect(uidOf(await cluster.get(ref))).toBe(uidOf(old));
      expect((await pendingChanges(stack, permission))[0]).not.toHaveProperty('blocked');
    } else {
      expect(change).not.toHaveProperty('blocked');
    }
    await applied(stack, [...permission, ...(row.args ?? [])]);

    const made = await cluster.get(ref);
    expect(made).toBeDefined();
    expect(uidOf(made)).not.toBe(uidOf(old));
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
    expect(await cluster.get(ref)).toBeUndefined();
  });

  it('a custom resource with a transition rule of its kind is replaced like any other object', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.com`;
    const rules = [{rule: 'self == oldSelf', message: 'the size is chosen once'}];
    const size = {type: 'integer', 'x-kubernetes-validations': rules};
    const schema = {type: 'object', properties: {size, note: {type: 'string'}}};
    const crd = widgetDefinition({group, schema});
    cluster.deleteAtEnd(identityOf(crd));
    const widget = (spec: JsonObject) => named(`${group}/v1`, 'Widget', 'w', {spec});
    const ref = {apiVersion: `${group}/v1`, kind: 'Widget', namespace, name: 'w'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(crd, widget({size: 1}))});
    await applied(stack);
    const old = await cluster.get(ref);
    await stack.write(manifests(crd, widget({size: 2, note: 'x'})));

    const [change] = await pendingChanges(stack);
    expect(change).toMatchObject({
      action: 'replace',
      blocked: {needs: `--allow-replace ${idOf(ref)}`, because: expect.stringContaining('the size is chosen once')},
    });
    expect([forcing(change), besides(change)]).toEqual([['spec.size'], ['spec.note']]);
    await applied(stack, ['--allow-replace', 'all']);
    expect(uidOf(await cluster.get(ref))).not.toBe(uidOf(old));
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('the pods of a StatefulSet stay, and belong to the new one', async () => {
    const namespace = cluster.freshNamespace();
    const pod = {apiVersion: 'v1', kind: 'Pod', namespace, name: 'web-0'};
    const set = {apiVersion: 'apps/v1', kind: 'StatefulSet', namespace, name: 'web'};
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(stateful('web', 'one'))});
    await applied(stack);
    const before = await cluster.get(pod);
    await stack.write(manifests(stateful('web', 'two')));
    await applied(stack, ['--allow-replace', 'all']);

    const owner = {kind: 'StatefulSet', uid: uidOf(await cluster.get(set)), controller: true};
    await expect
      .poll(() => cluster.get(pod), {timeout: 20_000})
      .toMatchObject({metadata: {uid: uidOf(before), ownerReferences: [owner]}});
    expect(await pendingChanges(stack)).toEqual([]);
  });

  it('the scope of a CRD changes only if the loss of all its objects is permitted, and those of the stack are restored', async () => {
    const namespace = cluster.freshNamespace();
    const group = `${namespace}.example.com`;
    const crd = widgetDefinition({group, schema: {type: 'object', properties: {size: {type: 'integer'}}}});
    const wide = {...crd, spec: {...(crd['spec'] as JsonObject), scope: 'Cluster'}};
    const [ref, id] = [identityOf(crd), idOf(identityOf(crd))];
    cluster.deleteAtEnd(ref);
    const widget = named(`${group}/v1`, 'Widget', 'w', {spec: {size: 1}});
    const stack = await makeStack({kubeconfigPath, namespace, files: manifests(crd, widget)});
    await applied(stack);
    const old = await cluster.get(ref);
    await stack.write(manifests(wide, widget));

    const needed = {needs: `--allow-data-loss ${id}`, because: expect.stringContaining('all objects of that kind')};
    const changes = await pendingChanges(stack);
    const change = changes.find((one) => one.id === id);
    expect(change).toMatchObject({action: 'replace', effects: ['data-lost'], blocked: needed});
    expect(forcing(change)).toEqual(['spec.scope']);
    expect(changes.filter((one) => one.id !== id)).toMatchObject([
      {id: `${group}/v1:Widget:w`, action: 'create'},
      {id: `${group}/v1:Widget:${namespace}:w`, action: 'gone', reason: expect.stringContaining(id)},
    ]);
    expect((await stack.gantry(['apply', '--yes', '--allow-replace', 'all'])).code).toBe(5);
    const all = await stack.gantry(['apply', '--yes', '--allow-data-loss', 'all']);
    expect(all).toMatchObject({code: 3, stderr: expect.stringContaining('--allow-data-loss all')});
    expect(uidOf(await cluster.get(ref))).toBe(uidOf(old));

    await applied(stack, ['--allow-data-loss', id]);
    expect(await cluster.get(ref)).toMatchObject({spec: {scope: 'Cluster'}});
    expect(await pendingChanges(stack)).toEqual([]);
    await destroyed(stack);
  });

  it('a value that the server never accepts is invalid input, with field and line', async () => {
    const namespace = cluster.freshNamespace();
    const text = (port: number) =>
      ['apiVersion: v1', 'kind: Service', 'metadata:', '  name: web', 'spec:', '  ports:', `  - port: ${port}`].join(
        '\n',
      );
    const stack = await makeStack({kubeconfigPath, namespace, files: {'manifests/web.yaml': text(80)}});
    await applied(stack);
    await stack.write({'manifests/web.yaml': text(80_000)});
    const refused = await stack.gantry(['apply', '--yes']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toMatch(/web\.yaml:7/);
    expect(refused.stderr).toContain('spec.ports[0].port');
  });
});

const uidOf = (object: JsonObject | undefined): unknown =>
  isObject(object?.['metadata']) ? object['metadata']['uid'] : undefined;

const forcing = (change: Change | undefined): readonly string[] =>
  (change?.fields ?? []).filter(({forcesReplacement}) => forcesReplacement).map(({path}) => path);

const besides = (change: Change | undefined): readonly string[] =>
  (change?.fields ?? []).filter(({forcesReplacement}) => !forcesReplacement).map(({path}) => path);
