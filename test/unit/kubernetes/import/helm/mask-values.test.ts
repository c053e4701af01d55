import {expect, it} from 'vitest';
import {maskValues} from '../../../../../src/kubernetes/import/helm/mask-values.ts';

const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}, data: {x: btoa('the-value-of-a-secret')}};

it.each([
  {
    name: 'hides a secret by its name',
    values: {db: {password: 'p', user: 'u'}},
    want: {db: {password: '***', user: 'u'}},
  },
  {
    name: 'hides a secret by its value, at any position',
    values: {env: [{name: 'URL', value: 'https://a?b=the-value-of-a-secret'}], note: 'plain'},
    want: {env: [{name: 'URL', value: '***'}], note: 'plain'},
  },
  {
    name: 'keeps other values',
    values: {replicas: 2, on: true, nothing: null},
    want: {replicas: 2, on: true, nothing: null},
  },
])('the masking of Helm values $name', ({values, want}) => expect(maskValues(values, [secret])).toEqual(want));
