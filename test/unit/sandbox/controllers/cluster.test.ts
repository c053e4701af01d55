import {describe, expect, it} from 'vitest';
import {isObject, type JsonObject} from '../../../../src/core/json.ts';
import {nextDue} from '../../../../src/sandbox/controllers/batch/next-due.ts';
import {nodes} from '../../../../src/sandbox/controllers/nodes/nodes.ts';
import {deployments} from '../../../../src/sandbox/controllers/workloads/deployments.ts';
import {readSchedule} from '../../../../src/sandbox/kinds/workloads/schedule.ts';
import {labelsOf, nameOf} from '../../../../src/sandbox/model/metadata.ts';
import {objectsAt, partAt, textAt} from '../../../../src/sandbox/model/part.ts';
import {context, type World} from './world.ts';

const object = (apiVersion: string, kind: string, name: string, more: JsonObject = {}): JsonObject => {
  const {metadata, ...rest} = more;
  return {apiVersion, kind, metadata: {name, namespace: 'shop', ...(isObject(metadata) ? metadata : {})}, ...rest};
};

const pod = (name: string, annotations: JsonObject = {}): JsonObject =>
  object('v1', 'Pod', name, {
    metadata: {labels: {app: 'a'}, annotations},
    spec: {containers: [{name: 'c', image: 'x', ports: [{name: 'http', containerPort: 8080}]}]},
  });

const service = (spec: JsonObject): JsonObject =>
  object('v1', 'Service', 'a', {spec: {selector: {app: 'a'}, ports: [{port: 80, targetPort: 'http'}], ...spec}});

const slices = (w: World): readonly JsonObject[] => w.store.list('endpointslices.discovery.k8s.io');

const addresses = (w: World): readonly string[] =>
  slices(w).flatMap((slice) =>
    objectsAt(slice, 'endpoints').map((endpoint) => {
      const ready = partAt(endpoint, 'conditions')['ready'] === true ? 'ready' : 'unready';
      return `${textAt(endpoint, 'addresses', 0)} ${ready}`;
    }),
  );

describe('a Service', () => {
  it('a Service has its pods in an EndpointSlice, and in Endpoints for older clients', async () => {
    using w = await context();
    await w.apply(service({}));
    await w.apply(pod('p'));
    await w.apply(pod('q', {'gantry.dev/test-pod': 'never-ready'}));
    expect(addresses(w)).toEqual(['10.244.0.1 ready', '10.244.0.2 unready']);
    expect(slices(w)[0]?.['ports']).toEqual([{name: '', port: 8080, protocol: 'TCP'}]);
    expect(objectsAt(w.get('endpoints', 'a'), 'subsets')).toMatchObject([
      {
        addresses: [{ip: '10.244.0.1'}],
        notReadyAddresses: [{ip: '10.244.0.2'}],
        ports: [{port: 8080, protocol: 'TCP'}],
      },
    ]);
  });

  it('a Service drops a pod that loses its label, and a deleted one', async () => {
    using w = await context();
    await w.apply(service({}));
    await w.apply(pod('p'));
    await w.apply(pod('q'));
    await w.change('pods', 'p', (live) => ({...live, metadata: {...partAt(live, 'metadata'), labels: {}}}));
    expect(addresses(w)).toEqual(['10.244.0.2 ready']);
    await w.remove('pods', 'q');
    expect(addresses(w)).toEqual([]);
    await w.remove('services', 'a');
    expect([...w.names('endpoints'), ...slices(w)]).toEqual([]);
  });

  it('a Service without a selector mirrors hand-written Endpoints to a slice', async () => {
    using w = await context();
    await w.apply(object('v1', 'Service', 'a', {spec: {ports: [{port: 80}]}}));
    await w.apply(object('v1', 'Endpoints', 'a', {subsets: [{addresses: [{ip: '10.1.2.3'}], ports: [{port: 80}]}]}));
    expect(addresses(w)).toEqual(['10.1.2.3 ready']);
    expect(labelsOf(slices(w)[0] ?? {})).toEqual({
      'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io',
      'kubernetes.io/service-name': 'a',
    });
  });

  it.each([
    {
      name: 'of type ExternalName gets no address',
      spec: {type: 'ExternalName', externalName: 'x.example'},
      annotations: {},
      want: [],
    },
    {
      name: 'of type LoadBalancer gets an address',
      spec: {type: 'LoadBalancer'},
      annotations: {},
      want: [{ip: '192.0.2.10', ipMode: 'VIP'}],
    },
    {
      name: 'with the annotation none gets no address',
      spec: {type: 'LoadBalancer'},
      annotations: {'gantry.dev/test-address': 'none'},
      want: [],
    },
  ])('a Service $name', async ({spec, annotations, want}) => {
    using w = await context();
    const made = service(spec);
    await w.apply({...made, metadata: {...partAt(made, 'metadata'), annotations}});
    expect(objectsAt(w.get('services', 'a'), 'status', 'loadBalancer', 'ingress')).toEqual(want);
  });
});

