import {expect, it} from 'vitest';
import {knownState} from '../../../../src/core/release/known-state.ts';
import {recordedValues} from '../../../../src/core/release/resource-state.ts';
import {begun, ended, resource, stateOf} from '../../../rig/releases.ts';

const lock = {lineage: 'abc', revision: 1, epoch: 1};

it('the known state is empty before the first run', () => {
  expect(knownState(undefined, [])).toEqual({state: [], unsure: []});
});

it('the known state is the last release with the later states of dead runs, and lists objects that may exist', () => {
  const last = ended(begun(lock, {spec: [resource('gone-from-spec')]}), {
    state: [stateOf('a', 'old'), stateOf('b', 'old')],
  });
  const recorded = ended(begun(lock, {spec: [resource('a')]}), {state: [stateOf('a', 'new')]});
  const begunOnly = begun(lock, {spec: [resource('b'), resource('z'), resource('c')]});
  const {state, unsure} = knownState(last, [recorded, begunOnly]);
  expect(state.map((one) => [one.id, recordedValues(one)])).toEqual([
    ['a', 'new'],
    ['b', 'old'],
  ]);
  expect(unsure.map(({id}) => id)).toEqual(['c', 'z']);
});
