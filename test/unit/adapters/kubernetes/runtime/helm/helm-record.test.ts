import {gzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import {decodeHelmRecord} from '../../../../../../src/adapters/kubernetes/runtime/helm/helm-record.ts';
import {helmRecord} from '../../../../../rig/helm-record.ts';

const plain = JSON.stringify({name: 'web'});
const map = (release: string) => ({apiVersion: 'v1', kind: 'ConfigMap', data: {release}});

it.each([
  {name: 'of a Secret', record: helmRecord({name: 'web', namespace: 'shop', objects: []})},
  {name: 'of a ConfigMap', record: map(gzipSync(plain).toString('base64'))},
  {name: 'that is not compressed', record: map(btoa(plain))},
])('the decoder reads a Helm record $name', ({record}) =>
  expect(decodeHelmRecord(record)).toMatchObject({name: 'web'}),
);

it.each([
  {name: 'without a release', record: {kind: 'Secret', data: {}}},
  {name: 'that was cut', record: map(gzipSync(plain).subarray(0, 12).toString('base64'))},
  {name: 'that is not an object', record: map(btoa('[1]'))},
  {
    name: 'that unpacks to more than any release',
    record: map(gzipSync(Buffer.alloc(65 * 1024 * 1024)).toString('base64')),
  },
])('the decoder refuses a Helm record $name', ({record}) => expect(() => decodeHelmRecord(record)).toThrow());
