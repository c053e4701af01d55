import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {editYaml} from '../../../../src/config/yaml/edit-yaml.ts';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';
import {isObject, type Json, type JsonPath} from '../../../../src/core/json.ts';
import {DOCUMENTS, type KubectlYaml, manifestOf} from '../../../contract/kubectl-yaml.ts';

const LETTERS = fc.constantFrom('a', 'b c', "it's", 'x: y', '[', '# z', '😀', 'd::', 'é');

function reads(document: KubectlYaml): {readonly value: Json | undefined; readonly warnings: readonly string[]} {
  const {documents, diagnostics} = readYaml(manifestOf(document), 'a.yaml');
  const value = documents[0]?.value;
  const isRefused = documents.length === 0 || documents.some(({isWhole}) => !isWhole);
  const warnings = diagnostics.filter(({severity}) => severity === 'warning');
  if (isRefused || !isObject(value)) return {value: undefined, warnings: []};
  const {apiVersion: _, kind: __, metadata: ___, ...rest} = value;
  return {value: rest, warnings: warnings.map(({message, at}) => `${at?.line}: ${message}`)};
}

describe('Gantry reads YAML as kubectl does', () => {
  it.each(DOCUMENTS)('$name', (document) =>
    expect(reads(document)).toStrictEqual({value: document.value, warnings: document.warnings ?? []}),
  );
});

describe('a key that is read as another name', () => {
  const text = 'data:\n  first: 1\n  on: "x" # why\n';
  const {documents, diagnostics} = readYaml(text, 'a.yaml');

  it('a key that is read as another name is reported with the right spelling', () =>
    expect(diagnostics).toStrictEqual([
      {
        severity: 'warning',
        code: 'yaml/key-name',
        message: 'the key `on` is read as "true", as kubectl does',
        hint: 'Write "true", or put quotes around "on" to keep that text.',
        at: {file: 'a.yaml', line: 3, column: 3, endColumn: 5, text: '  on: "x" # why'},
      },
    ]));

  it('a key that is read as another name is found by that name', () =>
    expect(documents[0]?.origin.position(['data', 'true'], 'value')).toMatchObject({line: 3, column: 7}));

  it('a key that is read as another name collides with a key that has this name', () => {
    const {diagnostics: found} = readYaml('data: {"true": 1,\non: 2\n}\n', 'a.yaml');
    expect(found.map(({message, at}) => `${at?.line}:${at?.column} ${message}`)).toStrictEqual([
      '2:1 the key `on` is read as "true", as kubectl does',
      '2:1 the key `true` is written twice, first on line 1',
    ]);
  });
});

