import {describe, expect, it} from 'vitest';
import type {Owned} from '../../../../../../src/adapters/kubernetes/runtime/plan/container-content.ts';
import {whatIsLeft, whyNotOurs} from '../../../../../../src/adapters/kubernetes/runtime/plan/created-namespace.ts';

const object = (name: string, more: Partial<Owned> = {}): Owned => ({
  id: `v1:ConfigMap:shop:${name}`,
  uid: name,
  isProtected: false,
  isEnding: false,
  owners: [],
  ...more,
});
const content = (all: readonly Owned[], isPart = false) => ({
  objects: all.filter(({owners}) => owners.length === 0),
  owned: all.filter(({owners}) => owners.length > 0),
  isPart,
  hidesSecrets: false,
  unavailable: [],
});
const six = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => object(name));

describe('the rest of the namespace of a destroyed stack', () => {
  it.each([
    {name: 'an empty namespace', all: [], want: undefined},
    {name: 'an object that the stack deletes', all: [object('a')], want: undefined},
    {
      name: 'an object of somebody else',
      all: [object('b')],
      want: 'it holds an object that this stack does not delete: v1:ConfigMap:shop:b',
    },
    {name: 'an object whose deletion has begun', all: [object('b', {isEnding: true})], want: undefined},
    {name: 'an object of a deleted owner', all: [object('pod', {owners: ['a']})], want: undefined},
    {
      name: 'an object with a second owner elsewhere',
      all: [object('pod', {owners: ['a', 'node']})],
      want: expect.stringContaining(':pod'),
    },
    {
      name: 'an object of an owner that is listed',
      all: [object('rs', {owners: ['a']}), object('pod', {owners: ['rs']})],
      want: undefined,
    },
    {name: 'many objects', all: six, want: expect.stringMatching(/^it holds 6 objects .*:b, .*:f and 1 more$/)},
  ])('the check of $name returns $want', ({all, want}) => {
    expect(whatIsLeft(content(all), new Set(['a']))).toEqual(want);
  });

  it('a namespace whose objects cannot all be listed is kept', () => {
    expect(whatIsLeft(content([object('a')], true), new Set(['a']))).toBe('not all of its objects can be listed');
  });
});

describe('the namespace that a stack created', () => {
  const annotations = {'gantry.dev/created-for': 'mine'};
  it.each([
    {name: 'a namespace of this lineage', metadata: {annotations}, want: undefined},
    {name: 'a namespace without the annotation', metadata: {}, want: 'no release of this stack created it'},
    {
      name: 'a namespace of another lineage',
      metadata: {annotations: {'gantry.dev/created-for': 'theirs'}},
      want: 'no release of this stack created it',
    },
    {
      name: 'a namespace that a stack owns now',
      metadata: {annotations, labels: {'gantry.dev/lineage': 'theirs'}},
      want: 'a stack declares it as a resource',
    },
    {
      name: 'a protected namespace',
      metadata: {annotations: {...annotations, 'gantry.dev/protect': 'true'}},
      want: 'it is protected by gantry.dev/protect',
    },
  ])('the check of $name returns $want', ({metadata, want}) => {
    expect(whyNotOurs({apiVersion: 'v1', kind: 'Namespace', metadata: {name: 'shop', ...metadata}}, 'mine')).toBe(want);
  });
});
