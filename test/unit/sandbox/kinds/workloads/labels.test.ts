import {expect, it} from 'vitest';
import {meaningOf} from '../../../../../src/sandbox/kinds/workloads/labels.ts';

const LABELS = {app: 'web', tier: 'front'};

it.each([
  {name: 'an empty one selects everything', selector: {}, want: true},
  {name: 'all labels must be there', selector: {matchLabels: {app: 'web', tier: 'back'}}, want: false},
  {name: 'labels and expressions', selector: {matchLabels: {app: 'web'}, matchExpressions: [one('In')]}, want: true},
  {name: 'none of these values', selector: {matchExpressions: [one('NotIn')]}, want: false},
  {name: 'a name that every object has is no label', selector: {matchExpressions: [has('Exists')]}, want: false},
  {name: 'nor is it one that must be missing', selector: {matchExpressions: [has('DoesNotExist')]}, want: true},
])('$name', ({selector, want}) => expect(meaningOf(selector)?.(LABELS)).toBe(want));

it('means nothing where it is wrong', () =>
  expect(meaningOf({matchExpressions: [{key: 'app', operator: 'Like', values: ['w']}]})).toBeUndefined());

it('none at all selects nothing, and nothing is without labels', () => {
  expect(meaningOf(undefined)?.(LABELS)).toBe(false);
  expect(meaningOf({matchExpressions: [has('DoesNotExist')]})?.(undefined)).toBe(true);
});

function one(operator: string) {
  return {key: 'tier', operator, values: ['front', 'middle']};
}

function has(operator: string) {
  return {key: 'constructor', operator};
}
