import {expect, it} from 'vitest';
import {isPlainlyValid} from '../../../../src/kubernetes/plan/plainly-valid.ts';

const object = (kind: string, rest: object = {}, metadata: object = {}) => ({
  apiVersion: 'v1',
  kind,
  metadata: {name: 'web', namespace: 'shop', ...metadata},
  ...rest,
});

it.each([
  {name: 'a plain ConfigMap', object: object('ConfigMap', {data: {'app.conf': 'x'}}), want: true},
  {name: 'a plain Secret', object: object('Secret', {type: 'Opaque', data: {token: 'eA=='}}), want: true},
  {name: 'a plain ServiceAccount', object: object('ServiceAccount'), want: true},
  {
    name: 'labels and annotations of the usual form',
    object: object('ConfigMap', {}, {labels: {'app.kubernetes.io/name': 'web'}, annotations: {note: 'any text: é'}}),
    want: true,
  },
  {name: 'a key that no file could have', object: object('ConfigMap', {data: {'a/b': 'x'}}), want: false},
  {name: 'a key that leads out of a directory', object: object('ConfigMap', {data: {'..a': 'x'}}), want: false},
  {name: 'two maps of data', object: object('ConfigMap', {data: {a: ''}, binaryData: {a: ''}}), want: false},
  {name: 'a Secret with a form of its own', object: object('Secret', {type: 'kubernetes.io/tls'}), want: false},
  {name: 'a name in capitals', object: object('ConfigMap', {}, {name: 'Web'}), want: false},
  {name: 'a label with a space', object: object('ConfigMap', {}, {labels: {a: 'b c'}}), want: false},
  {name: 'a label key with two slashes', object: object('ConfigMap', {}, {labels: {'a/b/c': ''}}), want: false},
  {name: 'an owner', object: object('ConfigMap', {}, {ownerReferences: []}), want: false},
  {name: 'much data', object: object('ConfigMap', {data: {a: 'x'.repeat(300_000)}}), want: false},
  {name: 'another kind', object: object('Service'), want: false},
])('$name: $want', ({object: given, want}) => expect(isPlainlyValid(given)).toBe(want));
