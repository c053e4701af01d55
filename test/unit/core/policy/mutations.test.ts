import {describe, expect, it} from 'vitest';
import type {JsonObject} from '../../../../src/core/json.ts';
import {mutationConflict} from '../../../../src/core/policy/mutation-conflict.ts';
import {orderMutations} from '../../../../src/core/policy/order-mutations.ts';
import {layPatch} from '../../../../src/core/variation/lay-patch.ts';
import {locate} from '../../../../src/core/variation/located.ts';

const named = (name: string, ...after: readonly string[]) => ({name, after});

describe('the order of mutations', () => {
  it.each([
    {name: 'the list without `after`', mutations: [named('b'), named('a')], order: ['b', 'a']},
    {name: 'those in `after` first', mutations: [named('b', 'a'), named('c'), named('a')], order: ['c', 'a', 'b']},
    {name: 'a chain', mutations: [named('c', 'b'), named('b', 'a'), named('a')], order: ['a', 'b', 'c']},
  ])('it is $name', ({mutations, order}) => {
    const found = orderMutations(mutations);
    expect('ordered' in found && found.ordered.map(({name}) => name)).toEqual(order);
  });

  it('a cycle of mutations is returned with its names', () => {
    expect(orderMutations([named('x'), named('a', 'b'), named('b', 'a')])).toEqual({cycle: ['a', 'b']});
  });
});

describe('two mutations of one object', () => {
  const conflict = (first: JsonObject, second: JsonObject, after: readonly string[] = []) =>
    mutationConflict('id', [
      {name: 'a', after: [], patch: first},
      {name: 'b', after, patch: second},
    ])?.path;

  it.each<{name: string; first: JsonObject; second: JsonObject; path: string | undefined}>([
    {name: 'different fields', first: {data: {a: '1'}}, second: {data: {b: '1'}}, path: undefined},
    {name: 'the same value', first: {data: {a: '1'}}, second: {data: {a: '1'}}, path: undefined},
    {name: 'different values', first: {data: {a: '1'}}, second: {data: {a: '2'}}, path: 'data.a'},
    {name: 'a value and its removal', first: {data: {a: '1'}}, second: {data: {a: null}}, path: 'data.a'},
    {name: 'a field in a removed one', first: {data: null}, second: {data: {a: '2'}}, path: 'data.a'},
    {name: 'different lists', first: {spec: {args: ['a']}}, second: {spec: {args: ['b']}}, path: 'spec.args'},
  ])('$name: $path', ({first, second, path}) => {
    expect(conflict(first, second)).toBe(path);
    expect(conflict(first, second, ['a'])).toBeUndefined();
  });
});

it.each<{name: string; base: JsonObject; patch: JsonObject; result: JsonObject}>([
  {name: 'a new field', base: {a: 1}, patch: {b: {c: 2}}, result: {a: 1, b: {c: 2}}},
  {name: 'a removed field', base: {a: 1, b: {c: 2, d: 3}}, patch: {a: null, b: {c: null}}, result: {b: {d: 3}}},
  {name: 'null in a new mapping', base: {}, patch: {b: {c: null, d: 1}}, result: {b: {d: 1}}},
  {name: 'a list', base: {a: [1, 2]}, patch: {a: [3]}, result: {a: [3]}},
  {name: 'a mapping in place of a text', base: {a: 'x'}, patch: {a: {b: null, c: 1}}, result: {a: {c: 1}}},
])('a merge patch with $name gives what RFC 7396 says, and its fields have its place', ({base, patch, result}) => {
  const at = (file: string) => ({file, position: () => ({file, line: 1, column: 1, endColumn: 2, text: ''})});
  const node = layPatch(locate(base, at('base')), locate(patch, at('patch')));
  expect(node.value).toEqual(result);
  for (const [key, part] of node.parts ?? [])
    if (typeof patch[key] !== 'object') expect(part.place.origin.file).toBe('patch');
});
