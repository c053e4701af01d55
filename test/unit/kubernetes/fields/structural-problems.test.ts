import {expect, it} from 'vitest';
import type {Json, JsonObject} from '../../../../src/core/json.ts';
import {structuralProblems} from '../../../../src/kubernetes/fields/structural-problems.ts';

const problems = (value: Json, schema: JsonObject) =>
  structuralProblems({spec: {field: value}}, {properties: {spec: {properties: {field: schema}}}}).map(
    ({path, code}) => `${path.join('.')} ${code}`,
  );

it.each([
  {name: 'an enum', value: 'blue', schema: {enum: ['red']}, want: ['spec.field not-allowed']},
  {name: 'an enum of numbers', value: 2, schema: {enum: [1, 2]}, want: []},
  {name: 'a minimum', value: 0, schema: {minimum: 1}, want: ['spec.field range']},
  {name: 'a minimum that is reached', value: 1, schema: {minimum: 1}, want: []},
  {name: 'an exclusive minimum', value: 1, schema: {minimum: 1, exclusiveMinimum: true}, want: ['spec.field range']},
  {name: 'a maximum', value: 9, schema: {maximum: 8}, want: ['spec.field range']},
  {name: 'a length in characters, not in units', value: '😀😀', schema: {maxLength: 2}, want: []},
  {name: 'a text that is too long', value: 'abc', schema: {maxLength: 2}, want: ['spec.field size']},
  {name: 'a list that is too short', value: [], schema: {minItems: 1}, want: ['spec.field size']},
  {name: 'too many fields', value: {a: 1, b: 2}, schema: {maxProperties: 1}, want: ['spec.field size']},
  {name: 'items', value: ['a', 'bb'], schema: {items: {maxLength: 1}}, want: ['spec.field.1 size']},
  {name: 'values of a map', value: {x: 1}, schema: {additionalProperties: {minimum: 2}}, want: ['spec.field.x range']},
  {name: 'a field that is lacking', value: {}, schema: {required: ['a']}, want: ['spec.field required']},
  {
    name: 'a field that the server fills in',
    value: {},
    schema: {required: ['a'], properties: {a: {default: 1}}},
    want: [],
  },
  {name: 'a null, which is nullable or dropped', value: {a: null}, schema: {required: ['a']}, want: []},
  {
    name: 'all of several',
    value: 5,
    schema: {allOf: [{minimum: 6}, {maximum: 4}]},
    want: ['spec.field range', 'spec.field range'],
  },
  {name: 'a pattern', value: 'A', schema: {pattern: '^[a-z]+$'}, want: ['spec.field pattern']},
  {name: 'a pattern that is found anywhere', value: '1a1', schema: {pattern: '[a-z]'}, want: []},
])('$name', ({value, schema, want}) => expect(problems(value, schema)).toEqual(want));

it.each([
  {name: "a notation of Go's", value: 'x', pattern: '\\Aa\\z'},
  {name: 'a class of POSIX', value: '1', pattern: '^[[:alpha:]]$'},
  {name: 'a flag inside', value: 'A', pattern: '(?i)^b$'},
  {name: 'text beyond ASCII', value: 'é', pattern: '^\\w$'},
  {name: 'one that may take for ever', value: `${'a'.repeat(60)}!`, pattern: '^(a+)+$'},
  {name: 'one whose choices may take for ever', value: `${'a'.repeat(60)}!`, pattern: '^(a|aa)+$'},
])('$name in a pattern is left to the server', ({value, pattern}) => expect(problems(value, {pattern})).toEqual([]));

it('patterns that are slow for thousands of values are left to the server after a moment', () => {
  const values = Array.from({length: 10_000}, () => 'a'.repeat(250));
  expect(problems(values, {items: {pattern: '^a*a*a*a*b$'}})).toEqual([]);
});

it('a message does not contain the length of a text, which may be a secret', () => {
  const schema = {properties: {a: {maxLength: 2}, b: {minLength: 9}}};
  expect(structuralProblems({a: 'abcdefg', b: 'abcdefg'}, schema).map(({message}) => message)).toEqual([
    'must have at most 2 characters',
    'must have at least 9 characters',
  ]);
});

it('the status is not checked, because Gantry does not write it', () => {
  const schema = {required: ['status', 'spec'], properties: {status: {required: ['phase']}, spec: {}}};
  expect(structuralProblems({status: {}}, schema).map(({message}) => message)).toEqual([
    'has no spec, which is required',
  ]);
});
