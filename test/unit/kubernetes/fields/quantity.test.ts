import {expect, it} from 'vitest';
import {sameQuantity} from '../../../../src/kubernetes/fields/quantity.ts';

it.each([
  ['1000m', '1', true],
  ['1', 1, true],
  ['0.5', '500m', true],
  ['1Ki', '1024', true],
  ['1Gi', '1024Mi', true],
  ['1G', '1Gi', false],
  ['1e3', '1k', true],
  ['1E', '1e18', true],
  ['-1', '-1000m', true],
  ['100n', '0.1u', true],
  ['1.50', '1.5', true],
  ['.5', '0.5', true],
  ['1', '2', false],
  ['0', '-0', true],
  ['1', 'one', false],
  ['one', 'one', false],
  ['', '', false],
  ['1e999999', '1', false],
  [undefined, '1', false],
  [true, true, false],
])('%j and %j mean the same: %j', (a, b, want) => expect(sameQuantity(a, b)).toBe(want));
