import {expect, it} from 'vitest';
import {mergeValues} from '../../../../src/core/chart/merge-values.ts';
import {setValue} from '../../../../src/core/chart/set-value.ts';
import {parseValuePath} from '../../../../src/core/chart/value-path.ts';
import type {Json} from '../../../../src/core/json.ts';
import {locate, locatedAt} from '../../../../src/core/variation/located.ts';

const origin = (file: string) => ({
  file,
  position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''}),
});
const from = (value: Json, file = 'a.yaml') => locate(value, origin(file));

it.each<{name: string; below: Json; above: Json; want: Json}>([
  {name: 'mappings are merged', below: {a: {b: 1, c: 2}}, above: {a: {c: 3}}, want: {a: {b: 1, c: 3}}},
  {name: 'a list replaces a list', below: {a: [1, 2]}, above: {a: [3]}, want: {a: [3]}},
  {name: 'a null stays to remove a default', below: {a: {b: 1}}, above: {a: null}, want: {a: null}},
  {name: 'a mapping replaces a null', below: {a: null}, above: {a: {b: 1}}, want: {a: {b: 1}}},
  {name: 'a scalar replaces a mapping', below: {a: {b: 1}}, above: {a: 'x'}, want: {a: 'x'}},
])('$name', ({below, above, want}) => {
  expect(mergeValues(from(below), from(above)).value).toEqual(want);
});

it('each merged value keeps the file that set it', () => {
  const merged = mergeValues(from({a: {b: 1, c: 2}}, 'base.yaml'), from({a: {c: 3}}, 'prod.yaml'));
  expect(locatedAt(merged, ['a', 'b'])?.place.origin.file).toBe('base.yaml');
  expect(locatedAt(merged, ['a', 'c'])?.place.origin.file).toBe('prod.yaml');
});

const PROTO = JSON.parse('{"__proto__": {"a": 1}}') as Json;

it('a key named like a prototype stays a key', () => {
  expect(JSON.stringify(mergeValues(from({}), from(PROTO)).value)).toBe('{"__proto__":{"a":1}}');
});

it.each<{name: string; values: Json; path: string; value: Json; want: Json}>([
  {name: 'a missing mapping is created', values: {}, path: 'a.b', value: 1, want: {a: {b: 1}}},
  {name: 'a list item is replaced', values: {a: [1, 2]}, path: 'a[1]', value: 3, want: {a: [1, 3]}},
  {name: 'a gap in a list is null', values: {}, path: 'a[2]', value: 'x', want: {a: [null, null, 'x']}},
  {name: 'a field of a list item is set', values: {a: [{b: 1}]}, path: 'a[0].c', value: 2, want: {a: [{b: 1, c: 2}]}},
  {name: 'a null item becomes a mapping', values: {a: [null]}, path: 'a[0].b', value: 1, want: {a: [{b: 1}]}},
  {name: 'a scalar item becomes a mapping', values: {a: ['x']}, path: 'a[0].b', value: 1, want: {a: [{b: 1}]}},
  {name: 'a mapping replaces a mapping', values: {a: {b: 1}}, path: 'a', value: {c: 2}, want: {a: {c: 2}}},
  {name: 'a nested list is created', values: {}, path: 'a[0][1]', value: 1, want: {a: [[null, 1]]}},
])('when one value is set, $name', ({values, path, value, want}) => {
  const parsed = parseValuePath(path);
  if ('because' in parsed) throw new Error(parsed.because);
  expect(setValue(from(values), parsed.path, from(value, 'stack.yaml'))).toMatchObject({values: {value: want}});
});

it.each<{values: Json; path: string}>([
  {values: {a: 'x'}, path: 'a.b'},
  {values: {a: null}, path: 'a.b'},
  {values: {a: {}}, path: 'a[0]'},
])('setting $path in $values is refused, as in Helm', ({values, path}) => {
  const parsed = parseValuePath(path);
  if ('because' in parsed) throw new Error(parsed.because);
  expect(setValue(from(values), parsed.path, from(1))).toMatchObject({because: expect.stringMatching(/is not a/)});
});
