import {expect, it} from 'vitest';
import {createScrub} from '../../../../../../src/adapters/kubernetes/runtime/client/scrub.ts';
import {Secret} from '../../../../../../src/core/secret/secret.ts';

it('a kept scrub removes the secrets of each call: none of an earlier one, and each new one', () => {
  const scrub = createScrub();
  const [first, second, token] = [new Secret('first-password'), new Secret('second-password'), new Secret('token-1')];
  const text = 'Invalid value: "first-password" or second-password by token-1';
  const one = [first];
  expect(scrub(text, one)).toBe('Invalid value: "***" or second-password by token-1');
  expect(scrub(text, one)).toBe('Invalid value: "***" or second-password by token-1');
  expect(scrub(text, one, [token])).toBe('Invalid value: "***" or second-password by ***');
  expect(scrub(text, one, [new Secret('another')])).toBe('Invalid value: "***" or second-password by token-1');
  expect(scrub(text, [first, second])).toBe('Invalid value: "***" or *** by token-1');
  expect(scrub(text, [second])).toBe('Invalid value: "first-password" or *** by token-1');
  expect(scrub(text, [])).toBe(text);
});
