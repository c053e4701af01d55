import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {withDefaultLimits} from '../../../../src/sandbox/kinds/workloads/pod-limits.ts';
import type {ClusterView} from '../../../../src/sandbox/model/view.ts';
import {admitToLimits} from '../../../../src/sandbox/quota/admit-to-limits.ts';
import type {Target} from '../../../../src/sandbox/verbs/verb-context.ts';
import {builtIn} from '../decode/resource.ts';

const clusterWith = (...limits: readonly JsonObject[]): ClusterView => ({
  get: () => undefined,
  list: (name) => (name === 'limitranges' ? limits.map((limit) => ({spec: {limits: [limit]}})) : []),
});

const container = (name: string, requests: JsonObject, limits: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  resources: {requests, limits},
  ...more,
});
/** Returns a container with equal requests and limits. */
const fixed = (name: string, amounts: JsonObject, more?: JsonObject) => container(name, amounts, amounts, more);
const pod = (...containers: readonly JsonObject[]): JsonObject => ({spec: {containers}});
const withInits = (containers: readonly JsonObject[], ...initContainers: readonly JsonObject[]): JsonObject => ({
  spec: {containers, initContainers},
});
const claim = (storage: string): JsonObject => ({spec: {resources: {requests: {storage}}}});

const BOUNDS: JsonObject = {type: 'Container', max: {cpu: '1', memory: '1Gi'}, min: {cpu: '100m'}};
const RATIO: JsonObject = {type: 'Container', maxLimitRequestRatio: {cpu: '2'}};
const TOGETHER: JsonObject = {
  type: 'Pod',
  max: {cpu: '1', memory: '128Mi'},
  min: {cpu: '100m'},
  maxLimitRequestRatio: {memory: '1500m'},
};
const STORAGE: JsonObject = {type: 'PersistentVolumeClaim', max: {storage: '2Gi'}, min: {storage: '1Gi'}};

const SMALL = {cpu: '600m', memory: '100Mi'};

type Row = {
  readonly name: string;
  readonly limits: JsonObject;
  readonly object: JsonObject;
  /** The message of a real server after `is forbidden: `; undefined if it accepts the object. */
  readonly says?: string;
};

