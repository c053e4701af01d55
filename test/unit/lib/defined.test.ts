import {describe, expect, expectTypeOf, it} from 'vitest';
import {defined} from '../../../src/lib/defined.ts';

describe('the defined members of an object', () => {
  it('the defined members of an object exclude the keys of undefined members', () => {
    expect(Object.keys(defined({b: 1, a: undefined, c: null}))).toEqual(['b', 'c']);
  });

  it('the defined members of an object keep null, zero, false and empty text', () => {
    expect(defined({a: null, b: 0, c: false, d: ''})).toEqual({a: null, b: 0, c: false, d: ''});
  });

  it('the defined members of an object are optional, and never undefined, by their type', () => {
    const nameOf = (): string | undefined => undefined;
    expectTypeOf(defined({kind: 'Pod', name: nameOf()})).branded.toEqualTypeOf<{
      readonly kind: 'Pod';
      readonly name?: string;
    }>();
  });
});
