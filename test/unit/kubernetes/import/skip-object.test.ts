import {expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {skipObject} from '../../../../src/kubernetes/import/skip-object.ts';

const object = (kind: string, name: string, metadata: JsonObject = {}, rest: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind,
  metadata: {name, namespace: 'shop', ...metadata},
  ...rest,
});
const owner = (controller: boolean): JsonObject => ({ownerReferences: [{kind: 'ReplicaSet', name: 'web', controller}]});
const marks = (id: string): JsonObject => ({
  labels: {'gantry.dev/lineage': 'abc'},
  annotations: {'gantry.dev/id': id, 'gantry.dev/stack': 'shop/web/prod'},
});

it.each([
  {name: 'what a controller makes', live: object('Pod', 'web-1', owner(true)), want: {kind: 'controlled'}},
  {
    name: 'what only goes with another object is imported',
    live: object('ConfigMap', 'a', owner(false)),
    want: undefined,
  },
  {name: 'the account of each namespace', live: object('ServiceAccount', 'default'), want: {kind: 'cluster'}},
  {name: 'an account of the user', live: object('ServiceAccount', 'robot'), want: undefined},
  {name: 'the certificate of each namespace', live: object('ConfigMap', 'kube-root-ca.crt'), want: {kind: 'cluster'}},
  {
    name: 'the token of an account',
    live: object('Secret', 't', {}, {type: 'kubernetes.io/service-account-token'}),
    want: {kind: 'record'},
  },
  {
    name: 'the record of a Helm release',
    live: object('Secret', 'sh.helm.release.v1.a.v1', {}, {type: 'helm.sh/release.v1'}),
    want: {kind: 'record'},
  },
  {name: 'a Secret of the user', live: object('Secret', 'login', {}, {type: 'Opaque'}), want: undefined},
  {
    name: 'what is being deleted',
    live: object('ConfigMap', 'a', {deletionTimestamp: '2026-01-01T00:00:00Z'}),
    want: {kind: 'ending'},
  },
  {
    name: "a stack's object",
    live: object('ConfigMap', 'a', marks('v1:ConfigMap:shop:a')),
    want: {kind: 'stack', stack: 'shop/web/prod'},
  },
  {
    name: "a copy of a stack's labels on another object",
    live: object('ConfigMap', 'b', marks('v1:ConfigMap:shop:a')),
    want: undefined,
  },
  {
    name: 'a ConfigMap whose name begins as those of the system do',
    live: object('ConfigMap', 'system:mine'),
    want: undefined,
  },
])('$name', ({live, want}) => expect(skipObject(live)).toEqual(want));