const ROWS: readonly Row[] = [
  {name: 'accepts amounts within its bounds', limits: BOUNDS, object: pod(fixed('a', SMALL))},
  {
    name: 'refuses a limit above the maximum',
    limits: BOUNDS,
    object: pod(container('a', {cpu: '1'}, {cpu: '2', memory: '1Gi'})),
    says: 'maximum cpu usage per Container is 1, but limit is 2',
  },
  {
    name: 'reports the same problem of two containers once',
    limits: BOUNDS,
    object: pod(fixed('a', {cpu: '2', memory: '1Mi'}), fixed('b', {cpu: '2', memory: '1Mi'})),
    says: 'maximum cpu usage per Container is 1, but limit is 2',
  },
  {
    name: 'refuses a request below the minimum',
    limits: BOUNDS,
    object: pod(container('a', {cpu: '50m'}, {cpu: '1', memory: '1Gi'})),
    says: 'minimum cpu usage per Container is 100m, but request is 50m',
  },
  {
    name: 'reports all problems',
    limits: BOUNDS,
    object: pod(container('a', {cpu: '50m'}, {cpu: '1', memory: '2Gi'})),
    says: '[minimum cpu usage per Container is 100m, but request is 50m, maximum memory usage per Container is 1Gi, but limit is 2Gi]',
  },
  {
    name: 'applies to init containers',
    limits: BOUNDS,
    object: withInits([fixed('a', SMALL)], container('i', {cpu: '1'}, {cpu: '2', memory: '1Gi'})),
    says: 'maximum cpu usage per Container is 1, but limit is 2',
  },
  {
    name: 'with a ratio requires a request',
    limits: RATIO,
    object: pod(container('a', {cpu: '0'}, {cpu: '1'})),
    says: 'cpu max limit to request ratio per Container is 2, but no request is specified or request is 0',
  },
  {
    name: 'with a ratio requires a limit',
    limits: RATIO,
    object: pod(container('a', {cpu: '1'}, {})),
    says: 'cpu max limit to request ratio per Container is 2, but no limit is specified or limit is 0',
  },
  {name: 'accepts the maximum ratio', limits: RATIO, object: pod(container('a', {cpu: '1'}, {cpu: '2'}))},
  {
    name: 'accepts a ratio that is not a binary fraction',
    limits: {type: 'Container', maxLimitRequestRatio: {cpu: '1100m'}},
    object: pod(container('a', {cpu: '300m'}, {cpu: '330m'})),
  },
  {
    name: 'refuses a larger ratio',
    limits: RATIO,
    object: pod(container('a', {cpu: '300m'}, {cpu: '1'})),
    says: 'cpu max limit to request ratio per Container is 2, but provided ratio is 3.333333',
  },
  {name: 'accepts a pod within its bounds', limits: TOGETHER, object: pod(fixed('a', SMALL))},
  {
    name: 'requires all bounded amounts of a pod',
    limits: TOGETHER,
    object: pod({name: 'a'}),
    says: '[minimum cpu usage per Pod is 100m.  No request is specified, maximum cpu usage per Pod is 1.  No limit is specified, maximum memory usage per Pod is 128Mi.  No limit is specified, memory max limit to request ratio per Pod is 1500m, but no request is specified or request is 0]',
  },
  {
    name: 'adds up the containers of a pod',
    limits: TOGETHER,
    object: pod(fixed('a', SMALL), fixed('b', SMALL)),
    says: '[maximum cpu usage per Pod is 1, but limit is 1200m, maximum memory usage per Pod is 128Mi, but limit is 200Mi]',
  },
  {
    name: 'counts an init container that is larger than all containers',
    limits: TOGETHER,
    object: withInits([fixed('a', SMALL)], fixed('i', {cpu: '2', memory: '1Mi'})),
    says: 'maximum cpu usage per Pod is 1, but limit is 2',
  },
  {
    name: 'counts an init container together with the running sidecars',
    limits: TOGETHER,
    object: withInits(
      [fixed('a', SMALL)],
      fixed('s', {cpu: '300m', memory: '1Mi'}, {restartPolicy: 'Always'}),
      fixed('i', {cpu: '800m', memory: '1Mi'}),
    ),
    says: 'maximum cpu usage per Pod is 1, but limit is 1100m',
  },
  {
    name: 'counts the amounts of the pod itself',
    limits: TOGETHER,
    object: {
      spec: {
        containers: [fixed('a', SMALL)],
        resources: {requests: {cpu: '1', memory: '100Mi'}, limits: {cpu: '2', memory: '100Mi'}},
      },
    },
    says: 'maximum cpu usage per Pod is 1, but limit is 2',
  },
];

const CLAIMS: readonly Row[] = [
  {name: 'accepts a PVC within its bounds', limits: STORAGE, object: claim('1Gi')},
  {
    name: 'refuses a larger PVC',
    limits: STORAGE,
    object: claim('3Gi'),
    says: 'maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi',
  },
  {
    name: 'refuses a smaller PVC',
    limits: STORAGE,
    object: claim('512Mi'),
    says: 'minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 512Mi',
  },
  {name: 'for containers does not apply to PVCs', limits: BOUNDS, object: claim('1Gi')},
];

const named = (object: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  ...object,
  metadata: {name: 'new', namespace: 'n', ...metadata},
});

const targetOf = (resource: string, subresource = ''): Target => ({
  resource: builtIn(resource),
  namespace: 'n',
  name: 'new',
  subresource,
});