describe('a text that is read a second time', () => {
  const place = (text: string, path: JsonPath, part?: 'key' | 'value'): string => {
    const at = readYaml(text, 'a.yaml').documents[0]?.origin.position(path, part);
    return `${at?.line}:${at?.column} ${at?.text.slice(at.column - 1, at.endColumn - 1)}`;
  };

  it.each<[string, string, JsonPath, string]>([
    ['an item at the first column', 'a:\n  b: [\n"c",\nd]\n', ['a', 'b', 1], '4:1 d'],
    ['what follows', 'a:\n  b: [\n]\n  c: d\n', ['a', 'c'], '4:6 d'],
    ['a text that got quotes', "a: [x, it's::, y]\n", ['a', 1], "1:8 it's::"],
    ['what stands behind it', "a: [x, it's::, y]\n", ['a', 2], '1:16 y'],
    ['a collection that closes at the first column', 'a: {b: [1,\n2]}\n', ['a', 'b'], '1:8 [1,'],
    ['a quoted text over two lines', 'a:\n  b: "c\n  d"\n', ['a', 'b'], '2:6 "c'],
  ])('points at %s', (_, text, path, want) => expect(place(text, path)).toBe(want));

  it.each([
    {name: 'behind such a collection', text: 'a: [\n1\n]\nb: *x\n', want: ['4:4 yaml/alias']},
    {name: 'within it', text: 'a: [\n*x\n]\n', want: ['2:1 yaml/alias']},
    {name: 'of the syntax, behind it', text: 'a: [\n1\n]\nb: c: d\n', want: ['4:5 yaml/syntax']},
    {name: 'of the syntax, in another document', text: 'a: [\n1\n]\n---\nb: "\n', want: ['5:4 yaml/syntax']},
    {name: 'of a bracket that nobody closed', text: 'a: [1,\nb: 2\nc: 3\n', want: ['2:1 yaml/syntax']},
    {name: 'of a quote that nobody closed', text: 'a: "1\nb: 2\nc: "3"\n', want: ['2:1 yaml/syntax']},
  ])('reports a problem $name where it was written', ({text, want}) =>
    expect(readYaml(text, 'a.yaml').diagnostics.map(({code, at}) => `${at?.line}:${at?.column} ${code}`)).toStrictEqual(
      want,
    ),
  );

  const edited = 'a: [ # one\n1,\n2]\n# two\nb: x # three\n';
  const closing = '# one\na: {\n  k: 1,\n  l: 2\n} # two\nb: x # three\n';
  it.each([
    {name: 'beside it', text: edited, path: ['b'], value: 'z', want: edited.replace('b: x', 'b: z')},
    {name: 'in it', text: closing, path: ['a', 'k'], value: 3, want: '# one\na:\n  k: 3\n  l: 2\nb: x # three\n'},
    {name: 'of the whole', text: closing, path: ['a'], value: undefined, want: '# one\nb: x # three\n'},
    {name: 'behind it', text: closing, path: ['c'], value: 1, want: `${closing}c: 1\n`},
    {
      name: 'within, after the last',
      text: closing,
      path: ['a', 'm'],
      value: 3,
      want: '# one\na:\n  k: 1\n  l: 2\n  m: 3\nb: x # three\n',
    },
  ])('a text that is read a second time keeps the comments around an edit $name', ({text, path, value, want}) =>
    expect(editYaml(text, [{path, value}])).toBe(want),
  );

  it('a text that is read a second time is read in linear time', () => {
    const flows = Array.from({length: 5000}, (_, i) => `k${i}:\n  a: [\n  x::,\n  "y\n  z"\n  ]\n`).join('');
    const {documents, diagnostics} = readYaml(flows, 'a.yaml');
    expect(diagnostics).toStrictEqual([]);
    expect(documents[0]?.value).toMatchObject({k4999: {a: ['x::', 'y z']}});
  });

  it('a text that is read a second time is refused if it would become much larger', () => {
    const wide = `${' '.repeat(100_000)}a: [${'\n1,'.repeat(100_000)}]`;
    expect(readYaml(wide, 'a.yaml').diagnostics.map(({code}) => code)).toStrictEqual(['yaml/syntax']);
  });

  it('a text that is read a second time keeps its values at their positions', () =>
    fc.assert(
      fc.property(layout, ({text, value, places}) => {
        const {documents, diagnostics} = readYaml(text, 'a.yaml');
        expect(diagnostics).toStrictEqual([]);
        expect(documents[0]?.value).toStrictEqual(value);
        const lines = text.split('\n');
        for (const {path, written} of places) {
          const at = documents[0]?.origin.position(path);
          const rest = [lines[(at?.line ?? 0) - 1]?.slice((at?.column ?? 0) - 1), ...lines.slice(at?.line)].join('\n');
          expect(rest.slice(0, written.length)).toBe(written);
          expect(at?.text).toBe(lines[(at?.line ?? 0) - 1]);
          if (!written.includes('\n')) expect(at?.text.slice(at.column - 1, at.endColumn - 1)).toBe(written);
        }
      }),
      {numRuns: 500},
    ));
});

type Place = {readonly path: JsonPath; readonly written: string};
type Layout = {readonly text: string; readonly value: Json; readonly places: readonly Place[]};

/** A leaf, and how it is written over one line or two, indented or not. */
const leaf = fc
  .tuple(LETTERS, LETTERS, fc.constantFrom("'", '"'), fc.constantFrom('', '\n', '\n   '))
  .map(([first, second, quote, between]) => {
    const within = (text: string): string => (quote === "'" ? text.replaceAll("'", "''") : text);
    return {
      written: `${quote}${within(first)}${between}${within(second)}${quote}`,
      value: `${first}${between === '' ? '' : ' '}${second}`,
    };
  });
const quoted = fc.tuple(leaf, fc.constantFrom('', '\n', ' # c "\n')).map(([item, after]) => ({...item, after}));
/** Only directly before a comma or a bracket is the last colon a part of it. */
const colons = fc.constantFrom('2001:db8::', 'a:', "it's:").map((text) => ({written: text, value: text, after: ''}));
const gap = fc.constantFrom('', ' ', '\n', '\n ', '\n        ', ' # c "\n', '\n# [\n');

/** Sequences and mappings in blocks, with flow sequences of leaves between gaps of every width. */
const layout: fc.Arbitrary<Layout> = fc
  .array(fc.record({isItem: fc.boolean(), items: fc.array(fc.tuple(gap, fc.oneof(quoted, colons))), end: gap}), {
    minLength: 1,
    maxLength: 4,
  })
  .map((entries) => {
    const places: Place[] = [];
    const value: Record<string, Json> = {};
    let text = '';
    for (const [index, {isItem, items, end}] of entries.entries()) {
      const [key, path] = [`k${index}`, isItem ? [`k${index}`, 0] : [`k${index}`]];
      const written = `[${items.map(([before, item]) => `${before}${item.written}${item.after},`).join('')}${end}]`;
      const list = items.map(([, {value: item}]) => item);
      text += isItem ? `${key}:\n- ${written}\n` : `${key}: ${written} # end\n`;
      value[key] = isItem ? [list] : list;
      places.push({path, written}, ...items.map(([, item], at) => ({path: [...path, at], written: item.written})));
    }
    return {text, value, places};
  });
