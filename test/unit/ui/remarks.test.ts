import {expect, it} from 'vitest';
import type {Change} from '../../../src/core/plan/plan.ts';
import {noteOn} from '../../../src/ui/plan/notes.ts';

const REASON = 'it belongs to another stack: a/b/c; a dry run is not permitted';
const change = (more: Partial<Change>): Change => ({
  id: 'v1:Service:shop:web',
  type: 'Kubernetes',
  action: 'adopt',
  verified: true,
  reason: REASON,
  fields: [],
  ...more,
});
const blocked = {needs: '--adopt v1:Service:shop:web', because: REASON};

it.each([
  {name: 'a change', more: {}, note: REASON},
  {name: 'a change that its reason blocks', more: {blocked}, note: undefined},
  {name: 'one that is not verified', more: {verified: false}, note: `not verified: ${REASON}`},
  {name: 'one that is not verified and that its reason blocks', more: {verified: false, blocked}, note: 'not verified'},
])('the reason of $name is printed once', ({more, note}) => {
  expect(noteOn(change(more))).toBe(note);
});
