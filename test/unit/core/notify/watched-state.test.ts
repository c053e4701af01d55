import {expect, it} from 'vitest';
import {nextState, type WatchedState} from '../../../../src/core/notify/watched-state.ts';

const [EARLIER, NOW] = ['2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z'];
const drifted: WatchedState = {drift: {digest: 'a', since: EARLIER}};
const failing: WatchedState = {failing: {digest: 'cluster/unreachable', since: EARLIER}};
const both: WatchedState = {...drifted, ...failing};

it.each([
  {
    title: 'the first check without drift is not a change',
    before: undefined,
    checked: {drift: undefined},
    changes: [],
    state: {},
  },
  {
    title: 'the first check with drift begins it',
    before: undefined,
    checked: {drift: 'a'},
    changes: ['began'],
    state: {drift: {digest: 'a', since: NOW}},
  },
  {
    title: 'the same drift is not a change, and keeps its age',
    before: drifted,
    checked: {drift: 'a'},
    changes: [],
    state: drifted,
  },
  {
    title: 'different drift is a change, and keeps its age',
    before: drifted,
    checked: {drift: 'b'},
    changes: ['changed'],
    state: {drift: {digest: 'b', since: EARLIER}},
  },
  {title: 'drift ends', before: drifted, checked: {drift: undefined}, changes: ['ended'], state: {}},
  {
    title: 'a failing check keeps the known drift',
    before: drifted,
    checked: {failing: 'timeout'},
    changes: ['failing'],
    state: {...drifted, failing: {digest: 'timeout', since: NOW}},
  },
  {
    title: 'a new cause of a failing check is not a change',
    before: both,
    checked: {failing: 'timeout'},
    changes: [],
    state: both,
  },
  {
    title: 'a check that works again finds the same drift',
    before: both,
    checked: {drift: 'a'},
    changes: ['working'],
    state: drifted,
  },
  {
    title: 'a check that works again finds that the drift has ended',
    before: both,
    checked: {drift: undefined},
    changes: ['working', 'ended'],
    state: {},
  },
])('$title', ({before, checked, changes, state}) => expect(nextState(before, checked, NOW)).toEqual({changes, state}));
