import {expect, it} from 'vitest';
import {readYaml} from '../../../../src/config/yaml/read-yaml.ts';

const SECOND = 'kind: Second\nlist:\n- a\n- key: here\n';

/** Returns the text at the position of a field in the last document. */
function textAt(text: string): string | undefined {
  const {documents} = readYaml(text, 'a.yaml');
  const found = documents.find(({value}) => JSON.stringify(value).includes('Second'));
  const at = found?.origin.position(['list', 1, 'key']);
  return at && `${at.text.slice(at.column - 1, at.endColumn - 1)} in line ${at.line}`;
}

it.each([
  {name: 'the first document', text: SECOND, line: 4},
  {name: 'a document after a marker at the beginning', text: `---\n${SECOND}`, line: 5},
  {name: 'a later document', text: `a: 1\n---\n${SECOND}`, line: 6},
  {name: 'a document before another one', text: `${SECOND}---\na: 1\n`, line: 4},
  {name: 'a document after empty ones', text: `---\n---\n\n---\n${SECOND}---\n`, line: 8},
  {name: 'a document after an end mark', text: `a: 1\n...\n---\n${SECOND}`, line: 7},
  {name: 'a document after an end mark alone', text: `a: 1\n...\n${SECOND}`, line: 6},
  {name: 'a document before an end mark alone', text: `${SECOND}...\na: 1\n`, line: 4},
  {name: 'a document after comments', text: `a: 1\n--- # ---\n# ---\n\n${SECOND}`, line: 8},
  {name: 'a document after a text with a marker in it', text: `a: |\n  x\n  ---\n  y\n---\n${SECOND}`, line: 9},
  {name: 'a document with an anchor and a tag', text: `a: &x 1\n--- !!map &x\n${SECOND}`, line: 6},
  {name: 'a document in braces', text: 'a: 1\n--- {kind: Second, list: [a, {key: here}]}\n', line: 2},
  {
    name: 'a document of a file with a directive',
    text: `%YAML 1.2\n---\na: 1\n...\n%YAML 1.2\n---\n${SECOND}`,
    line: 10,
  },
  {name: 'a document with Windows line ends', text: `a: 1\n---\n${SECOND}`.replaceAll('\n', '\r\n'), line: 6},
  {name: 'a document with the line ends of old files', text: `a: 1\n---\n${SECOND}`.replaceAll('\n', '\r'), line: 1},
])('a position in $name is found', ({text, line}) => {
  expect(textAt(text)).toBe(`here in line ${line}`);
});

it('positions in several documents are found in any order', () => {
  const {documents} = readYaml(['a: 1', 'b:\n  c: 2', '{d: 3}'].join('\n---\n'), 'a.yaml');
  const lineOf = (index: number, path: readonly string[]) => documents[index]?.origin.position(path).line;
  const lines = () => [lineOf(2, ['d']), lineOf(0, ['a']), lineOf(1, ['b', 'c'])];
  expect(lines()).toStrictEqual([6, 1, 4]);
  expect(lines()).toStrictEqual([6, 1, 4]);
});
