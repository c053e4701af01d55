import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';
import {writeYaml} from '../../../../src/config/yaml/write-yaml.ts';
import {isList, isObject, type Json, type JsonPath} from '../../../../src/core/json.ts';

/** Keys that are read as something else where they have no quotes. */
const KEYS = [
  '<<',
  'y',
  'On',
  '1',
  '0x10',
  '010',
  '1_0',
  '+1',
  '1.20',
  '1e3',
  '.5',
  '.inf',
  'null',
  '~',
  'a:',
  'a.b/c',
];

const {json} = fc.letrec<{json: Json}>((tie) => ({
  json: fc.oneof(
    {maxDepth: 4},
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double({noDefaultInfinity: true, noNaN: true}).map((value) => (Object.is(value, -0) ? 0 : value)),
    fc.string({unit: 'grapheme'}),
    fc.constantFrom(
      'yes',
      'off',
      '0644',
      '1e3',
      '~',
      '<<',
      ' a',
      'a: b',
      '# a',
      '- a',
      '*a',
      '\t',
      'a\nb\n',
      '2024-01-01',
    ),
    fc.array(tie('json'), {maxLength: 4}),
    fc.dictionary(
      fc.oneof(fc.string({unit: 'grapheme'}), fc.constantFrom(...KEYS)).filter((key) => key !== '__proto__'),
      tie('json'),
      {maxKeys: 4, noNullPrototype: true},
    ),
  ),
}));

const only = (text: string): Json | undefined => {
  const {documents, diagnostics} = readYaml(text, 'a.yaml');
  expect(diagnostics).toStrictEqual([]);
  return documents[0]?.value;
};

describe('the laws of reading', () => {
  it('the YAML reader returns the value of every JSON text', () =>
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        expect(only(JSON.stringify(value, undefined, indent))).toStrictEqual(value);
      }),
    ));

  it('the YAML reader returns every value that writeYaml wrote', () =>
    fc.assert(
      fc.property(json, (value) => {
        expect(only(writeYaml(value))).toStrictEqual(value);
      }),
    ));

  it('the YAML reader returns the position of every value', () =>
    fc.assert(
      fc.property(json, (value) => {
        const text = JSON.stringify(value);
        const origin = readYaml(text, 'a.yaml').documents[0]?.origin;
        for (const {path, leaf} of leaves(value, [])) {
          const at = origin?.position(path);
          if (at !== undefined && at.line === 1)
            expect(text.slice(at.column - 1, at.endColumn - 1)).toBe(JSON.stringify(leaf));
        }
      }),
    ));

  it('the YAML reader returns documents or diagnostics for any text, and never throws', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), {maxLength: 30}), (pieces) => {
        const {documents, diagnostics} = readYaml(pieces.join(''), 'a.yaml');
        for (const {origin} of documents) origin.position(['a', 0, 'b'], 'key');
        for (const {at} of diagnostics) expect(at?.column).toBeGreaterThan(0);
      }),
      {numRuns: 2000},
    ));
});

const PIECES = [
  'a',
  ': ',
  '\n',
  '\r\n',
  '  ',
  '- ',
  '? ',
  '&x ',
  '*x',
  '<<: ',
  '{',
  '}',
  '[',
  ']',
  ',',
  '"',
  "'",
  '#',
  '|\n',
  '>-\n',
  '---\n',
  '...\n',
  '!t ',
  '%YAML',
  '\t',
  '😀',
  '0644',
  '\u0000',
  '\u0085',
  '@',
  '`',
];

function* leaves(value: Json, path: JsonPath): Generator<{path: JsonPath; leaf: Json}> {
  if (isList(value)) for (const [index, item] of value.entries()) yield* leaves(item, [...path, index]);
  else if (isObject(value)) for (const [key, item] of Object.entries(value)) yield* leaves(item, [...path, key]);
  else yield {path, leaf: value};
}
