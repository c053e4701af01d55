import {expect, it} from 'vitest';
import {maskPaths} from '../../../../src/core/secret/mask-paths.ts';

it('only the values at the given paths are masked, whole parts included', () => {
  const value = {a: {b: 'secret', c: 'open'}, list: [{d: 'secret'}, {d: 'open'}], e: {f: 1}, none: null};
  expect(maskPaths(value, [['a', 'b'], ['list', 0, 'd'], ['e'], ['none'], ['absent', 'x']])).toEqual({
    a: {b: '***', c: 'open'},
    list: [{d: '***'}, {d: 'open'}],
    e: '***',
    none: null,
  });
});
