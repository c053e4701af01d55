import {jsonAt} from '../../../src/core/json-at.ts';
import {apply, del, get, JSON_PATCH, MERGE, patch, post, put, type Request, TABLE} from '../request.ts';
import {pathsIn} from './paths.ts';

/** What stands below an object: its status, its scale, and what may be asked of pods and accounts; and questions about rights. */
export function subresources(ns: string): readonly Request[] {
  const {core, apps, group} = pathsIn(ns);
  const sets = (name = '') => apps('replicasets', name);
  const review = (kind: string, spec: object, version = 'authorization.k8s.io/v1') =>
    post(`ask: ${kind} ${JSON.stringify(spec).replaceAll(ns, 'NAMESPACE').slice(0, 60)}`, `/apis/${version}/${kind}`, {
      spec,
    } as never);
  return [
    post('a set of none', sets(), {
      metadata: {name: 'scaled'},
      spec: {
        replicas: 0,
        selector: {matchLabels: {app: 'scaled'}},
        template: {
          metadata: {labels: {app: 'scaled'}},
          spec: {schedulerName: 'nobody', containers: [{name: 'c', image: 'x'}]},
        },
      },
    }),
    get('wait for the set', sets('scaled'), {until: (set) => jsonAt(set, ['status', 'observedGeneration']) === 1}),
    get('the scale', sets('scaled/scale')),
    get('the scale as a table', sets('scaled/scale'), {accept: TABLE}),
    put('set the scale for a try', `${sets('scaled/scale')}?dryRun=All`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: {name: 'scaled', namespace: ns},
      spec: {replicas: 2},
    }),
    patch('scale as kubectl does, for a try', `${sets('scaled/scale')}?dryRun=All`, MERGE, {spec: {replicas: 3}}),
    patch('scale by a JSON patch, for a try', `${sets('scaled/scale')}?dryRun=All`, JSON_PATCH, [
      {op: 'replace', path: '/spec/replicas', value: 4},
    ]),
    patch('scale below nothing', `${sets('scaled/scale')}?dryRun=All`, MERGE, {spec: {replicas: -1}}),
    put('set a scale of another kind', sets('scaled/scale'), {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: {name: 'scaled'},
    }),
    put('set a scale of another name', sets('scaled/scale'), {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: {name: 'other', namespace: ns},
      spec: {replicas: 2},
    }),
    apply('apply a scale', `${sets('scaled/scale')}?fieldManager=scaler&dryRun=All`, {
      apiVersion: 'autoscaling/v1',
      kind: 'Scale',
      metadata: {name: 'scaled'},
      spec: {replicas: 1},
    }),
    get('the scale of what is not there', sets('nothing/scale')),
    get('the scale of what has none', core('configmaps', 'a/scale')),
    get('the status', sets('scaled/status')),
    patch('patch the status for a try', `${sets('scaled/status')}?dryRun=All&fieldManager=prober`, MERGE, {
      spec: {replicas: 9},
      status: {conditions: [{type: 'X', status: 'True'}]},
      metadata: {labels: {x: 'y'}},
    }),
    patch('patch a status in the object, for a try', `${sets('scaled')}?dryRun=All&fieldManager=prober`, MERGE, {
      status: {replicas: 9},
    }),
    patch('patch a wrong status', `${sets('scaled/status')}?dryRun=All`, MERGE, {status: {replicas: -1}}),
    patch(
      'a status by a merge of lists',
      `${sets('scaled/status')}?dryRun=All`,
      'application/strategic-merge-patch+json',
      {status: {conditions: [{type: 'Y', status: 'False'}]}},
    ),
    del('delete a status', sets('scaled/status')),
    del('delete the set', sets('scaled'), {propagationPolicy: 'Background'}),
    post('a pod to ask of', core('pods'), {
      metadata: {name: 'asked', labels: {app: 'asked'}},
      spec: {schedulerName: 'nobody', containers: [{name: 'c', image: 'x'}]},
    }),
    post('evict for a try', `${core('pods', 'asked/eviction')}?dryRun=All`, {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: {name: 'asked', namespace: ns},
    }),
    post('evict another', core('pods', 'asked/eviction'), {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: {name: 'other', namespace: ns},
    }),
    post('evict what is not there', core('pods', 'nothing/eviction'), {
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: {name: 'nothing', namespace: ns},
    }),
    post('bind to nothing', core('pods', 'asked/binding'), {metadata: {name: 'asked'}, target: {}}),
    patch(
      'tell that a pod runs',
      `${core('pods', 'asked/status')}?dryRun=All&fieldManager=kubelet`,
      'application/strategic-merge-patch+json',
      {status: {phase: 'Running', conditions: [{type: 'Ready', status: 'True'}]}},
    ),
    patch(
      'add a container to debug',
      `${core('pods', 'asked/ephemeralcontainers')}?dryRun=All`,
      'application/strategic-merge-patch+json',
      {spec: {ephemeralContainers: [{name: 'd', image: 'x'}]}},
    ),
    patch('resize for a try', `${core('pods', 'asked/resize')}?dryRun=All`, 'application/strategic-merge-patch+json', {
      spec: {containers: [{name: 'c', resources: {requests: {cpu: '1'}}}]},
    }),
    get('the log of what is not there', core('pods', 'nothing/log')),
    get('a log as a page', core('pods', 'nothing/log'), {accept: 'text/html'}),
    get('a log as a table', core('pods', 'nothing/log'), {accept: TABLE}),
    post('write a log', core('pods', 'nothing/log'), {}),
    post('run a command in what is not there', core('pods', 'nothing/exec?command=ls'), ''),
    get('a proxy to what is not there', core('services', 'nothing/proxy/')),
    del('delete the pod that was asked of', `${core('pods', 'asked')}?gracePeriodSeconds=0`),
    post(
      'a token',
      core('serviceaccounts', 'default/token'),
      {apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {expirationSeconds: 600}},
      {uncompared: true},
    ),
    post('a token for a short time', core('serviceaccounts', 'default/token'), {spec: {expirationSeconds: 1}}),
    post('a token of nobody', core('serviceaccounts', 'nobody/token'), {spec: {}}),
    get('the namespace itself', `/api/v1/namespaces/${ns}`),
    put('finalize a namespace that stays', `/api/v1/namespaces/${ns}/finalize?dryRun=All`, (seen) =>
      seen('the namespace itself'),
    ),
    get('quotas of the namespace', core('resourcequotas')),
    review('selfsubjectaccessreviews', {
      resourceAttributes: {verb: 'create', group: 'apps', resource: 'deployments', namespace: ns},
    }),
    review('selfsubjectaccessreviews', {nonResourceAttributes: {verb: 'get', path: '/version'}}),
    review('selfsubjectaccessreviews', {}),
    review('selfsubjectaccessreviews', {
      resourceAttributes: {verb: 'get', resource: 'pods'},
      nonResourceAttributes: {verb: 'get', path: '/'},
    }),
    review('subjectaccessreviews', {
      user: 'nobody',
      resourceAttributes: {verb: 'get', resource: 'pods', namespace: ns},
    }),
    review('subjectaccessreviews', {resourceAttributes: {verb: 'get', resource: 'pods'}}),
    review('selfsubjectrulesreviews', {namespace: ns}),
    review('selfsubjectrulesreviews', {}),
    review('tokenreviews', {token: 'nonsense'}, 'authentication.k8s.io/v1'),
    review('selfsubjectreviews', {}, 'authentication.k8s.io/v1'),
    get('read a review', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'),
    post('a local review elsewhere', group('authorization.k8s.io/v1', 'localsubjectaccessreviews'), {
      spec: {user: 'u', resourceAttributes: {verb: 'get', resource: 'pods', namespace: 'default'}},
    }),
  ];
}
