import {expect, it} from 'vitest';
import {labelSelector, labelsOf, selects} from '../../../../src/kubernetes/graph/edges/selector.ts';

it.each([
  {name: 'a label that is there', key: 'app', operator: 'Exists', want: true},
  {name: 'a label that is not there', key: 'tier', operator: 'Exists', want: false},
  {name: 'a label called as every object has a member', key: 'constructor', operator: 'Exists', want: false},
  {name: 'the lack of one called so', key: 'toString', operator: 'DoesNotExist', want: true},
  {name: 'the lack of one called as the parent of an object', key: '__proto__', operator: 'DoesNotExist', want: true},
])('an expression asks for $name', ({key, operator, want}) => {
  const selector = labelSelector({matchExpressions: [{key, operator}]});
  expect(selector !== undefined && selects(selector, labelsOf({app: 'web'}))).toBe(want);
});

it('a label may be called as every object has a member', () => {
  const selector = labelSelector({matchLabels: {constructor: 'web'}});
  expect(selector !== undefined && selects(selector, labelsOf({constructor: 'web'}))).toBe(true);
});
