import {
  type Arbitrary,
  array,
  assert,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  oneof,
  property,
  string,
} from 'fast-check';
import {load, loadAll} from 'js-yaml';
import {describe, expect, it} from 'vitest';
import {toYaml} from '../../../../src/app/to-yaml.ts';
import {writeYaml} from '../../../../src/config/yaml/write-yaml.ts';
import type {Json} from '../../../../src/core/json.ts';
import {jsonLine, jsonText} from '../../../../src/ui/json.ts';

const PIECES = [
  '::',
  '::set-output name=a::b',
  '##[',
  '##vso[',
  '#',
  ':',
  '\n',
  '\r',
  '\t',
  ' ',
  '\\',
  '"',
  '- ',
  '|',
  'a',
  '\u200b',
  '\u202e',
  '\u{e0041}',
  '\u2028',
  'gantryString0.',
];
const text = oneof(
  array(constantFrom(...PIECES), {maxLength: 8}).map((all) => all.join('')),
  string(),
);
const {value} = letrec<{value: Json}>((tie) => ({
  value: oneof(
    {maxDepth: 4},
    text,
    jsonValue({maxDepth: 0}) as Arbitrary<Json>,
    array(tie('value'), {maxLength: 4}),
    dictionary(text, tie('value'), {maxKeys: 4, noNullPrototype: true}),
  ),
}));

/** As the runner of GitHub reads a line. */
const commandsIn = (written: string): readonly string[] =>
  written
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim().startsWith('::') || line.includes('##[') || line.includes('##vso['));

const normal = (json: Json): Json => JSON.parse(JSON.stringify(json)) as Json;

describe('data on stdout', () => {
  it('data on stdout is the same when it is read, and contains no workflow command', () => {
    assert(
      property(value, (data) => {
        const wanted = normal(data);
        for (const written of [jsonText(data), jsonLine(data)]) {
          expect(JSON.parse(written)).toEqual(wanted);
          expect(commandsIn(written)).toEqual([]);
        }
        const yaml = writeYaml(wanted);
        expect(load(yaml)).toEqual(wanted);
        expect(commandsIn(yaml)).toEqual([]);
        expect(loadAll(toYaml([wanted, wanted]))).toEqual([wanted, wanted]);
      }),
      {numRuns: 500},
    );
  });

  it.each([
    {name: 'a line that is a command', value: 'a\n  ::error::b', want: 'x: "a\\n  ::error::b"\n'},
    {name: 'a command prefix within a line', value: 'a ##[group]b', want: 'x: "a #\\u0023[group]b"\n'},
    {name: 'an invisible character', value: 'a\u200bb', want: 'x: "a\\u200bb"\n'},
    {name: 'colons within a line', value: 'v1::x\nand a::b', want: 'x: |-\n  v1::x\n  and a::b\n'},
    {name: 'letters of any language', value: 'é 漢 😀', want: 'x: é 漢 😀\n'},
  ])('$name is written as $want', ({value: one, want}) => expect(writeYaml({x: one})).toBe(want));

  it('a long key that contains a workflow command is read back unchanged', () => {
    const data = {[`::${'k'.repeat(2000)}`]: 'x'};
    expect(load(writeYaml(data))).toEqual(data);
    expect(commandsIn(writeYaml(data))).toEqual([]);
  });
});