it('an Ingress gets an address', async () => {
  using w = await context();
  await w.apply(object('networking.k8s.io/v1', 'Ingress', 'a', {spec: {}}));
  expect(w.get('ingresses.networking.k8s.io', 'a')['status']).toEqual({loadBalancer: {ingress: [{ip: '192.0.2.11'}]}});
});

describe('a PVC', () => {
  const CLASS = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {name: 'fast'},
    provisioner: 'gantry.dev/test',
  };
  const claim = (spec: JsonObject = {}): JsonObject =>
    object('v1', 'PersistentVolumeClaim', 'c', {
      metadata: {finalizers: ['kubernetes.io/pvc-protection']},
      spec: {
        storageClassName: 'fast',
        accessModes: ['ReadWriteOnce'],
        resources: {requests: {storage: '1Gi'}},
        ...spec,
      },
      status: {phase: 'Pending'},
    });

  it('a PVC gets a provisioned volume, which is deleted with it', async () => {
    using w = await context();
    await w.apply(CLASS);
    await w.apply(claim());
    expect(w.get('persistentvolumeclaims', 'c')['status']).toMatchObject({phase: 'Bound', capacity: {storage: '1Gi'}});
    expect(partAt(w.store.list('persistentvolumes')[0] ?? {}, 'status')['phase']).toBe('Bound');
    await w.remove('persistentvolumeclaims', 'c');
    expect([...w.names('persistentvolumeclaims'), ...w.names('persistentvolumes')]).toEqual([]);
  });

  it('a PVC in use by a pod is not deleted', async () => {
    using w = await context();
    await w.apply(CLASS);
    await w.apply(claim());
    await w.apply(
      object('v1', 'Pod', 'p', {
        spec: {containers: [{name: 'c', image: 'x'}], volumes: [{name: 'v', persistentVolumeClaim: {claimName: 'c'}}]},
      }),
    );
    await w.remove('persistentvolumeclaims', 'c');
    expect(w.names('persistentvolumeclaims')).toEqual(['c']);
    await w.remove('pods', 'p');
    expect(w.names('persistentvolumeclaims')).toEqual([]);
  });

  it.each([
    {name: 'that suits', capacity: '2Gi', want: 'v'},
    {name: 'only if it is large enough', capacity: '1G', want: ''},
  ])('a PVC is bound to an existing volume $name', async ({capacity, want}) => {
    using w = await context();
    await w.apply({
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: {name: 'v'},
      spec: {
        accessModes: ['ReadWriteOnce'],
        capacity: {storage: capacity},
        storageClassName: 'none',
        persistentVolumeReclaimPolicy: 'Retain',
      },
    });
    await w.apply(claim({storageClassName: 'none'}));
    expect(textAt(w.get('persistentvolumeclaims', 'c'), 'spec', 'volumeName')).toBe(want);
  });
});

describe('a namespace', () => {
  it('a Namespace has its default ServiceAccount, which is created again after a deletion', async () => {
    using w = await context();
    await w.remove('serviceaccounts', 'default');
    expect(w.names('serviceaccounts')).toEqual(['default']);
  });

  it('a deleted Namespace takes all its content with it', async () => {
    using w = await context();
    for (let i = 0; i < 120; i++) await w.apply(object('v1', 'ConfigMap', `m${i}`));
    await w.apply(service({}));
    await w.apply(pod('p'));
    await w.remove('namespaces', 'shop');
    expect(w.store.resources().flatMap((resource) => w.store.list(resource, 'shop'))).toEqual([]);
    expect(w.names('namespaces')).toEqual([]);
    expect(w.failures).toEqual([]);
  });

  it('a terminating Namespace reports what blocks its deletion', async () => {
    using w = await context();
    await w.apply(object('v1', 'ConfigMap', 'm', {metadata: {finalizers: ['example.com/hold']}}));
    await w.remove('namespaces', 'shop');
    const said = objectsAt(w.get('namespaces', 'shop'), 'status', 'conditions').filter(({status}) => status === 'True');
    expect(said.map(({message}) => message)).toEqual([
      'Some resources are remaining: configmaps. has 1 resource instances',
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    ]);
    await w.change('configmaps', 'm', (live) => ({...live, metadata: {...partAt(live, 'metadata'), finalizers: []}}));
    expect(w.names('namespaces')).toEqual([]);
  });
});

