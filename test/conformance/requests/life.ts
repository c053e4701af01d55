import type {Json, JsonObject} from '../../../src/core/json.ts';
import {jsonAt} from '../../../src/core/json-at.ts';
import {del, get, MERGE, PARTIAL, patch, post, put, type Request, TABLE} from '../request.ts';
import {pathsIn} from './paths.ts';

const map = (name: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name},
  data: {a: '1'},
  ...more,
});

const at = (object: JsonObject, ...path: readonly string[]): Json => jsonAt(object, path) ?? null;

/** One object from its creation to its end, with everything that goes wrong on the way. */
export function life(ns: string): readonly Request[] {
  const {core, apps} = pathsIn(ns);
  const one = core('configmaps', 'one');
  const all = core('configmaps');
  return [
    get('read what is not there', one),
    del('delete what is not there', one),
    put('replace what is not there', one, map('one')),
    patch('patch what is not there', one, MERGE, {data: {b: '2'}}),
    post('create', `${all}?fieldManager=maker`, map('one')),
    post('create what is there', all, map('one')),
    post('create in a namespace that is not there', '/api/v1/namespaces/not-there/configmaps', map('one')),
    post('create with the wrong namespace', all, map('two', {metadata: {name: 'two', namespace: 'default'}})),
    post('create with a revision', all, map('two', {metadata: {name: 'two', resourceVersion: '5'}})),
    post(
      'create with a uid and times of its own',
      `${all}?dryRun=All`,
      map('two', {
        metadata: {name: 'two', uid: 'u', creationTimestamp: '2020-01-01T00:00:00Z', generation: 7, selfLink: '/x'},
      }),
    ),
    post('create with a made-up name', `${all}?dryRun=All`, map('', {metadata: {generateName: 'made-'}})),
    post('create at a name', one, map('one')),
    get('read', one),
    get('read as a table', one, {accept: TABLE}),
    get('read the metadata alone', one, {accept: PARTIAL}),
    get('read at an earlier revision', `${one}?resourceVersion=1`),
    get('read at a revision to come', `${one}?resourceVersion=99999999999999`),
    get('read at no revision', `${one}?resourceVersion=x`),
    put('replace without a revision', `${one}?fieldManager=other`, map('one', {data: {a: '2', c: '3'}})),
    put('replace with the revision', `${one}?fieldManager=other`, (seen) => ({
      ...seen('replace without a revision'),
      data: {a: '3'},
    })),
    put('replace with an old revision', one, (seen) => ({...seen('create'), data: {a: '4'}})),
    put('replace with nothing new', `${one}?fieldManager=other`, (seen) => seen('replace with the revision')),
    put('replace another name', one, map('two')),
    put('replace in another namespace', one, map('one', {metadata: {name: 'one', namespace: 'default'}})),
    put('replace another uid', one, map('one', {metadata: {name: 'one', uid: '11111111-1111-1111-1111-111111111111'}})),
    put('replace without a name', one, map('', {metadata: {}})),
    put('replace for a try', `${one}?dryRun=All&fieldManager=third`, map('one', {data: {z: '1'}})),
    put('replace with a wrong revision', one, map('one', {metadata: {name: 'one', resourceVersion: 'x'}})),
    get('read what was left of the tries', one),
    del('delete with a wrong uid', one, {preconditions: {uid: '11111111-1111-1111-1111-111111111111'}}),
    del('delete with an old revision', one, (seen) => ({
      preconditions: {resourceVersion: at(seen('create'), 'metadata', 'resourceVersion')},
    })),
    del('delete for a try', `${one}?dryRun=All`),
    del('delete for a try, as the body says', one, {dryRun: ['All'], propagationPolicy: 'Background'}),
    del('delete with a wrong propagation', one, {propagationPolicy: 'Sideways'}),
    del('delete with both ways of orphans', one, {propagationPolicy: 'Background', orphanDependents: true}),
    del('delete with a wrong kind in the body', one, {kind: 'ConfigMap', apiVersion: 'v1'}),
    del('delete with an unknown try', `${one}?dryRun=Some`),
    patch('hold it', one, MERGE, {metadata: {finalizers: ['example.com/hold']}}),
    del('delete what is held', one, {propagationPolicy: 'Background'}),
    get('read what is held', one),
    del('delete what is held again', one),
    patch('hold more of what is going', one, MERGE, {metadata: {finalizers: ['example.com/hold', 'example.com/more']}}),
    patch('change what is going', one, MERGE, {data: {going: 'yes'}}),
    post('create what is going', all, map('one')),
    patch('let it go', one, MERGE, {metadata: {finalizers: null}}),
    get('read what is gone', one),
    post('create what orphans', all, map('orphaning')),
    del('delete and orphan', core('configmaps', 'orphaning'), {propagationPolicy: 'Orphan'}),
    get('wait until what orphaned is gone', core('configmaps', 'orphaning'), {until: ({code}) => code === 404}),
    post('create what waits for its dependants', all, map('foreground')),
    del('delete in the foreground', `${core('configmaps', 'foreground')}?propagationPolicy=Foreground`),
    get('wait until what waited is gone', core('configmaps', 'foreground'), {until: ({code}) => code === 404}),
    post('create an immutable one', all, map('fixed', {immutable: true})),
    patch('change what cannot change', core('configmaps', 'fixed'), MERGE, {data: {a: '2'}}),
    patch('make it changeable', core('configmaps', 'fixed'), MERGE, {immutable: false}),
    del('delete an immutable one', core('configmaps', 'fixed')),
    post('create a secret by texts', core('secrets'), {
      metadata: {name: 'secret'},
      stringData: {a: 'b', c: ''},
      data: {a: 'eA==', d: null},
    }),
    patch('change the type of a secret', core('secrets', 'secret'), MERGE, {type: 'example.com/other'}),
    patch('add to a secret by texts', `${core('secrets', 'secret')}?fieldManager=second`, MERGE, {
      stringData: {e: 'f'},
    }),
    del('delete a secret', core('secrets', 'secret')),
    post('create a service', core('services'), {
      metadata: {name: 'service'},
      spec: {selector: {app: 'none'}, ports: [{name: 'http', port: 80}]},
    }),
    patch('take the address of a service', core('services', 'service'), MERGE, {spec: {clusterIP: '10.96.1.1'}}),
    patch('open a service to nodes', core('services', 'service'), MERGE, {spec: {type: 'NodePort'}}),
    put('replace a service and keep its address', core('services', 'service'), (seen) => ({
      metadata: {name: 'service', resourceVersion: at(seen('open a service to nodes'), 'metadata', 'resourceVersion')},
      spec: {ports: [{port: 81}]},
    })),
    patch('send a service elsewhere', core('services', 'service'), MERGE, {
      spec: {type: 'ExternalName', externalName: 'example.com', clusterIP: null, clusterIPs: null},
    }),
    del('delete a service', core('services', 'service')),
    post('create a deployment of none', `${apps('deployments')}?fieldManager=maker`, stopped('stopped')),
    get('wait for the deployment of none', apps('deployments', 'stopped'), {until: settled}),
    patch('change the selector of a deployment', apps('deployments', 'stopped'), MERGE, {
      spec: {selector: {matchLabels: {app: 'b'}}, template: {metadata: {labels: {app: 'b'}}}},
    }),
    patch('annotate a deployment', `${apps('deployments', 'stopped')}?fieldManager=other`, MERGE, {
      metadata: {annotations: {note: 'x'}},
    }),
    get('wait for the annotated deployment', apps('deployments', 'stopped'), {until: settled, uncompared: true}),
    patch('change a deployment for a try', `${apps('deployments', 'stopped')}?fieldManager=other&dryRun=All`, MERGE, {
      spec: {minReadySeconds: 3},
    }),
    get('the deployment as a table', apps('deployments', 'stopped'), {accept: TABLE}),
    del('delete a deployment', apps('deployments', 'stopped'), {propagationPolicy: 'Background'}),
    post('create a pod that nobody takes', `${core('pods')}?fieldManager=maker`, idlePod('idle')),
    patch('change the image of a pod', `${core('pods', 'idle')}?fieldManager=other`, MERGE, {
      spec: {activeDeadlineSeconds: 100},
    }),
    patch('change what pods cannot change', core('pods', 'idle'), MERGE, {spec: {hostname: 'x'}}),
    patch('give a pod a container', core('pods', 'idle'), MERGE, {spec: {containers: [{name: 'd', image: 'x'}]}}),
    get('the pod as a table', core('pods', 'idle'), {accept: TABLE}),
    get('the log of a pod that does not run', core('pods', 'idle/log')),
    get('the log of a container that is not there', core('pods', 'idle/log?container=nothing')),
    del('delete a pod that nobody took', core('pods', 'idle')),
    get('the pod is gone', core('pods', 'idle'), {until: ({code}) => code === 404}),
    del('delete the namespace for a try', `/api/v1/namespaces/${ns}?dryRun=All`),
  ];
}

const stopped = (name: string): JsonObject => ({
  metadata: {name},
  spec: {
    replicas: 0,
    selector: {matchLabels: {app: 'a'}},
    template: {metadata: {labels: {app: 'a'}}, spec: {containers: [{name: 'c', image: 'nginx'}]}},
  },
});

const settled = (deployment: JsonObject): boolean =>
  at(deployment, 'status', 'observedGeneration') === at(deployment, 'metadata', 'generation') &&
  Array.isArray(at(deployment, 'status', 'conditions')) &&
  (at(deployment, 'status', 'conditions') as readonly JsonObject[]).some(
    ({type, reason}) => type === 'Progressing' && reason === 'NewReplicaSetAvailable',
  );

const idlePod = (name: string): JsonObject => ({
  metadata: {name},
  spec: {schedulerName: 'nobody', terminationGracePeriodSeconds: 0, containers: [{name: 'c', image: 'nginx'}]},
});
