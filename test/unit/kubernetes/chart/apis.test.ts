import {expect, it} from 'vitest';
import {apiList} from '../../../../src/kubernetes/chart/api-list.ts';
import {crdApis} from '../../../../src/kubernetes/chart/crd-apis.ts';

it('a list of API versions and kinds is read by group version', () => {
  const list = apiList(['apps/v1', 'apps/v1/Deployment', 'v1', 'v1/Pod', 'example.com/v1beta1', 'policy/v1/Eviction']);
  expect(Object.fromEntries(list)).toEqual({
    'apps/v1': ['Deployment'],
    v1: ['Pod'],
    'example.com/v1beta1': [],
    'policy/v1': ['Eviction'],
  });
});

it('a CRD adds its served versions', () => {
  const versions = [
    {name: 'v1', served: true},
    {name: 'v1alpha1', served: false},
    {name: 'v2', served: true},
  ];
  const crd = {kind: 'CustomResourceDefinition', spec: {group: 'example.com', names: {kind: 'Widget'}, versions}};
  expect(crdApis([crd, {kind: 'ConfigMap'}, {kind: 'CustomResourceDefinition'}])).toEqual([
    'example.com/v1',
    'example.com/v1/Widget',
    'example.com/v2',
    'example.com/v2/Widget',
  ]);
});
