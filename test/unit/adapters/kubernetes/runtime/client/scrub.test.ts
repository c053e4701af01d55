import {expect, it} from 'vitest';
import {createScrub} from '../../../../../../src/adapters/kubernetes/runtime/client/scrub.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';

it('a kept scrub removes the secrets of each call: none of an earlier one, and each new one', () => {
  const scrub = createScrub();
  const [first, second] = [new Secret('first-password'), new Secret('second-password')];
  const text = 'Invalid value: "first-password" or second-password';
  expect(scrub(text, [first])).toBe('Invalid value: "***" or second-password');
  expect(scrub(text, [first])).toBe('Invalid value: "***" or second-password');
  expect(scrub(text, [first, second])).toBe('Invalid value: "***" or ***');
  expect(scrub(text, [second])).toBe('Invalid value: "first-password" or ***');
  expect(scrub(text, [])).toBe(text);
});
