import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {type FieldPath, formatFieldPath, type PathElement} from '../../../../src/core/fields/field-path.ts';
import type {JsonObject} from '../../../../src/core/json.ts';
import {
  below,
  difference,
  EMPTY_FIELD_SET,
  equalSets,
  type FieldSet,
  fieldSet,
  hasPath,
  intersection,
  isEmptySet,
  leaves,
  paths,
  union,
} from '../../../../src/kubernetes/fields/field-set.ts';
import {fromFieldsV1, isFieldsV1Of, toFieldsV1} from '../../../../src/kubernetes/fields/fields-v1.ts';
import {readFixture} from './fixtures/schema-of.ts';

const element: fc.Arbitrary<PathElement> = fc.oneof(
  fc.constantFrom('a', 'b', 'c.d').map((field) => ({field})),
  fc.record({name: fc.constantFrom('x', '<y>'), port: fc.constantFrom(1, 2)}).map((key) => ({key})),
  fc.constantFrom('v', 1, true).map((value) => ({value})),
);
const path: fc.Arbitrary<FieldPath> = fc.array(element, {minLength: 1, maxLength: 4});
const anySet: fc.Arbitrary<FieldSet> = fc.array(path, {maxLength: 12}).map(fieldSet);

const a: FieldPath = [{field: 'spec'}, {field: 'replicas'}];
const item: FieldPath = [{field: 'spec'}, {field: 'ports'}, {key: {port: 80}}];
const inItem: FieldPath = [...item, {field: 'name'}];

describe('a field set', () => {
  const set = fieldSet([a, item, inItem]);

  it('a field set has exactly the inserted paths', () => {
    expect([a, item, inItem].map((one) => hasPath(set, one))).toEqual([true, true, true]);
    expect(hasPath(set, [{field: 'spec'}])).toBe(false);
    expect(hasPath(set, [])).toBe(false);
    expect(hasPath(set, [...a, {field: 'x'}])).toBe(false);
  });

  it('a field set lists its paths with parents first, and its leaves', () => {
    expect(paths(set).map(formatFieldPath)).toEqual([
      'spec.ports[port=80]',
      'spec.ports[port=80].name',
      'spec.replicas',
    ]);
    expect(leaves(set).map(formatFieldPath)).toEqual(['spec.ports[port=80].name', 'spec.replicas']);
  });

  it('a field set shows the members below a path', () => {
    const inside = below(set, item);
    expect(inside && paths(inside)).toEqual([[{field: 'name'}]]);
    expect(below(set, a)).toBeUndefined();
  });

  it('a difference removes only the member itself, not those below it', () =>
    expect(paths(difference(set, fieldSet([item])))).toEqual([inItem, a]));
});

const law = (name: string, holds: (x: FieldSet, y: FieldSet, z: FieldSet) => boolean): void =>
  it(name, () => fc.assert(fc.property(anySet, anySet, anySet, holds)));

describe('set algebra holds', () => {
  law('union commutes', (x, y) => equalSets(union(x, y), union(y, x)));
  law('union is associative', (x, y, z) => equalSets(union(x, union(y, z)), union(union(x, y), z)));
  law('intersection commutes', (x, y) => equalSets(intersection(x, y), intersection(y, x)));
  law('x ∪ x = x ∩ x = x', (x) => equalSets(union(x, x), x) && equalSets(intersection(x, x), x));
  law('x \\ x is empty', (x) => isEmptySet(difference(x, x)));
  law(
    'the empty set is neutral',
    (x) => equalSets(union(x, EMPTY_FIELD_SET), x) && equalSets(difference(x, EMPTY_FIELD_SET), x),
  );
  law('the union of x \\ y and x ∩ y is x', (x, y) => equalSets(union(difference(x, y), intersection(x, y)), x));
  law('x \\ y and y share nothing', (x, y) => isEmptySet(intersection(difference(x, y), y)));
  law('a set is the set of its paths', (x) => equalSets(fieldSet(paths(x)), x));
  law('each path of a union is a path of one of its operands', (x, y) =>
    paths(union(x, y)).every((one) => hasPath(x, one) || hasPath(y, one)),
  );
});

describe('fieldsV1', () => {
  const stored = readFixture('field-sets.json') as JsonObject[];

  it('a field set is read and written without loss', () =>
    fc.assert(fc.property(anySet, (set) => equalSets(fromFieldsV1(toFieldsV1(set)), set))));

  it('a field set of a server is written as the server wrote it', () =>
    expect(stored.map((fields) => toFieldsV1(fromFieldsV1(fields)))).toEqual(stored));

  it('a field set is read without the path elements that a later version added', () =>
    expect(paths(fromFieldsV1({'q:x': {}, 'f:a': {}, 'k:{broken': {}}))).toEqual([[{field: 'a'}]]));

  it('a field set has one meaning, however its keys are spelled', () =>
    expect(equalSets(fromFieldsV1({'k:{"b":2, "a":"<"}': {}}), fromFieldsV1({'k:{"a":"\\u003c","b":2}': {}}))).toBe(
      true,
    ));

  it('a stored field set is recognized exactly when the sets are equal', () =>
    fc.assert(
      fc.property(anySet, anySet, fc.boolean(), (x, y, same) => {
        const other = same ? fieldSet(paths(x)) : y;
        return isFieldsV1Of(x, toFieldsV1(other)) === equalSets(x, other);
      }),
    ));

  it.each([undefined, null, 'x', {'f:a': 'x'}, {'f:a': {'.': {}, 'f:b': {}}}])(
    '%j is not the set of one field',
    (json) => expect(isFieldsV1Of(fieldSet([[{field: 'a'}]]), json)).toBe(false),
  );
});
