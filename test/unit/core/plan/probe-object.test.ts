import {expect, it} from 'vitest';
import {probeObject, saysImmutable} from '../../../../src/core/plan/probe-object.ts';

const named = (kind: string, name: string, apiVersion = 'v1') => ({apiVersion, kind, metadata: {name}});

it.each([
  {name: 'has a fresh name', object: named('ConfigMap', 'web'), want: {metadata: {name: 'web-gantry-probe'}}},
  {
    name: 'has a name however long the old one is',
    object: named('ConfigMap', `${'a'.repeat(39)}.${'b'.repeat(99)}`),
    want: {metadata: {name: `${'a'.repeat(39)}-gantry-probe`}},
  },
  {
    name: 'asks for no address and no port of another Service',
    object: {
      ...named('Service', 'web'),
      spec: {clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], healthCheckNodePort: 1, ports: [{port: 80, nodePort: 3}]},
    },
    want: {spec: {ports: [{port: 80}]}},
  },
  {
    name: 'stays headless',
    object: {...named('Service', 'web'), spec: {clusterIP: 'None'}},
    want: {spec: {clusterIP: 'None'}},
  },
])('a probe $name', ({object, want}) => {
  const {metadata, spec} = probeObject(object) ?? {};
  expect({metadata, spec}).toEqual({metadata, spec: undefined, ...want});
});

it.each([named('Namespace', 'a'), named('CustomResourceDefinition', 'a.b', 'apiextensions.k8s.io/v1')])(
  'there is no probe of a $kind: its name is part of it',
  (object) => expect(probeObject(object)).toBeUndefined(),
);

it.each([
  {message: 'Invalid value: "Cluster": field is immutable', want: true},
  {message: 'Invalid value: ["10.0.0.1"]: may not change once set', want: true},
  {message: 'field is immutable when `immutable` is set', want: true},
  {message: 'Required value', want: false},
])('$message: immutable $want', ({message, want}) => expect(saysImmutable(message)).toBe(want));
