import {describe, expect, it} from 'vitest';
import {compareNaturally} from '../../../src/lib/compare-naturally.ts';

describe('the natural order of names', () => {
  it.each<{readonly name: string; readonly sorted: readonly string[]}>([
    {name: 'a number is compared by its value', sorted: ['web-1', 'web-2', 'web-9', 'web-10', 'web-100']},
    {name: 'numbers inside of ids are compared', sorted: ['v1:Pod:ns-2:a-10', 'v1:Pod:ns-10:a-2', 'v1:Pod:ns-10:a-9']},
    {name: 'a prefix is before the longer name', sorted: ['web', 'web-1', 'web-1-a', 'web-10']},
    {name: 'other characters keep the order of their codes', sorted: ['A', 'Z', 'a', 'b', 'ä']},
    {name: 'zeros before a number come later', sorted: ['a1', 'a01', 'a001', 'a2', 'a10']},
    {name: 'numbers have any length', sorted: ['9007199254740992', '9007199254740993', '99999999999999999999']},
    {name: 'digits and letters in a digest are no special case', sorted: ['1a', '1b', '2', '10a', 'a1']},
  ])('$name', ({sorted}) => {
    expect(sorted.toReversed().toSorted(compareNaturally)).toEqual(sorted);
    expect(sorted.toSorted(compareNaturally)).toEqual(sorted);
  });

  it('the order of any names is total', () => {
    const parts = ['', 'a', '-', '0', '00', '1', '01', '10', '9'];
    const names = parts.flatMap((x) => parts.flatMap((y) => parts.map((z) => `${x}${y}${z}`)));
    const some = names.filter((_, i) => i % 13 === 0);
    for (const a of some)
      for (const b of some) {
        expect(Math.sign(compareNaturally(a, b)) + Math.sign(compareNaturally(b, a))).toBe(0);
        if (a !== b) expect(compareNaturally(a, b)).not.toBe(0);
        for (const c of some)
          if (compareNaturally(a, b) < 0 && compareNaturally(b, c) < 0)
            expect(compareNaturally(a, c), `${a} ${b} ${c}`).toBeLessThan(0);
      }
  });
});
