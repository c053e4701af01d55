import {describe, expect, it} from 'vitest';
import {type Move, movedTerraform} from '../../../../src/core/plan/moved.ts';
import type {ResourceState} from '../../../../src/core/release/resource-state.ts';
import type {Resource} from '../../../../src/core/resource/resource.ts';

const position = {file: 'stack.yaml', line: 1, column: 1, endColumn: 1, text: ''};
const moves = (...pairs: readonly (readonly [string, string])[]): readonly Move[] =>
  pairs.map(([from, to]) => ({from, to, at: {from: position, to: position}}));

const resource = (id: string, type: Resource['type'] = 'Terraform'): Resource => ({
  id,
  type,
  attributes: {},
  dependsOn: [],
  extensions: {},
});
const state = (id: string, type: Resource['type'] = 'Terraform') => ({id, type}) as unknown as ResourceState;

describe('the former ids of Terraform resources', () => {
  it.each([
    {what: 'a move', moves: moves(['a', 'b']), wanted: ['b'], held: ['a'], found: {b: 'a'}},
    {what: 'a chain of moves', moves: moves(['a', 'b'], ['b', 'c']), wanted: ['c'], held: ['a'], found: {c: 'a'}},
    {what: 'a move that is done', moves: moves(['a', 'b']), wanted: ['b'], held: ['b'], found: {}},
    {
      what: 'a move to an id that has a state too',
      moves: moves(['a', 'b']),
      wanted: ['b'],
      held: ['a', 'b'],
      found: {},
    },
    {what: 'a move to a resource that is left out', moves: moves(['a', 'b']), wanted: [], held: ['a'], found: {}},
  ])('$what', ({moves: entries, wanted, held, found}) => {
    const resources = wanted.map((id) => resource(id));
    expect(
      Object.fromEntries(movedTerraform({moves: entries, resources, states: held.map((id) => state(id))})),
    ).toEqual(found);
  });

  it('a release that is applied again has the former id of the same address', () => {
    const at = (id: string, address: string) => ({id, type: 'Terraform', address}) as unknown as ResourceState;
    const states = [at('new', 'a.old'), at('other', 'a.other')];
    const earlier = [at('old', 'a.old'), at('other', 'a.other')];
    const found = movedTerraform({moves: [], resources: [resource('old'), resource('other')], states, earlier});
    expect(Object.fromEntries(found)).toEqual({old: 'new'});
  });

  it('a Kubernetes object has no former id, because it is found by its identity', () => {
    const resources = [resource('b', 'Kubernetes')];
    const states = [state('a', 'Kubernetes')];
    expect(movedTerraform({moves: moves(['a', 'b']), resources, states}).size).toBe(0);
  });
});
