import {expect, it} from 'vitest';
import {formatFieldPath} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {compareStates} from '../../../../src/kubernetes/fields/comparison.ts';
import {type FieldSet, paths} from '../../../../src/kubernetes/fields/field-set.ts';
import {schemaOf} from './fixtures/schema-of.ts';

const gadget = (spec: JsonObject) => ({
  apiVersion: 'fields.gantry.test/v1',
  kind: 'Gadget',
  metadata: {name: 'x'},
  spec,
});
const named = (set: FieldSet): string[] => paths(set).map((path) => formatFieldPath(path.slice(1)));

it.each<{
  name: string;
  before: JsonObject;
  after: JsonObject;
  added?: string[];
  modified?: string[];
  removed?: string[];
}>([
  {name: 'nothing of equal states', before: {color: 'red'}, after: {color: 'red'}},
  {name: 'a value that differs', before: {color: 'red'}, after: {color: 'green'}, modified: ['color']},
  {
    name: 'an added field with its parents',
    before: {},
    after: {free: {known: {a: 'x'}}},
    added: ['free', 'free.known', 'free.known.a'],
  },
  {
    name: 'a removed field with its parents',
    before: {free: {known: {a: 'x'}}},
    after: {},
    removed: ['free', 'free.known', 'free.known.a'],
  },
  {name: 'an atomic list as a whole', before: {plainList: ['a']}, after: {plainList: ['b']}, modified: ['plainList']},
  {name: 'not the order of a set', before: {set: ['a', 'b']}, after: {set: ['b', 'a']}},
  {name: 'the values of a set', before: {set: ['a']}, after: {set: ['b']}, added: ['set["b"]'], removed: ['set["a"]']},
  {
    name: 'an item by its key, with its fields',
    before: {parts: [{name: 'a', size: 1}]},
    after: {parts: [{name: 'a', zone: 'any', size: 2}]},
    added: ['parts[name="a",zone="any"].zone'],
    modified: ['parts[name="a",zone="any"].size'],
  },
  {
    name: 'items of one key as one value',
    before: {
      parts: [
        {name: 'a', size: 1},
        {name: 'a', size: 2},
      ],
    },
    after: {
      parts: [
        {name: 'a', size: 1},
        {name: 'a', size: 3},
      ],
    },
    modified: ['parts[name="a",zone="any"]'],
  },
  {
    name: 'a free-form value that becomes something else',
    before: {free: {o: {a: 1}}},
    after: {free: {o: 'text'}},
    modified: ['free.o'],
    removed: ['free.o.a'],
  },
  {name: 'null in place of a value', before: {maybe: 'x'}, after: {maybe: null}, modified: ['maybe']},
  {name: 'an empty map that was not there', before: {}, after: {atomicMap: {}}, added: ['atomicMap']},
])('a comparison reports $name', ({before, after, added = [], modified = [], removed = []}) => {
  const found = compareStates(gadget(before), gadget(after), schemaOf(gadget(before)));
  expect({added: named(found.added), modified: named(found.modified), removed: named(found.removed)}).toEqual({
    added,
    modified,
    removed,
  });
});
