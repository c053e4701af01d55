import {anything, assert, constantFrom, dictionary, jsonValue, oneof, property, string} from 'fast-check';
import {describe, expect, it} from 'vitest';
import {canonicalJson} from '../../../src/lib/canonical-json.ts';

/** The slow way: each object is written key by key, in the order of its sorted keys. */
function expected(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(expected).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${expected(one)}`).join(',')}}`;
}

describe('canonicalJson', () => {
  it.each([
    {name: 'keys in order', value: {b: 1, a: {d: 2, c: 3}}, text: '{"a":{"c":3,"d":2},"b":1}'},
    {
      name: 'numbers as keys in the order of texts',
      value: {9: 1, 10: 2, a: 3, '-': 4},
      text: '{"-":4,"10":2,"9":1,"a":3}',
    },
    {name: 'no key without a value', value: {a: undefined, b: null}, text: '{"b":null}'},
    {name: 'also in an object with numbers as keys', value: {7: undefined, b: null}, text: '{"b":null}'},
    {name: 'null for an item without a value', value: [undefined, null, 1], text: '[null,null,1]'},
    {
      name: 'the name of the prototype as a key',
      value: JSON.parse('{"__proto__":{"b":1,"a":2}}'),
      text: '{"__proto__":{"a":2,"b":1}}',
    },
  ])('canonicalJson writes $name', ({value, text}) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it('canonicalJson writes any JSON value key by key in sorted order, and any copy of it in the same way', () => {
    const key = oneof(constantFrom('10', '9', '01', '__proto__', 'a', 'B', '~'), string());
    assert(
      property(dictionary(key, oneof(jsonValue(), dictionary(key, jsonValue()))), (value) => {
        expect(canonicalJson(value)).toBe(expected(value));
        expect(canonicalJson(Object.fromEntries(Object.entries(value).toReversed()))).toBe(canonicalJson(value));
      }),
    );
  });

  it('canonicalJson writes nothing that JSON.parse reads as another value', () => {
    assert(
      property(anything({maxDepth: 3, withNullPrototype: false}), (value) => {
        const text = JSON.stringify(value);
        if (text !== undefined) expect(JSON.parse(canonicalJson(JSON.parse(text)))).toEqual(JSON.parse(text));
      }),
    );
  });
});
