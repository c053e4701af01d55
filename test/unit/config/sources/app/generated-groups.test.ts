import {expect, it} from 'vitest';
import {generatedGroups} from '../../../../../src/config/sources/app/generated-groups.ts';
import {markGenerated} from '../../../../../src/config/sources/app/mark-generated.ts';
import {generated} from '../../../../../src/core/module/generated-value.ts';

const secret = (data: Readonly<Record<string, string>>) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {name: 'db'},
  stringData: data,
});

it('each generated value is a group of its own, and fields with one name share it', async () => {
  const marked = markGenerated(secret({a: generated('one'), b: generated('two'), c: generated('one')}), 'web/db');
  expect(marked.faults).toEqual([]);
  expect(marked.object['stringData']).toEqual({
    a: 'ref://module.generated/web/db/one',
    b: 'ref://module.generated/web/db/two',
    c: 'ref://module.generated/web/db/one',
  });
  const {generated: groups = [], records} = generatedGroups(marked.values);
  expect(groups.map(({source, leaves}) => [source, [...leaves.keys()]])).toEqual([
    ['web/db/one', ['ref://module.generated/web/db/one']],
    ['web/db/two', ['ref://module.generated/web/db/two']],
  ]);
  expect(records?.map(({kind, name}) => [kind, name])).toEqual([
    ['app', 'web/db/one'],
    ['app', 'web/db/two'],
  ]);
  const [one, again] = [await groups[0]?.renew(), await groups[0]?.renew()];
  expect(one).toBe(again);
  expect(one?.get('ref://module.generated/web/db/one')?.reveal()).toMatch(/^[A-Za-z0-9]{24}$/);
});

it('a generated value has only characters of its alphabet, and each character occurs', async () => {
  const {values} = markGenerated(secret({a: generated('one', {length: 1000, alphabet: 'xyz'})}), 'web/db');
  const text = (await generatedGroups(values).generated?.[0]?.renew())?.get('ref://module.generated/web/db/one');
  expect([...new Set(text?.reveal())].toSorted()).toEqual(['x', 'y', 'z']);
});

it.each([
  {
    place: 'a ConfigMap',
    object: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: 'a'}, data: {a: generated('a')}},
  },
  {
    place: 'data of a Secret',
    object: {apiVersion: 'v1', kind: 'Secret', metadata: {name: 'a'}, data: {a: generated('a')}},
  },
  {place: 'a part of a text', object: secret({a: `user:\${${generated('a')}}`})},
])('a generated value in $place is refused', ({object}) => {
  expect(markGenerated(object, 'web/db').faults).toHaveLength(1);
});
