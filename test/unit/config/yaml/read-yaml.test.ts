import {describe, expect, it} from 'vitest';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';
import type {JsonPath} from '../../../../src/core/json.ts';

const values = (text: string) => readYaml(text, 'a.yaml').documents.map(({value}) => value);
const problems = (text: string) =>
  readYaml(text, 'a.yaml').diagnostics.map(({code, at}) => `${code} ${at?.line}:${at?.column}`);

describe('reading YAML', () => {
  it.each([
    {name: 'an empty text', text: '', want: []},
    {name: 'only comments', text: '# a\n\n# b\n', want: []},
    {name: 'empty documents', text: '---\n---\na: 1\n---\n', want: [null, {a: 1}, null]},
    {name: 'Windows line ends', text: 'a: 1\r\nb:\r\n- x\r\n', want: [{a: 1, b: ['x']}]},
    {name: 'a byte order mark', text: '\uFEFFa: 1\n', want: [{a: 1}]},
    {name: 'a YAML directive and an end mark', text: '%YAML 1.1\n---\na: 1\n...\n', want: [{a: 1}]},
    {
      name: 'JSON with tabs and escapes',
      text: '{\n\t"a": "\\ud83d\\ude00\\/",\n\t"b": [1, {}]\n}',
      want: [{a: '😀/', b: [1, {}]}],
    },
    {name: 'block scalars', text: 'a: |\n  x\n  y\nb: >-\n  x\n  y\n', want: [{a: 'x\ny\n', b: 'x y'}]},
    {
      name: 'tags of standard types',
      text: 'a: !!str 12\nb: !!int "12"\nc: ! 12\n',
      want: [{a: '12', b: 12, c: '12'}],
    },
    {
      name: 'keys as they are written',
      text: '1: a\ntrue: b\n"on": c\n"0644": d\n',
      want: [{'1': 'a', true: 'b', on: 'c', '0644': 'd'}],
    },
    {
      name: 'an anchor in several places',
      text: 'a: &x {k: [1]}\nb: *x\nc: [*x]\n',
      want: [{a: {k: [1]}, b: {k: [1]}, c: [{k: [1]}]}],
    },
    {
      name: 'separate anchors of each document',
      text: 'a: &x 1\nb: *x\n---\na: &x 2\nb: *x\n',
      want: [
        {a: 1, b: 1},
        {a: 2, b: 2},
      ],
    },
    {
      name: 'merge keys with a lower precedence than written keys',
      text: 'a: &x {k: 1, l: 1}\nb:\n  k: 2\n  <<: *x\n',
      want: [{a: {k: 1, l: 1}, b: {k: 2, l: 1}}],
    },
    {
      name: 'several merged mappings, of which the first takes precedence',
      text: 'a: &x {k: 1}\nb: &y {k: 2, l: 2}\nc: {<<: [*x, *y]}\n',
      want: [{a: {k: 1}, b: {k: 2, l: 2}, c: {k: 1, l: 2}}],
    },
    {
      name: 'several merge keys, of which the first takes precedence',
      text: 'a: &x {k: 1}\nb: &y {k: 2, l: 2}\nc:\n  <<: *x\n  <<: *y\n',
      want: [{a: {k: 1}, b: {k: 2, l: 2}, c: {k: 1, l: 2}}],
    },
    {name: 'a quoted << as a key', text: '"<<": 1\n', want: [{'<<': 1}]},
    {name: 'keys that objects inherit', text: 'constructor: 1\ntoString: 2\n', want: [{constructor: 1, toString: 2}]},
  ])('the YAML reader accepts $name', ({text, want}) => {
    expect(problems(text)).toStrictEqual([]);
    expect(values(text)).toStrictEqual(want);
  });

  it.each([
    {
      name: 'a duplicate key, at its second position',
      text: 'a: 1\nb: 2\na: 3\n',
      want: ['yaml/duplicate-key 3:1'],
    },
    {
      name: 'every duplicate of a file',
      text: 'a: {b: 1, b: 2}\n---\nc: 1\nc: 2\n',
      want: ['yaml/duplicate-key 1:11', 'yaml/duplicate-key 4:1'],
    },
    {name: 'a merge of a value that is not a mapping', text: 'a: {<<: 1}\n', want: ['yaml/merge 1:9']},
    {name: 'an unknown anchor', text: 'a: *x\n', want: ['yaml/alias 1:4']},
    {name: 'an anchor that contains itself', text: 'a: &x [*x]\n', want: ['yaml/alias 1:8']},
    {name: 'a list as a key', text: '? [a]\n: 1\n', want: ['yaml/key 1:3']},
    {name: 'a template', text: 'a: {{ .Values.x }}\n', want: ['yaml/key 1:5']},
    {name: 'a missing key', text: ': 1\n', want: ['yaml/key 1:3']},
    {name: 'the key __proto__', text: '__proto__: {a: 1}\n', want: ['yaml/key 1:1']},
    {
      name: 'tags of other programs',
      text: 'a: !Ref b\nb: !!binary aGk=\nc: !Sub [x]\n',
      want: ['yaml/tag 1:9', 'yaml/tag 2:13', 'yaml/tag 3:9'],
    },
    {name: 'a tag that does not fit', text: 'a: !!int x\n', want: ['yaml/tag 1:10']},
    {name: 'indentation by tabs', text: 'a:\n\tb: 1\n', want: ['yaml/syntax 2:1']},
    {name: 'an open bracket, at the end of the text', text: 'a: [1,\n\n\n', want: ['yaml/syntax 1:6']},
    {name: 'an open quote', text: 'a: "x\nb: 1\n', want: ['yaml/syntax 2:1']},
    {name: 'a colon inside a value', text: 'a: b: c\n', want: ['yaml/syntax 1:5']},
    {name: 'a null byte', text: 'a: \0\n', want: ['yaml/syntax 1:4']},
    {name: 'very deep nesting', text: '['.repeat(500), want: ['yaml/syntax 1:100']},
  ])('the YAML reader refuses $name', ({text, want}) => expect(problems(text)).toStrictEqual(want));

  it('the YAML reader does not expand an alias bomb', () => {
    const bomb = Array.from({length: 30}, (_, i) => `a${i}: &a${i} [${i === 0 ? 1 : `*a${i - 1}, *a${i - 1}`}]`).join(
      '\n',
    );
    expect(problems(bomb)).toStrictEqual(['yaml/alias 16:12']);
    expect(JSON.stringify(values(bomb)).length).toBeLessThan(10_000_000);
  });

  it('the YAML reader refuses aliases that nest too deep', () => {
    const deep = `a0: &a0 ${'['.repeat(90)}${']'.repeat(90)}\na1: &a1 ${'['.repeat(90)}*a0${']'.repeat(90)}\na2: ${'['.repeat(90)}*a1${']'.repeat(90)}`;
    expect(problems(deep)).toHaveLength(1);
  });
});

