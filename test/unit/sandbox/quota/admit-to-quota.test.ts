import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import type {ClusterView} from '../../../../src/sandbox/model/view.ts';
import {admitToQuota} from '../../../../src/sandbox/quota/admit-to-quota.ts';
import type {Target} from '../../../../src/sandbox/verbs/verb-context.ts';
import {builtIn} from '../decode/resource.ts';

const quota = (name: string, hard: JsonObject, spec: JsonObject = {}): JsonObject => ({
  metadata: {name, namespace: 'n'},
  spec: {hard, ...spec},
  status: {hard},
});

const SMALL = quota('small', {
  pods: '1',
  'requests.cpu': '500m',
  'limits.memory': '1Gi',
  'services.nodeports': '1',
  'count/configmaps': '1',
  'requests.storage': '5Gi',
});

const container = (name: string, requests: JsonObject, limits: JsonObject): JsonObject => ({
  name,
  resources: {requests, limits},
});
const pod = (...containers: readonly JsonObject[]): JsonObject => ({
  kind: 'Pod',
  metadata: {name: 'new', namespace: 'n'},
  spec: {containers},
});
const fits = pod(container('a', {cpu: '100m', memory: '512Mi'}, {cpu: '100m', memory: '512Mi'}));
const service = (...ports: readonly number[]): JsonObject => ({
  kind: 'Service',
  metadata: {name: 'new', namespace: 'n'},
  spec: {type: 'NodePort', ports: ports.map((port) => ({port}))},
});

type Row = {
  readonly name: string;
  readonly resource: string;
  readonly object: JsonObject;
  readonly before?: JsonObject;
  /** The content of the namespace besides the quota. */
  readonly holds?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly quotas?: readonly JsonObject[];
  /** The message of a real server; undefined if it accepts the object. */
  readonly says?: string;
};

const ROWS: readonly Row[] = [
  {name: 'accepts an object that fits', resource: 'pods', object: fits},
  {
    name: 'reports all exceeded resources, by name',
    resource: 'pods',
    object: pod(container('a', {cpu: '2', memory: '1Mi'}, {memory: '2Gi'})),
    says: 'pods "new" is forbidden: exceeded quota: small, requested: limits.memory=2Gi,requests.cpu=2, used: limits.memory=0,requests.cpu=0, limited: limits.memory=1Gi,requests.cpu=500m',
  },
  {
    name: 'reports the containers that lack amounts',
    resource: 'pods',
    object: pod(container('b', {}, {}), container('a', {cpu: '1'}, {})),
    says: 'pods "new" is forbidden: failed quota: small: must specify limits.memory for: a,b; requests.cpu for: b',
  },
  {
    name: 'counts existing objects',
    resource: 'pods',
    object: fits,
    holds: {pods: [fits]},
    says: 'pods "new" is forbidden: exceeded quota: small, requested: pods=1, used: pods=1, limited: pods=1',
  },
  {
    name: 'does not count ended pods',
    resource: 'pods',
    object: fits,
    holds: {pods: [{...fits, status: {phase: 'Succeeded'}}]},
  },
  {
    name: 'counts node ports',
    resource: 'services',
    object: service(1, 2),
    says: 'services "new" is forbidden: exceeded quota: small, requested: services.nodeports=2, used: services.nodeports=0, limited: services.nodeports=1',
  },
  {
    name: 'counts the additional usage of a changed Service',
    resource: 'services',
    object: service(1, 2),
    before: service(1),
    holds: {services: [service(1)]},
    says: 'services "new" is forbidden: exceeded quota: small, requested: services.nodeports=1, used: services.nodeports=1, limited: services.nodeports=1',
  },
  {name: 'accepts a Service change that uses no more', resource: 'services', object: service(2), before: service(1)},
  {
    name: 'counts storage',
    resource: 'persistentvolumeclaims',
    object: {
      kind: 'PersistentVolumeClaim',
      metadata: {name: 'new', namespace: 'n'},
      spec: {resources: {requests: {storage: '6Gi'}}},
    },
    says: 'persistentvolumeclaims "new" is forbidden: exceeded quota: small, requested: requests.storage=6Gi, used: requests.storage=0, limited: requests.storage=5Gi',
  },
  {
    name: 'counts objects of any kind',
    resource: 'configmaps',
    object: {kind: 'ConfigMap', metadata: {name: 'new', namespace: 'n'}},
    holds: {configmaps: [{kind: 'ConfigMap', metadata: {name: 'old', namespace: 'n'}}]},
    says: 'configmaps "new" is forbidden: exceeded quota: small, requested: count/configmaps=1, used: count/configmaps=1, limited: count/configmaps=1',
  },
  {
    name: 'with a scope counts the pods in it',
    resource: 'pods',
    object: pod({name: 'a'}),
    quotas: [quota('idle', {pods: '0'}, {scopes: ['BestEffort']})],
    says: 'pods "new" is forbidden: exceeded quota: idle, requested: pods=1, used: pods=0, limited: pods=0',
  },
  {
    name: 'with a scope accepts pods outside of it',
    resource: 'pods',
    object: fits,
    quotas: [quota('idle', {pods: '0'}, {scopes: ['BestEffort']})],
  },
];

describe('a quota (measured on the real server)', () => {
  it.each(ROWS)('a quota $name', ({resource, object, before, holds = {}, quotas = [SMALL], says}) => {
    const held: Readonly<Record<string, readonly JsonObject[]>> = {...holds, resourcequotas: quotas};
    const cluster: ClusterView = {get: () => undefined, list: (name) => held[name] ?? []};
    const target: Target = {resource: builtIn(resource), namespace: 'n', name: 'new', subresource: ''};
    const admit = (): void => admitToQuota({object, before, target}, cluster);
    if (says === undefined) expect(admit).not.toThrow();
    else expect(admit).toThrow(expect.objectContaining({message: says, status: expect.objectContaining({code: 403})}));
  });
});
