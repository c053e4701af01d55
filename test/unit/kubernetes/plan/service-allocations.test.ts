import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {newAllocations, takenAllocations} from '../../../../src/kubernetes/plan/service-allocations.ts';

const service = (name: string, spec: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: {name, namespace: 'shop'},
  spec,
});
const other = service('other', {
  clusterIP: '10.0.0.2',
  clusterIPs: ['10.0.0.2', 'fd00::2'],
  ports: [{nodePort: 31_000}],
});
const live = service('web', {clusterIP: '10.0.0.1', clusterIPs: ['10.0.0.1'], ports: [{nodePort: 30_000}]});

it.each([
  {name: 'nothing', spec: {}, want: []},
  {name: 'what the live one holds', spec: {clusterIP: '10.0.0.1', ports: [{nodePort: 30_000}]}, want: []},
  {name: 'to be headless', spec: {clusterIP: 'None'}, want: []},
  {name: 'a free address', spec: {clusterIP: '10.0.0.3'}, want: []},
  {name: "another's address", spec: {clusterIP: '10.0.0.2'}, want: ['spec.clusterIP']},
  {name: "another's second address", spec: {clusterIPs: ['10.0.0.1', 'fd00::2']}, want: ['spec.clusterIPs[1]']},
  {name: "another's node port", spec: {ports: [{port: 80}, {nodePort: 31_000}]}, want: ['spec.ports[1].nodePort']},
])('a Service that asks for $name takes $want from another', ({spec, want}) => {
  const taken = takenAllocations(newAllocations(service('web', spec), live), [live, other]);
  expect(taken.map(({field}) => field)).toEqual(want);
  for (const {message} of taken) expect(message).toContain('already allocated to v1:Service:shop:other');
});
