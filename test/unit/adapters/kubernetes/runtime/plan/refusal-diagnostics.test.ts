import {expect, it} from 'vitest';
import {refusalOf} from '../../../../../../src/adapters/kubernetes/runtime/client/status.ts';
import {refusalDiagnostics} from '../../../../../../src/adapters/kubernetes/runtime/plan/refusal-diagnostics.ts';
import {plannedObject} from '../execute/fake-objects.ts';

function refusedIn(namespace: string, name: string) {
  const {target} = plannedObject('create');
  // A secret of the stack may have the value `shop`: what the server says is scrubbed of it.
  const message = 'namespaces "***" not found';
  const details = {kind: 'namespaces', name: '***'};
  return {
    target: {
      ...target,
      identity: {...target.identity, namespace, name},
      resource: {...target.resource, id: `v1:ConfigMap:${namespace}:${name}`},
    },
    refusal: refusalOf(404, {kind: 'Status', reason: 'NotFound', message, details}),
  };
}

it('a missing namespace is reported once, by its name, with the number of objects in it', () => {
  const told = refusalDiagnostics([
    refusedIn('shop', 'a'),
    refusedIn('shop', 'b'),
    refusedIn('data', 'c'),
    refusedIn('shop', 'd'),
  ]);
  expect(told.map(({resource, message}) => [resource, message])).toEqual([
    [
      'v1:ConfigMap:shop:a',
      'it cannot be created, because namespace shop does not exist; the same applies to 2 other objects in it',
    ],
    ['v1:ConfigMap:data:c', 'it cannot be created, because namespace data does not exist'],
  ]);
  expect(told[0]?.hint).toContain('namespace: shop');
});

it('other refusals are reported one by one', () => {
  const {target} = refusedIn('shop', 'a');
  const refusal = refusalOf(422, {
    kind: 'Status',
    reason: 'Invalid',
    message: 'ConfigMap "a" is invalid',
    details: {causes: [{field: 'data.a', reason: 'FieldValueInvalid', message: 'too long'}]},
  });
  const told = refusalDiagnostics([
    {target, refusal},
    {target, refusal},
  ]);
  expect(told.map(({path, message}) => [path, message])).toEqual([
    ['data.a', 'data.a: too long'],
    ['data.a', 'data.a: too long'],
  ]);
});

it.each([
  {
    name: 'the whole of a ConfigMap',
    status: 422,
    message: 'ConfigMap "a" is invalid: []: Too long: may not be more than 1048576 bytes',
    causes: [{field: '[]', reason: 'FieldValueTooLong', message: 'Too long: may not be more than 1048576 bytes'}],
    want: 'the values of a ConfigMap, taken together, are too large: at most 1048576 bytes',
  },
  {
    name: 'a request',
    status: 413,
    message: 'Request entity too large: limit is 3145728',
    causes: [],
    want: 'the request is too large for the server: at most 3145728 bytes',
  },
  {
    name: "the store's limit",
    status: 500,
    message: 'etcdserver: request is too large',
    causes: [],
    want: 'the request is too large for the server',
  },
])('$name that is too large is said in words, at its data', ({status, message, causes, want}) => {
  const {target} = refusedIn('shop', 'a');
  const refusal = refusalOf(status, {kind: 'Status', reason: 'Invalid', message, details: {causes}});
  expect(refusalDiagnostics([{target, refusal}])).toMatchObject([
    {path: 'data', message: want, hint: expect.stringContaining('Split')},
  ]);
});