describe('dependents', () => {
  const owner = (uid: string, kind = 'ConfigMap', apiVersion = 'v1'): JsonObject => ({
    apiVersion,
    kind,
    name: 'o',
    uid,
  });

  it.each([
    {name: 'are deleted with their last owner', others: [], gone: true},
    {name: 'stay while another owner exists', others: ['other'], gone: false},
  ])('dependents $name', async ({others, gone}) => {
    using w = await context();
    const {uid} = partAt(await w.apply(object('v1', 'ConfigMap', 'o')), 'metadata');
    const more = await Promise.all(others.map((name) => w.apply(object('v1', 'Secret', name))));
    const kept = more.map((one) => ({
      apiVersion: 'v1',
      kind: 'Secret',
      name: nameOf(one),
      uid: textAt(one, 'metadata', 'uid'),
    }));
    await w.apply(object('v1', 'ConfigMap', 'd', {metadata: {ownerReferences: [owner(String(uid)), ...kept]}}));
    await w.remove('configmaps', 'o');
    expect(w.names('configmaps').includes('d')).toBe(!gone);
    if (!gone) expect(objectsAt(w.get('configmaps', 'd'), 'metadata', 'ownerReferences')).toEqual(kept);
  });

  it.each([
    {name: 'whose owner never existed are deleted', reference: owner('unknown'), want: []},
    {
      name: 'whose owner is of an unknown kind stay',
      reference: owner('unknown', 'Thing', 'example.com/v1'),
      want: ['d'],
    },
  ])('dependents $name', async ({reference, want}) => {
    using w = await context();
    await w.apply(object('v1', 'ConfigMap', 'd', {metadata: {ownerReferences: [reference]}}));
    expect(w.names('configmaps')).toEqual(want);
  });
});

