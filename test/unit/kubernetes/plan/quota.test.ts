import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {showQuantity} from '../../../../src/kubernetes/fields/quantity.ts';
import {quotaOf, shortagesOf} from '../../../../src/kubernetes/plan/quota.ts';
import {addDemands, demandOf, timesDemand} from '../../../../src/kubernetes/plan/quota-demand.ts';

const container = (requests: JsonObject, limits: JsonObject = {}) => ({name: 'a', resources: {requests, limits}});
const pod = (...containers: JsonObject[]) => ({spec: {containers}});

type Row = {
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly plural: string;
  readonly spec: JsonObject;
  readonly want: Readonly<Record<string, string>>;
};

const ROWS: readonly Row[] = [
  {
    name: 'counts itself, by both of its names',
    kind: 'ConfigMap',
    plural: 'configmaps',
    spec: {},
    want: {'count/configmaps': '1', configmaps: '1'},
  },
  {
    name: 'of a custom kind counts itself by its full name',
    kind: 'Widget',
    group: 'example.dev',
    plural: 'widgets',
    spec: {},
    want: {'count/widgets.example.dev': '1'},
  },
  {
    name: 'makes its pods, each with all of its containers',
    kind: 'Deployment',
    group: 'apps',
    plural: 'deployments',
    spec: {
      replicas: 3,
      template: pod(container({cpu: '250m', memory: '64Mi'}, {memory: '128Mi'}), container({}, {cpu: '0.5'})),
    },
    want: {
      'count/deployments.apps': '1',
      'count/replicasets.apps': '1',
      'count/pods': '3',
      pods: '3',
      // A limit without a request is one.
      'requests.cpu': '2250m',
      cpu: '2250m',
      'limits.cpu': '1500m',
      'requests.memory': '201326592',
      memory: '201326592',
      'limits.memory': '402653184',
    },
  },
  {
    name: 'counts the largest init container where that is more, and side-cars with the others',
    kind: 'Pod',
    plural: 'pods',
    spec: {
      initContainers: [
        container({cpu: '3'}),
        container({cpu: '1'}),
        {...container({cpu: '1'}), restartPolicy: 'Always'},
      ],
      containers: [container({cpu: '1'})],
      overhead: {cpu: '10m'},
    },
    want: {'count/pods': '1', pods: '1', 'requests.cpu': '3010m', cpu: '3010m'},
  },
  {
    name: 'makes a claim for each pod',
    kind: 'StatefulSet',
    group: 'apps',
    plural: 'statefulsets',
    spec: {
      replicas: 2,
      template: pod(container({})),
      volumeClaimTemplates: [{spec: {storageClassName: 'fast', resources: {requests: {storage: '1Gi'}}}}],
    },
    want: {
      'count/statefulsets.apps': '1',
      'count/pods': '2',
      pods: '2',
      'count/persistentvolumeclaims': '2',
      persistentvolumeclaims: '2',
      'requests.storage': '2147483648',
      'fast.storageclass.storage.k8s.io/requests.storage': '2147483648',
      'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '2',
    },
  },
  {
    name: 'runs no more pods at once than it needs',
    kind: 'Job',
    group: 'batch',
    plural: 'jobs',
    spec: {parallelism: 5, completions: 2, template: pod(container({}))},
    want: {'count/jobs.batch': '1', 'count/pods': '2', pods: '2'},
  },
  {
    name: 'takes a node port for each of its ports',
    kind: 'Service',
    plural: 'services',
    spec: {type: 'LoadBalancer', ports: [{port: 1}, {port: 2}]},
    want: {'count/services': '1', services: '1', 'services.loadbalancers': '1', 'services.nodeports': '2'},
  },
];

it.each(ROWS)('a $kind $name', ({kind, group = '', plural, spec, want}) => {
  const demand = demandOf({object: {spec}, group, kind, plural});
  const shown = [...demand].filter(([, {digits}]) => digits !== 0n).map(([name, value]) => [name, showQuantity(value)]);
  expect(Object.fromEntries(shown)).toEqual(want);
});

const quota = (hard: JsonObject, used: JsonObject = {}, spec: JsonObject = {}) =>
  quotaOf({metadata: {namespace: 'shop', name: 'q'}, spec: {hard, ...spec}, status: {used}});
const web = (replicas: number) =>
  demandOf({
    object: {spec: {replicas, template: pod(container({cpu: '500m', memory: '512Mi'}))}},
    group: 'apps',
    kind: 'Deployment',
    plural: 'deployments',
  });

it.each([
  {name: 'fits exactly', hard: {pods: 4, 'requests.cpu': '2'}, used: {}, want: []},
  {
    name: 'is short by one',
    hard: {pods: '3', 'requests.cpu': '2'},
    used: {},
    want: [{name: 'pods', asked: '4', left: '3'}],
  },
  {
    name: 'counts what is used, in whatever spelling',
    hard: {'requests.cpu': '3'},
    used: {'requests.cpu': '1100m'},
    want: [{name: 'requests.cpu', asked: '2', left: '1900m'}],
  },
  {
    name: 'tells memory as people write it',
    hard: {'requests.memory': '3Gi'},
    used: {'requests.memory': '2Gi'},
    want: [{name: 'requests.memory', asked: '2Gi', left: '1Gi'}],
  },
  {
    name: 'is overdrawn already',
    hard: {pods: '1'},
    used: {pods: '2'},
    want: [{name: 'pods', asked: '4', left: '0'}],
  },
  {name: 'does not limit what is asked', hard: {secrets: '0'}, used: {}, want: []},
])('a quota that $name', ({hard, used, want}) => {
  const read = quota(hard, used);
  expect(read && shortagesOf(read, web(4))).toEqual(want);
});

it('a shrinking object never exceeds a quota, however full it is', () => {
  const read = quota({pods: '1'}, {pods: '5'});
  expect(read && shortagesOf(read, addDemands(web(2), timesDemand(web(3), -1)))).toEqual([]);
});

it('a quota of some of the pods is left to the server', () => {
  expect(quota({pods: '0'}, {}, {scopes: ['BestEffort']})).toBeUndefined();
  expect(quota({pods: '0'}, {}, {scopeSelector: {matchExpressions: []}})).toBeUndefined();
});
