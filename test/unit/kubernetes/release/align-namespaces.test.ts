import {expect, it} from 'vitest';
import {alignNamespaces} from '../../../../src/kubernetes/release/align-namespaces.ts';
import {resource} from '../../../rig/releases.ts';

const object = (namespace: string | undefined, name: string) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {name, ...(namespace === undefined ? {} : {namespace})},
});

it('objects of the first namespace are compared in the second, and all others where they are', () => {
  const resources = [
    resource('v1:ConfigMap:staging:a', object('staging', 'a')),
    {...resource('v1:ConfigMap:other:b', object('other', 'b')), dependsOn: ['v1:ConfigMap:staging:a']},
    resource('v1:ConfigMap:c', object(undefined, 'c')),
  ];
  const aligned = alignNamespaces(resources, {from: 'staging', to: 'prod'});
  expect(aligned.map(({id}) => id)).toEqual(['v1:ConfigMap:prod:a', 'v1:ConfigMap:other:b', 'v1:ConfigMap:c']);
  expect(aligned[0]?.attributes).toEqual(object('prod', 'a'));
  expect(aligned[1]).toEqual({...resources[1], dependsOn: ['v1:ConfigMap:prod:a']});
  expect(alignNamespaces(resources, {from: 'staging', to: 'staging'})).toBe(resources);
});
