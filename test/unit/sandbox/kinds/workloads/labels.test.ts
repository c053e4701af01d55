import {expect, it} from 'vitest';
import {meaningOf} from '../../../../../src/sandbox/kinds/workloads/labels.ts';

const LABELS = {app: 'web', tier: 'front'};

it.each([
  {name: 'an empty selector matches everything', selector: {}, want: true},
  {name: 'all labels must match', selector: {matchLabels: {app: 'web', tier: 'back'}}, want: false},
  {
    name: 'labels and expressions must match',
    selector: {matchLabels: {app: 'web'}, matchExpressions: [one('In')]},
    want: true,
  },
  {name: 'NotIn excludes these values', selector: {matchExpressions: [one('NotIn')]}, want: false},
  {name: 'Exists ignores JavaScript properties', selector: {matchExpressions: [has('Exists')]}, want: false},
  {name: 'DoesNotExist ignores JavaScript properties', selector: {matchExpressions: [has('DoesNotExist')]}, want: true},
])('$name', ({selector, want}) => expect(meaningOf(selector)?.(LABELS)).toBe(want));

it('an invalid label selector matches nothing', () =>
  expect(meaningOf({matchExpressions: [{key: 'app', operator: 'Like', values: ['w']}]})).toBeUndefined());

it('a missing selector matches nothing, and missing labels count as empty', () => {
  expect(meaningOf(undefined)?.(LABELS)).toBe(false);
  expect(meaningOf({matchExpressions: [has('DoesNotExist')]})?.(undefined)).toBe(true);
});

function one(operator: string) {
  return {key: 'tier', operator, values: ['front', 'middle']};
}

function has(operator: string) {
  return {key: 'constructor', operator};
}
