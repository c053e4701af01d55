import {expect, it} from 'vitest';
import {stateBefore} from '../../../../../../src/adapters/kubernetes/runtime/execute/object-state.ts';
import {liveObject, plannedObject, recorded, scripted} from './fake-objects.ts';

const {session} = scripted([]);

it('of an object that a run which died made anew, the record is what live shows', () => {
  const planned = plannedObject('unchanged', {live: liveObject('9', {uid: 'u2'}), state: recorded});
  expect(stateBefore(session, planned)?.uid).toBe('u2');
});

it('of one that is still the same, it is what was recorded', () => {
  const planned = plannedObject('update', {live: liveObject('9'), state: recorded});
  expect(stateBefore(session, planned)).toBe(recorded);
});

it('one that somebody made anew without our marks is not recorded in place of ours', () => {
  const live = liveObject('9', {uid: 'u2', more: {labels: {}}});
  expect(stateBefore(session, plannedObject('adopt', {live, state: recorded}))).toBe(recorded);
});