it('a PodDisruptionBudget reports how many pods may be disrupted', async () => {
  using w = await context();
  await w.apply(
    object('policy/v1', 'PodDisruptionBudget', 'b', {spec: {minAvailable: 1, selector: {matchLabels: {app: 'a'}}}}),
  );
  await w.apply(pod('p'));
  await w.apply(pod('q'));
  expect(w.get('poddisruptionbudgets.policy', 'b')['status']).toMatchObject({
    currentHealthy: 2,
    desiredHealthy: 1,
    disruptionsAllowed: 1,
    expectedPods: 2,
    observedGeneration: 1,
    conditions: [{type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods'}],
  });
});

it('a ResourceQuota reports how many objects exist', async () => {
  using w = await context();
  const hard = {pods: '5', configmaps: '3', 'count/secrets': '9'};
  await w.apply(object('v1', 'ResourceQuota', 'q', {spec: {hard}}));
  await w.apply(pod('p'));
  await w.apply(object('v1', 'ConfigMap', 'm'));
  await w.apply(object('v1', 'ConfigMap', 'n'));
  await w.remove('configmaps', 'n');
  const used = {pods: '1', configmaps: '1', 'count/secrets': '0'};
  expect(w.get('resourcequotas', 'q')['status']).toEqual({hard, used});
});

it('an aggregated ClusterRole has the rules of the roles that it selects', async () => {
  using w = await context();
  const role = (name: string, more: JsonObject): JsonObject => ({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    ...more,
    metadata: {name, ...partAt(more, 'metadata')},
  });
  await w.apply(role('all', {aggregationRule: {clusterRoleSelectors: [{matchLabels: {part: 'yes'}}]}, rules: []}));
  const rules = [{apiGroups: [''], resources: ['pods'], verbs: ['get']}];
  await w.apply(role('one', {metadata: {labels: {part: 'yes'}}, rules}));
  expect(w.get('clusterroles.rbac.authorization.k8s.io', 'all')['rules']).toEqual(rules);
});

it('an autoscaler reports that it has no metrics, and scales nothing', async () => {
  using w = await context();
  const scaleTargetRef = {apiVersion: 'apps/v1', kind: 'Deployment', name: 'nope'};
  await w.apply(object('autoscaling/v2', 'HorizontalPodAutoscaler', 'h', {spec: {scaleTargetRef, maxReplicas: 3}}));
  const [condition] = objectsAt(w.get('horizontalpodautoscalers.autoscaling', 'h'), 'status', 'conditions');
  expect(condition).toMatchObject({type: 'AbleToScale', status: 'False', reason: 'FailedGetScale'});
});

it('a failing controller does not stop the others, and is called again', async () => {
  let asked = 0;
  const broken = {
    name: 'broken',
    watches: {configmaps: (map: JsonObject) => [{namespace: 'shop', name: nameOf(map)}]},
    steps: () => {
      asked += 1;
      throw new Error('no');
    },
  };
  using w = await context([broken, deployments]);
  await w.apply(object('v1', 'ConfigMap', 'm'));
  const template = {metadata: {labels: {app: 'a'}}, spec: {containers: []}};
  await w.apply(
    object('apps/v1', 'Deployment', 'a', {spec: {replicas: 1, selector: {matchLabels: {app: 'a'}}, template}}),
  );
  expect(w.names('replicasets.apps')).toHaveLength(1);
  expect(asked).toBe(1);
  await w.pass(1000);
  expect(asked).toBe(2);
  await w.pass(1000);
  expect(asked).toBe(2);
});

describe('a schedule', () => {
  const from = Date.parse('2026-01-01T00:00:30Z');
  it.each([
    {schedule: '* * * * *', want: '2026-01-01T00:01:00.000Z'},
    {schedule: '@hourly', want: '2026-01-01T01:00:00.000Z'},
    {schedule: '*/20 * * * *', want: '2026-01-01T00:20:00.000Z'},
    {schedule: '30 9-17/4 * * *', want: '2026-01-01T09:30:00.000Z'},
    {schedule: '0 0 * * mon', want: '2026-01-05T00:00:00.000Z'},
    {schedule: '0 0 13 * 5', want: '2026-01-02T00:00:00.000Z'},
    {schedule: '0 12 29 feb *', want: '2028-02-29T12:00:00.000Z'},
    {schedule: '0 9 * jul *', timeZone: 'Europe/Berlin', want: '2026-07-01T07:00:00.000Z'},
    {schedule: '0 0 31 2 *', want: undefined},
  ])('the schedule $schedule is next due at $want', ({schedule, timeZone, want}) => {
    const parsed = readSchedule(schedule);
    if (typeof parsed !== 'object') throw new Error('no schedule');
    const due = nextDue(parsed, from, timeZone);
    expect(due === undefined ? undefined : new Date(due).toISOString()).toBe(want);
  });

  it.each(['', '* * * *', '61 * * * *', 'a * * * *', '*/0 * * * *', '5-1 * * * *', '@every 5m'])(
    'the schedule "%s" is invalid',
    (text) => {
      expect(readSchedule(text)).not.toBeTypeOf('object');
    },
  );
});

describe('a Node', () => {
  const node = (more: JsonObject): JsonObject => ({apiVersion: 'v1', kind: 'Node', metadata: {name: 'n'}, ...more});
  const taints = (w: World): readonly string[] =>
    objectsAt(w.get('nodes', 'n'), 'spec', 'taints').map((taint) => textAt(taint, 'key'));

  it.each([
    {name: 'has no taints by default', more: {}, keys: []},
    {name: 'has a taint while it is cordoned', more: {spec: {unschedulable: true}}, keys: ['unschedulable']},
    {
      name: 'has a taint while it is not ready',
      more: {status: {conditions: [{type: 'Ready', status: 'False'}]}},
      keys: ['not-ready'],
    },
    {
      name: 'has a taint while its disk is full',
      more: {status: {conditions: [{type: 'DiskPressure', status: 'True'}]}},
      keys: ['disk-pressure'],
    },
  ])('a Node $name', async ({more, keys}) => {
    using w = await context([nodes]);
    await w.apply(node(more));
    expect(taints(w)).toEqual(keys.map((key) => `node.kubernetes.io/${key}`));
  });

  it('a Node keeps taints of others, and loses its own when their cause is gone', async () => {
    using w = await context([nodes]);
    const own = {key: 'only', value: 'here', effect: 'NoSchedule'};
    await w.apply(node({spec: {unschedulable: true, taints: [own]}}));
    expect(taints(w)).toEqual(['only', 'node.kubernetes.io/unschedulable']);
    await w.change('nodes', 'n', (live) => ({...live, spec: {taints: objectsAt(live, 'spec', 'taints')}}));
    expect(taints(w)).toEqual(['only']);
  });
});
