import {expect, it} from 'vitest';
import {isAllowedLookUp} from '../../../../src/kubernetes/chart/is-allowed-look-up.ts';

const SECRET = {apiVersion: 'v1', kind: 'Secret', namespace: 'shop', name: 'token'};

it.each([
  {name: 'a ConfigMap needs no entry', target: {...SECRET, kind: 'ConfigMap'}, lookups: [], allowed: true},
  {name: 'a Secret without an entry is refused', target: SECRET, lookups: ['other'], allowed: false},
  {name: 'a name is in the namespace of the release', target: SECRET, lookups: ['token'], allowed: true},
  {
    name: 'a name is not in another namespace',
    target: {...SECRET, namespace: 'kube-system'},
    lookups: ['token'],
    allowed: false,
  },
  {
    name: 'an entry may name the namespace',
    target: {...SECRET, namespace: 'kube-system'},
    lookups: ['kube-system/token'],
    allowed: true,
  },
  {
    name: 'a list of Secrets is refused',
    target: {...SECRET, name: undefined},
    lookups: ['token', 'shop/undefined'],
    allowed: false,
  },
  {
    name: 'a Secret without a namespace is refused',
    target: {...SECRET, namespace: undefined},
    lookups: ['token'],
    allowed: false,
  },
  {
    name: 'a Secret of another API is no Secret of Kubernetes',
    target: {...SECRET, apiVersion: 'example.com/v1'},
    lookups: [],
    allowed: true,
  },
])('$name', ({target, lookups, allowed}) => {
  expect(isAllowedLookUp(target, {lookups, namespace: 'shop'})).toBe(allowed);
});
