import {describe, expect, it} from 'vitest';
import type {Change, FieldChange} from '../../../../src/core/plan/plan.ts';
import {foldChanges} from '../../../../src/ui/plan/fold-changes.ts';

const LABEL: FieldChange = {path: 'metadata.labels.team', before: 'red', after: 'blue', cause: 'spec'};
const change = (name: string, rest: Partial<Change> = {}): Change => ({
  id: `v1:ConfigMap:shop:${name}`,
  type: 'Kubernetes',
  action: 'update',
  verified: true,
  fields: [LABEL],
  ...rest,
});
const needs = (name: string, flag: string) => ({
  blocked: {needs: `${flag} v1:ConfigMap:shop:${name}`, because: 'it exists'},
});
const at = (line: number) => ({file: 'a.yaml', line, column: 1});
const sizes = (...changes: Change[]): number[] => foldChanges(changes).map(({ids}) => ids.length);

describe('equal changes', () => {
  it.each<{name: string; other: Partial<Change>}>([
    {name: 'when they say the same', other: {}},
    {name: 'of whatever kind', other: {id: 'v1:Service:shop:web'}},
    {name: 'wherever the new values stand', other: {fields: [{...LABEL, at: at(7)}]}},
    {name: 'whenever the fields were written', other: {fields: [{...LABEL, time: '2026-01-01T00:00:00Z'}]}},
  ])('$name', ({other}) => expect(sizes(change('a'), change('b', other))).toEqual([2]));

  it('changes that lack the same permission are folded', () =>
    expect(sizes(change('a', needs('a', '--adopt')), change('b', needs('b', '--adopt')))).toEqual([2]));

  it('adoptions are folded although the annotation with the id differs', () => {
    const adopted = (name: string) =>
      change(name, {
        action: 'adopt',
        fields: [{path: 'metadata.annotations["gantry.dev/id"]', after: name, cause: 'ownership'}],
      });
    expect(sizes(adopted('a'), adopted('b'))).toEqual([2]);
    expect(sizes(adopted('a'), {...adopted('b'), fields: [...adopted('b').fields, LABEL]})).toEqual([1, 1]);
  });

  it('deletions that exceed the guard are folded, unless each one has its own data loss', () => {
    const deleted = (name: string, rest: Partial<Change> = {}) =>
      change(name, {action: 'delete', ...needs(name, '--allow-delete'), ...rest});
    expect(sizes(deleted('a'), deleted('b'))).toEqual([2]);
    expect(sizes(deleted('a', {effects: ['data-lost']}), deleted('b', {effects: ['data-lost']}))).toEqual([1, 1]);
    expect(sizes(change('a', {action: 'delete'}), change('b', {action: 'delete'}))).toEqual([1, 1]);
  });

  it('folded changes are at the position of the first one', () =>
    expect(
      foldChanges([change('a'), change('x', {fields: []}), change('b')]).map(({ids}) => ids.map((id) => id.at(-1))),
    ).toEqual([['a', 'b'], ['x']]));
});

describe('different changes', () => {
  it.each<{name: string; other: Partial<Change>}>([
    {name: 'when another value is there now', other: {fields: [{...LABEL, before: 'green'}]}},
    {name: 'when another value comes', other: {fields: [{...LABEL, after: 'green'}]}},
    {
      name: 'when a value is null and not absent',
      other: {fields: [{path: LABEL.path, before: null, after: 'blue', cause: 'spec'}]},
    },
    {name: 'when the cause differs', other: {fields: [{...LABEL, cause: 'drift'}]}},
    {name: 'when somebody else did it', other: {fields: [{...LABEL, manager: 'flux'}]}},
    {name: 'when one more field changes', other: {fields: [LABEL, {...LABEL, path: 'data.x'}]}},
    {name: 'when only one restarts pods', other: {effects: ['pods-restart']}},
    {name: 'when only one is blocked', other: needs('b', '--adopt')},
    {name: 'when only one is verified', other: {verified: false}},
    {name: 'when the reason differs', other: {reason: 'because'}},
    {name: 'when the action differs', other: {action: 'adopt'}},
  ])('$name', ({other}) => expect(sizes(change('a'), change('b', other))).toEqual([1, 1]));

  it('changes that lack different permissions are not folded', () =>
    expect(sizes(change('a', needs('a', '--adopt')), change('b', needs('b', '--force-conflicts')))).toEqual([1, 1]));

  it.each(['create', 'delete', 'retain', 'forget', 'gone'] as const)(
    'when the object itself is the change: %s',
    (action) => expect(sizes(change('a', {action}), change('b', {action}))).toEqual([1, 1]),
  );
});

it('folded changes show no fact that is true for one of them only', () => {
  const [fold] = foldChanges([
    change('a', {fields: [{...LABEL, at: at(3), time: '2026-01-01T00:00:00Z'}]}),
    change('b', {fields: [{...LABEL, at: at(9), time: '2026-01-02T00:00:00Z'}]}),
  ]);
  expect(fold?.first.fields).toEqual([LABEL]);
});
