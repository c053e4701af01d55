import {expect, it} from 'vitest';
import {refusalOf} from '../../../../../../src/adapters/runtimes/kubernetes/client/status.ts';
import {refusalDiagnostics} from '../../../../../../src/adapters/runtimes/kubernetes/plan/refusal-diagnostics.ts';
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

it('a namespace that is missing is told once, by its own name, with how many objects wait for it', () => {
  const told = refusalDiagnostics([
    refusedIn('shop', 'a'),
    refusedIn('shop', 'b'),
    refusedIn('data', 'c'),
    refusedIn('shop', 'd'),
  ]);
  expect(told.map(({resource, message}) => [resource, message])).toEqual([
    ['v1:ConfigMap:shop:a', 'it cannot be made, for there is no namespace shop, nor can 2 other objects of it'],
    ['v1:ConfigMap:data:c', 'it cannot be made, for there is no namespace data'],
  ]);
  expect(told[0]?.hint).toContain('namespace: shop');
});

it('other refusals are told one by one', () => {
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
