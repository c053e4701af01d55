import {expect, it} from 'vitest';
import {maskValues} from '../../../../../src/kubernetes/import/helm/mask-values.ts';

const secret = {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}, data: {x: btoa('the-value-of-a-secret')}};

it.each([
  {name: 'by its name', values: {db: {password: 'p', user: 'u'}}, want: {db: {password: '***', user: 'u'}}},
  {
    name: 'by its value, wherever it stands',
    values: {env: [{name: 'URL', value: 'https://a?b=the-value-of-a-secret'}], note: 'plain'},
    want: {env: [{name: 'URL', value: '***'}], note: 'plain'},
  },
  {
    name: 'and leaves the rest',
    values: {replicas: 2, on: true, nothing: null},
    want: {replicas: 2, on: true, nothing: null},
  },
])('hides a secret $name', ({values, want}) => expect(maskValues(values, [secret])).toEqual(want));
