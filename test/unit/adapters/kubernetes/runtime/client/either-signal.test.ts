import {expect, it} from 'vitest';
import {eitherSignal} from '../../../../../../src/adapters/kubernetes/runtime/client/either-signal.ts';

it.each([0, 1])('a combined signal aborts with the reason of either one', (which) => {
  const pair = [new AbortController(), new AbortController()] as const;
  const either = eitherSignal(pair[0].signal, pair[1].signal);
  expect(either.aborted).toBe(false);
  pair[which as 0 | 1].abort('over');
  expect([either.aborted, either.reason]).toStrictEqual([true, 'over']);
});

it('two signals are combined once, and others separately', () => {
  const [a, b, c] = [new AbortController().signal, new AbortController().signal, new AbortController().signal];
  expect(eitherSignal(a, b)).toBe(eitherSignal(a, b));
  expect(eitherSignal(a, b)).not.toBe(eitherSignal(a, c));
  expect(eitherSignal(a, undefined)).toBe(a);
});