describe('positions', () => {
  const TEXT = `apiVersion: v1
base: &base
  image: "a:1"
spec:
  ports:
    - name: http
      port: 80
    - {name: metrics, port: 'x'}
  empty:
  text: |
    first
    second
  copy: *base
  merged:
    <<: *base
    other: 1
  a/b.c: 1
`;
  const origin = readYaml(TEXT, 'a.yaml').documents[0]?.origin;
  const place = (path: JsonPath, part?: 'key' | 'value') => {
    const at = origin?.position(path, part);
    return at === undefined ? '' : `${at.line}:${at.column} ${at.text.slice(at.column - 1, at.endColumn - 1)}`;
  };

  it.each<[string, JsonPath, 'key' | 'value' | undefined, string]>([
    ['a value', ['apiVersion'], 'value', '1:13 v1'],
    ['a key', ['apiVersion'], 'key', '1:1 apiVersion'],
    ['a quoted value with its quotes', ['base', 'image'], undefined, '3:10 "a:1"'],
    ['an item of a list', ['spec', 'ports', 0, 'port'], undefined, '7:13 80'],
    ['a flow mapping', ['spec', 'ports', 1], undefined, "8:7 {name: metrics, port: 'x'}"],
    ['a value in a flow mapping', ['spec', 'ports', 1, 'port'], undefined, "8:29 'x'"],
    ['a block mapping by its key', ['spec'], undefined, '4:1 spec'],
    ['a block item by its first key', ['spec', 'ports', 0], undefined, '6:7 name'],
    ['an empty value by its key', ['spec', 'empty'], undefined, '9:3 empty'],
    ['a block text by its first line', ['spec', 'text'], undefined, '11:5 first'],
    ['an alias', ['spec', 'copy'], undefined, '13:9 *base'],
    ['a value inside an alias', ['spec', 'copy', 'image'], undefined, '3:10 "a:1"'],
    ['a merged value', ['spec', 'merged', 'image'], undefined, '3:10 "a:1"'],
    ['a key with dots', ['spec', 'a/b.c'], 'key', '17:3 a/b.c'],
    ['the nearest parent of a missing value', ['spec', 'ports', 7, 'name'], undefined, '5:3 ports'],
    ['the document itself', [], undefined, '1:1 apiVersion'],
  ])('a position points at %s', (_, path, part, want) => expect(place(path, part)).toBe(want));

  it.each<[string, JsonPath, string]>([
    ['m: {labels: {x: 1, "y": z}, name: a}', ['m', 'labels'], '{x: 1, "y": z}'],
    ['{"a": {"b": [1, 2]}, "c": 3}', ['a', 'b'], '[1, 2]'],
    ['{"a": {"b": [1, 2]}, "c": 3}', [], '{"a": {"b": [1, 2]}, "c": 3}'],
    ['a: [{b: {}}, {c: []}] # ]', ['a'], '[{b: {}}, {c: []}]'],
    ['a: [{b: {}}, {c: []}] # ]', ['a', 1, 'c'], '[]'],
    ['a: [x: 1, y: 2]', ['a', 0], 'x: 1'],
    ['a: [{b: "}"}, 1 ]', ['a', 0], '{b: "}"}'],
    ['a: {b: 1, }', ['a'], '{b: 1, }'],
    ['a: {b: {c: 1 # }\n  }, d: 2}', ['a', 'b'], '{c: 1 # }'],
    ['a: {b: , c: 1}', ['a', 'b'], 'b'],
  ])('the position in %j at %j is that of %s', (text, path, want) => {
    const at = readYaml(`${text}\n`, 'a.yaml').documents[0]?.origin.position(path);
    expect(at?.text.slice(at.column - 1, at.endColumn - 1)).toBe(want);
  });

  it('positions are correct with Windows line ends and a byte order mark', () => {
    const {documents} = readYaml('\uFEFFa: 1\r\nb: 22\r\n', 'a.yaml');
    expect(documents[0]?.origin.position(['b'])).toStrictEqual({
      file: 'a.yaml',
      line: 2,
      column: 4,
      endColumn: 6,
      text: 'b: 22',
    });
  });

  it('positions do not show the values of a Secret', () => {
    const text = 'kind: Secret\nstringData:\n  pin: hunter2\n  pin: hunter3\n';
    const [problem] = readYaml(text, 'a.yaml').diagnostics;
    expect(problem?.at).toStrictEqual({file: 'a.yaml', line: 4, column: 3, endColumn: 6, text: '  pin: ***'});
  });

  it('positions do not show a line of a broken file that may contain a Secret', () => {
    const text = 'kind: Secret\nstringData:\n  pin: hunter2: x\n';
    expect(JSON.stringify(readYaml(text, 'a.yaml').diagnostics)).not.toContain('hunter2');
  });
});
