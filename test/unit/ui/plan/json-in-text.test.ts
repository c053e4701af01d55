import {describe, expect, it} from 'vitest';
import {jsonIn} from '../../../../src/ui/plan/json-in-text.ts';

describe('a text is compared as JSON', () => {
  it.each([
    {name: 'when it is a map', text: ' {"a": [1, 2.5]}\n', want: {a: [1, 2.5]}},
    {name: 'when it is a list', text: '[]', want: []},
    {
      name: 'when a string in it holds a colon or a long number',
      text: '{"a": "\\"x\\": 12345678901234567890"}',
      want: {a: '"x": 12345678901234567890'},
    },
  ])('$name', ({text, want}) => expect(jsonIn(text)).toEqual(want));
});

describe('a text is compared as it is', () => {
  it.each([
    {name: 'when it only looks like JSON', text: '{a: 1}'},
    {name: 'when it is a lone number or word', text: '12'},
    {name: 'when a number would be rounded', text: '{"id": 12345678901234567891}'},
    {name: 'when a number has an exponent', text: '[1e400]'},
    {name: 'when a key is given twice, of which one would be lost', text: '{"a": 1, "a": 2}'},
  ])('$name', ({text}) => expect(jsonIn(text)).toBeUndefined());
});
