import {expect, it} from 'vitest';
import {stateBefore} from '../../../../../../src/adapters/kubernetes/runtime/execute/object-state.ts';
import {liveObject, plannedObject, recorded, scripted} from './fake-objects.ts';

const {session} = scripted([]);

it('an object that an interrupted run recreated is recorded as it is live', () => {
  const planned = plannedObject('unchanged', {live: liveObject('9', {uid: 'u2'}), state: recorded});
  expect(stateBefore(session, planned)?.uid).toBe('u2');
});

it('an object that is still the same keeps its record', () => {
  const planned = plannedObject('update', {live: liveObject('9'), state: recorded});
  expect(stateBefore(session, planned)).toBe(recorded);
});

it('an object that somebody recreated without our label is not recorded in place of ours', () => {
  const live = liveObject('9', {uid: 'u2', more: {labels: {}}});
  expect(stateBefore(session, plannedObject('adopt', {live, state: recorded}))).toBe(recorded);
});
