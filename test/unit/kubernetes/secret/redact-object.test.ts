import {describe, expect, it} from 'vitest';
import type {Json, JsonObject, JsonPath} from '../../../../src/core/json.ts';
import {knowsValues} from '../../../../src/core/secret/known-values.ts';
import {showRedacted} from '../../../../src/core/secret/redacted-value.ts';
import {fieldSet} from '../../../../src/kubernetes/fields/field-set.ts';
import {DEDUCED, type ListSchema, type MapSchema, type Schema} from '../../../../src/kubernetes/fields/schema.ts';
import {redactObject} from '../../../../src/kubernetes/secret/redact-object.ts';
import {namesItem, redactedFields, secretField} from '../../../../src/kubernetes/secret/secret-fields.ts';

const named = (item: Schema): ListSchema => ({
  type: 'list',
  listType: 'map',
  keys: () => [{name: 'name', required: true}],
  items: () => item,
});
const map = (fields: Readonly<Record<string, Schema>>): MapSchema => ({
  type: 'map',
  mapType: 'granular',
  fieldNames: Object.keys(fields),
  required: [],
  declared: (name) => fields[name],
  additional: () => undefined,
});
const string: Schema = {type: 'scalar', scalar: 'string'};
const strings: ListSchema = {...named(string), listType: 'atomic'};
const container = map({name: string, args: strings, env: named(map({name: string, value: string}))});
const schema = map({
  apiVersion: string,
  kind: string,
  metadata: DEDUCED,
  spec: map({containers: named(container)}),
});

const pod = (...containers: readonly Json[]): JsonObject => ({kind: 'Pod', spec: {containers}});
const app = (value: string, args: readonly string[] = []): JsonObject => ({
  name: 'app',
  args,
  env: [{name: 'A', value}],
});
const ENV: JsonPath = ['spec', 'containers', 0, 'env', 0, 'value'];
const ARG: JsonPath = ['spec', 'containers', 0, 'args', 1];

const seal = (object: JsonObject, places: readonly JsonPath[], values: readonly string[] = []): JsonObject =>
  redactObject(
    {
      key: 'k',
      resourceId: 'id',
      schema,
      fields: fieldSet(places.map((place) => secretField(pod(app('x', ['a', 'b'])), place, schema))),
      knows: knowsValues(values),
    },
    object,
  );

describe('sealing an object', () => {
  it('sealing finds a field by the names of its items, wherever they moved, with the same digest', () => {
    const there = seal(pod(app('secret')), [ENV]);
    const moved = seal(pod({name: 'first', env: [{name: 'A', value: 'plain'}]}, app('secret')), [ENV]);
    const [, found] = (moved['spec'] as {containers: Json[]}).containers;
    expect(found).toEqual((there['spec'] as {containers: Json[]}).containers[0]);
    expect(showRedacted(moved)).toEqual(pod({name: 'first', env: [{name: 'A', value: 'plain'}]}, app('***')));
  });

  it('sealing redacts a list without keys as a whole, because its items can move unnoticed', () => {
    const sealed = seal(pod(app('x', ['b', 'secret', 'a'])), [ARG]);
    expect(showRedacted(sealed)).toEqual(pod({name: 'app', args: '***', env: [{name: 'A', value: 'x'}]}));
  });

  it('copies of a sensitive value are redacted in every field, but not in names', () => {
    const value = 'hunter2-hunter2';
    const object = {
      kind: value,
      metadata: {name: value, annotations: {note: `is ${value}`, other: Buffer.from(value).toString('base64')}},
      spec: {containers: [{name: value, args: ['--x', value], env: [{name: value, value: 'plain'}]}]},
    };
    expect(showRedacted(seal(object, [], [value]))).toEqual({
      kind: value,
      metadata: {name: value, annotations: {note: '***', other: '***'}},
      spec: {containers: [{name: value, args: '***', env: [{name: value, value: 'plain'}]}]},
    });
  });

  it('sealing keeps redacted values unchanged and finds their fields again', () => {
    const sealed = seal(pod(app('secret')), [ENV]);
    expect(seal(sealed, [ENV])).toEqual(sealed);
    expect(redactedFields(sealed, schema)).toEqual([secretField(pod(app('x')), ENV, schema)]);
  });
});

it.each([
  {name: 'the name of an item', place: ['spec', 'containers', 0, 'name'], want: true},
  {name: 'the value beside it', place: ENV, want: false},
  {name: 'an item of a list without keys', place: ARG, want: false},
] as const)('$name is a name: $want', ({place, want}) =>
  expect(namesItem(pod(app('x', ['a', 'b'])), place, schema)).toBe(want),
);

it('an item of a set is a name, because plans write it in paths', () => {
  const set = map({spec: map({tokens: {...strings, listType: 'set'}})});
  expect(namesItem({spec: {tokens: ['plain', 'secret']}}, ['spec', 'tokens', 1], set)).toBe(true);
});

it.each([
  {value: 'abc', text: 'abc', want: false},
  {value: 'abcd', text: 'abcd', want: true},
  {value: 'abcd', text: 'x-abcd', want: false},
  {value: 'abcdefgh', text: 'x-abcdefgh', want: true},
  {value: 'abcdefgh', text: Buffer.from('pw=abcdefgh').toString('base64'), want: true},
  {value: 'abcdefgh', text: 'abcdefg', want: false},
])('$value is known in $text: $want', ({value, text, want}) => expect(knowsValues([value])(text)).toBe(want));
