import * as fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {closure, inverse} from '../../../../src/core/selection/closure.ts';
import {select} from '../../../../src/core/selection/select.ts';

const resource = (id: string) => ({id, attributes: {apiVersion: 'v1', kind: 'ConfigMap', metadata: {name: id}}});

/** Some ids, what each needs (only earlier ones: no loop), and some to target and to exclude. */
const stacks = fc.array(fc.array(fc.nat({max: 20}), {maxLength: 4}), {minLength: 1, maxLength: 20}).chain((needs) => {
  const ids = needs.map((_, i) => `v1:ConfigMap:${i}`);
  const some = fc.subarray(ids);
  return fc.record({
    ids: fc.constant(ids),
    needs: fc.constant(
      new Map(needs.map((of, i) => [`v1:ConfigMap:${i}`, of.filter((n) => n < i).map((n) => `v1:ConfigMap:${n}`)])),
    ),
    targets: some,
    excludes: some,
  });
});

describe('a selection', () => {
  it('a selection contains its dependencies and all requested resources that are not excluded', () => {
    fc.assert(
      fc.property(stacks, ({ids, needs, targets, excludes}) => {
        const result = select({targets, excludes, resources: ids.map(resource), needs});
        const selected = 'selected' in result ? result.selected : new Set<string>();
        for (const id of selected) for (const need of needs.get(id) ?? []) expect(selected).toContain(need);
        for (const id of excludes) expect(selected).not.toContain(id);
        const dropped = closure(excludes, inverse(needs));
        for (const id of targets) expect(selected.has(id)).toBe(!dropped.has(id));
        // Nothing comes along without a reason.
        const wanted = targets.length === 0 ? new Set(ids) : closure(targets, needs);
        expect(selected).toEqual(new Set([...wanted].filter((id) => !dropped.has(id))));
      }),
    );
  });

  it('a selection without flags contains everything', () => {
    fc.assert(
      fc.property(stacks, ({ids, needs}) => {
        expect(select({targets: [], excludes: [], resources: ids.map(resource), needs})).toEqual({
          selected: new Set(ids),
        });
      }),
    );
  });

  it('a selection ends at cycles', () => {
    const needs = new Map([
      ['a', ['b']],
      ['b', ['a']],
    ]);
    expect(closure(['a'], needs)).toEqual(new Set(['a', 'b']));
  });

  it('a selection goes down a chain of ten thousand', () => {
    const needs = new Map(Array.from({length: 10_000}, (_, i) => [String(i), [String(i + 1)]]));
    expect(closure(['0'], needs).size).toBe(10_001);
  });
});