describe('a LimitRange (measured on the real server)', () => {
  it.each([
    ...ROWS.map((row) => ({resource: 'pods', ...row})),
    ...CLAIMS.map((row) => ({resource: 'persistentvolumeclaims', ...row})),
  ])('a LimitRange $name', ({resource, limits, object, says}) => {
    const asked = {object: named(object), before: undefined, target: targetOf(resource)};
    const admit = (): void => admitToLimits(asked, clusterWith(limits));
    if (says === undefined) expect(admit).not.toThrow();
    else
      expect(admit).toThrow(
        expect.objectContaining({
          message: `${resource} "new" is forbidden: ${says}`,
          status: expect.objectContaining({code: 403, details: {name: 'new', kind: resource}}),
        }),
      );
  });

  it.each([
    {name: 'lets a pod change that is too large already', resource: 'pods', object: pod(fixed('a', {cpu: '2'}))},
    {
      name: 'lets the status of a claim change',
      resource: 'persistentvolumeclaims',
      sub: 'status',
      object: claim('3Gi'),
    },
    {
      name: 'lets go a claim that is being deleted',
      resource: 'persistentvolumeclaims',
      object: claim('3Gi'),
      metadata: {deletionTimestamp: '2026-11-22T00:00:00Z'},
    },
    {name: 'takes no claim that grows too large', resource: 'persistentvolumeclaims', object: claim('3Gi'), not: true},
    {
      name: 'takes no pod that is resized too far',
      resource: 'pods',
      sub: 'resize',
      object: pod(fixed('a', {cpu: '2', memory: '1Mi'})),
      not: true,
    },
  ])('a LimitRange $name', ({resource, sub, object, metadata, not: isRefused = false}) => {
    const asked = {
      object: named(object, metadata),
      before: named(object, metadata),
      target: targetOf(resource, sub),
    };
    const admit = (): void => admitToLimits(asked, clusterWith(BOUNDS, STORAGE));
    if (isRefused) expect(admit).toThrow(/^\w+ "new" is forbidden: maximum /);
    else expect(admit).not.toThrow();
  });
});

describe('the defaults of a LimitRange (measured on the real server)', () => {
  const DEFAULTS: JsonObject = {
    type: 'Container',
    default: {cpu: '500m', memory: '256Mi'},
    defaultRequest: {cpu: '100m', memory: '256Mi'},
  };
  const filled = (object: JsonObject, ...limits: readonly JsonObject[]): JsonObject =>
    withDefaultLimits({
      object,
      before: undefined,
      subresource: '',
      cluster: clusterWith(...limits),
      now: '2026-11-22T00:00:00Z',
    });
  const all = {limits: {cpu: '500m', memory: '256Mi'}, requests: {cpu: '100m', memory: '256Mi'}};

  it('a container gets all amounts that it does not set, and the pod an annotation about them', () => {
    const given = named(pod({name: 'a'}, container('b', {cpu: '200m'}, {cpu: '1'})), {annotations: {k: 'v'}});
    const text =
      'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; memory request for container b; memory limit for container b';
    expect(filled(given, DEFAULTS)).toEqual({
      metadata: {name: 'new', namespace: 'n', annotations: {k: 'v', 'kubernetes.io/limit-ranger': text}},
      spec: {
        containers: [
          {name: 'a', resources: all},
          container('b', {cpu: '200m', memory: '256Mi'}, {cpu: '1', memory: '256Mi'}),
        ],
      },
    });
  });

  it('init containers get the same defaults, and are last in the annotation', () => {
    const {metadata, spec} = filled(named(withInits([{name: 'a'}], {name: 'i'})), DEFAULTS);
    expect(spec).toEqual({containers: [{name: 'a', resources: all}], initContainers: [{name: 'i', resources: all}]});
    expect(metadata).toMatchObject({
      annotations: {
        'kubernetes.io/limit-ranger':
          'LimitRanger plugin set: cpu, memory request for container a; cpu, memory limit for container a; cpu, memory request for init container i; cpu, memory limit for init container i',
      },
    });
  });

  it.each([
    {name: 'from a LimitRange for pods', limits: [{...DEFAULTS, type: 'Pod'}], object: pod({name: 'a'})},
    {name: 'if it sets all amounts', limits: [DEFAULTS], object: pod(fixed('a', SMALL))},
    {name: 'without a LimitRange', limits: [], object: pod({name: 'a'})},
  ])('a container gets no defaults $name', ({limits, object}) => {
    expect(filled(named(object), ...limits)).toEqual(named(object));
  });
});
