import {expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {defaultCause} from '../../../../src/kubernetes/plan/default-cause.ts';
import {findField} from '../../../../src/kubernetes/plan/find-field.ts';
import {schemaOf} from '../fields/fixtures/schema-of.ts';

const workload = (container: JsonObject, spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {name: 'web', labels: {team: 'mesh'}},
  spec: {...spec, template: {spec: {containers: [{name: 'app', ...container}], ...spec}}},
});
const service = (spec: JsonObject): JsonObject => ({apiVersion: 'v1', kind: 'Service', metadata: {name: 'web'}, spec});
const job: JsonObject = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: {name: 'x'},
  spec: {selector: {matchLabels: {'batch.kubernetes.io/controller-uid': 'u'}}, completionMode: 'NonIndexed'},
};
const definition = (names: JsonObject): JsonObject => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: {name: 'cakes.example.com'},
  spec: {group: 'example.com', names: {kind: 'Cake', plural: 'cakes', ...names}, scope: 'Namespaced', versions: []},
});
const app = 'spec.template.spec.containers[name="app"]';

type Row = {
  readonly name: string;
  readonly object: JsonObject;
  readonly path: string;
  readonly want: string;
  readonly allocated?: true;
};

it.each<Row>([
  {
    name: 'a scalar',
    object: workload({}, {dnsPolicy: 'ClusterFirst'}),
    path: 'spec.template.spec.dnsPolicy',
    want: 'default',
  },
  {
    name: 'a scalar of another value',
    object: workload({}, {dnsPolicy: 'None'}),
    path: 'spec.template.spec.dnsPolicy',
    want: 'webhook',
  },
  {
    name: 'the type of a Secret without one',
    object: {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'login'}, type: 'Opaque'},
    path: 'type',
    want: 'default',
  },
  {name: 'an empty map', object: workload({resources: {}}), path: `${app}.resources`, want: 'default'},
  {
    name: 'a map with something in it',
    object: workload({resources: {limits: {cpu: '1'}}}),
    path: `${app}.resources`,
    want: 'webhook',
  },
  {
    name: 'a whole of defaults',
    object: workload({}, {strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: '25%', maxUnavailable: '25%'}}}),
    path: 'spec.strategy',
    want: 'default',
  },
  {
    name: 'a whole with one that is none',
    object: workload({}, {strategy: {type: 'RollingUpdate', rollingUpdate: {maxSurge: '50%', maxUnavailable: '25%'}}}),
    path: 'spec.strategy',
    want: 'webhook',
  },
  {
    name: 'the pull policy of a fixed tag',
    object: workload({image: 'a/b:1', imagePullPolicy: 'IfNotPresent'}),
    path: `${app}.imagePullPolicy`,
    want: 'default',
  },
  {
    name: 'that of a moving tag',
    object: workload({image: 'a:5000/b', imagePullPolicy: 'Always'}),
    path: `${app}.imagePullPolicy`,
    want: 'default',
  },
  {
    name: 'one that the tag does not give',
    object: workload({image: 'a/b:1', imagePullPolicy: 'Always'}),
    path: `${app}.imagePullPolicy`,
    want: 'webhook',
  },
  {name: 'a container', object: workload({}), path: app, want: 'webhook'},
  {name: 'a label', object: workload({}), path: 'metadata.labels.team', want: 'webhook'},
  {
    name: 'an address',
    object: service({clusterIP: '10.0.0.1'}),
    path: 'spec.clusterIP',
    want: 'server',
    allocated: true,
  },
  {
    name: 'no address, since it is headless',
    object: service({clusterIPs: ['None']}),
    path: 'spec.clusterIPs',
    want: 'server',
  },
  {
    name: 'a port of the node',
    object: service({ports: [{port: 80, nodePort: 30_000}]}),
    path: 'spec.ports[0].nodePort',
    want: 'server',
    allocated: true,
  },
  {name: 'a family', object: service({ipFamilies: ['IPv4']}), path: 'spec.ipFamilies', want: 'server'},
  {
    name: 'the port of the pod',
    object: service({ports: [{port: 80, targetPort: 80}]}),
    path: 'spec.ports[0].targetPort',
    want: 'default',
  },
  {name: 'the uid that selects', object: job, path: 'spec.selector', want: 'server', allocated: true},
  {
    name: 'the list of a kind',
    object: definition({listKind: 'CakeList'}),
    path: 'spec.names.listKind',
    want: 'default',
  },
  {name: 'one of a kind', object: definition({singular: 'cake'}), path: 'spec.names.singular', want: 'default'},
  {name: 'another list', object: definition({listKind: 'Cakes'}), path: 'spec.names.listKind', want: 'webhook'},
  {name: 'how a Job ends', object: job, path: 'spec.completionMode', want: 'default'},
])('$name that nobody owns is of: $want', ({object, path, want, allocated = false}) => {
  const schema = schemaOf(object as never);
  const found = findField(path, [object], schema) ?? [];
  const after = found.reduce<Json | undefined>((value, step) => {
    if ('field' in step) return (value as JsonObject)[step.field];
    return (value as readonly Json[])[0];
  }, object);
  expect(found).not.toEqual([]);
  expect(defaultCause({difference: {path: found, after: after ?? null}, schema, object})).toEqual({
    cause: want,
    allocated,
  });
});

it('a field that is removed without a request belongs to the choice that it came with', () => {
  const object = service({type: 'ExternalName', weight: 1});
  const path = [{field: 'spec'}, {field: 'weight'}];
  expect(defaultCause({difference: {path, before: 1}, schema: schemaOf(object as never), object}).cause).toBe('server');
});

it('a node port that is removed is not awaited after apply', () => {
  const object = service({type: 'ClusterIP', ports: [{port: 80}]});
  const schema = schemaOf(object as never);
  const path = findField('spec.ports[0].port', [object], schema)?.slice(0, -1) ?? [];
  const difference = {path: [...path, {field: 'nodePort'}], before: 30_000};
  expect(defaultCause({difference, schema, object})).toEqual({cause: 'server', allocated: false});
});
