import {expect, it} from 'vitest';
import type {ObjectDrift} from '../../../../src/core/plan/drift.ts';
import {driftDigest} from '../../../../src/core/plan/drift-digest.ts';

const changed: ObjectDrift = {
  id: 'v1:ConfigMap:a',
  type: 'Kubernetes',
  drift: 'changed',
  fields: [{path: 'data.a', before: '2', after: '1', cause: 'drift', manager: 'kubectl', time: '2026-01-01T00:00:00Z'}],
};
const none: ObjectDrift = {id: 'v1:ConfigMap:b', type: 'Kubernetes', drift: 'none', fields: []};
const digest = driftDigest([changed, none]);
const withField = (field: Partial<ObjectDrift['fields'][number]>): readonly ObjectDrift[] => [
  {...changed, fields: changed.fields.map((one) => ({...one, ...field}))},
];

it('objects without drift have no digest', () => expect(driftDigest([none])).toBeUndefined());

it.each([
  {title: 'the order of objects', objects: [none, changed]},
  {
    title: 'the time and the manager of the last write',
    objects: withField({time: '2026-02-01T00:00:00Z', manager: 'bot'}),
  },
  {
    title: 'a field that others own by design',
    objects: [
      {...changed, fields: [...changed.fields, {path: 'spec.replicas', before: 3, cause: 'conflict', yielded: true}]},
    ],
  },
] as const)('$title does not change the digest', ({objects}) => expect(driftDigest(objects)).toBe(digest));

it.each([
  {title: 'another live value', objects: withField({before: '3'})},
  {title: 'another field', objects: withField({path: 'data.b'})},
  {title: 'another kind of drift', objects: [{...changed, drift: 'deleted'}]},
] as const)('$title changes the digest', ({objects}) => expect(driftDigest(objects)).not.toBe(digest));
