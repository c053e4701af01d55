import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {probeObject, saysImmutable} from '../../../../src/kubernetes/plan/probe-object.ts';

const named = (kind: string, name: string, apiVersion = 'v1') => ({apiVersion, kind, metadata: {name}});
const service = (spec: JsonObject) => ({...named('Service', 'web'), spec});
const crd = (scope: string, plural: string) => ({
  ...named('CustomResourceDefinition', `${plural}.example.com`, 'apiextensions.k8s.io/v1'),
  spec: {group: 'example.com', scope, names: {plural, kind: 'Widget'}},
});
const held = {
  clusterIP: '10.0.0.1',
  clusterIPs: ['10.0.0.1'],
  healthCheckNodePort: 1,
  ports: [{port: 80, nodePort: 3}],
};

it.each([
  {name: 'has a fresh name', object: named('ConfigMap', 'web'), want: {metadata: {name: 'web-gantry-probe'}}},
  {
    name: 'has a name however long the old one is',
    object: named('ConfigMap', `${'a'.repeat(39)}.${'b'.repeat(99)}`),
    want: {metadata: {name: `${'a'.repeat(39)}-gantry-probe`}},
  },
  {
    name: 'asks for no address and no port that the live Service holds',
    object: service(held),
    live: service(held),
    want: {spec: {ports: [{port: 80}]}},
  },
  {
    name: 'asks for another address and another port: the server may not have them',
    object: service({clusterIP: '10.0.0.2', ports: [{port: 80, nodePort: 4}]}),
    live: service(held),
    want: {spec: {clusterIP: '10.0.0.2', ports: [{port: 80, nodePort: 4}]}},
  },
  {
    name: 'stays headless',
    object: service({clusterIP: 'None'}),
    live: service({clusterIP: 'None', clusterIPs: ['None']}),
    want: {spec: {clusterIP: 'None'}},
  },
  {
    name: 'of a definition has another plural, which its name is made of',
    object: crd('Cluster', 'widgets'),
    want: {
      metadata: {name: 'widgets-gantry-probe.example.com'},
      spec: {group: 'example.com', scope: 'Cluster', names: {plural: 'widgets-gantry-probe', kind: 'Widget'}},
    },
  },
])('a probe $name', ({object, live = object, want}) => {
  const {metadata, spec} = probeObject(object, live)?.object ?? {};
  expect({metadata, spec}).toEqual({metadata, spec: undefined, ...want});
});

it.each([
  {name: 'its own name', object: named('ConfigMap', 'web')},
  {name: 'the name and plural of a definition', object: crd('Cluster', 'widgets')},
  {name: 'the addresses of a Service', object: service(held)},
])('the answer to a probe is read with $name', ({object}) => {
  const probe = probeObject(object, object);
  expect(probe?.restore(probe.object)).toEqual(object);
});

it.each([named('Namespace', 'a'), named('APIService', 'v1.a.b', 'apiregistration.k8s.io/v1')])(
  'there is no probe of a $kind: its name is part of it',
  (object) => expect(probeObject(object, object)).toBeUndefined(),
);

it.each([
  {message: 'Invalid value: "Cluster": field is immutable', want: true},
  {message: 'Invalid value: ["10.0.0.1"]: may not change once set', want: true},
  {message: 'field is immutable when `immutable` is set', want: true},
  {message: 'Required value', want: false},
])('$message: immutable $want', ({message, want}) => expect(saysImmutable(message)).toBe(want));
