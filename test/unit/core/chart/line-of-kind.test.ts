import {expect, it} from 'vitest';
import {lineOfKind} from '../../../../src/core/chart/line-of-kind.ts';

const TWO = 'apiVersion: v1\nkind: Secret\n---\nkind: ConfigMap\n---\nkind: "Secret"\n';

it.each([
  {name: 'the only object of its kind', rendered: {kind: 'ConfigMap', place: 0, count: 1}, line: 4},
  {name: 'objects of a loop have the line of its one kind', rendered: {kind: 'ConfigMap', place: 2, count: 3}, line: 4},
  {
    name: 'several objects of a kind have their lines in order',
    rendered: {kind: 'Secret', place: 1, count: 2},
    line: 6,
  },
  {name: 'one of two kinds was not rendered', rendered: {kind: 'Secret', place: 0, count: 1}, line: undefined},
  {name: 'a kind from an expression has no line', rendered: {kind: 'Job', place: 0, count: 1}, line: undefined},
])('$name', ({rendered, line}) => {
  expect(lineOfKind(TWO, rendered)).toBe(line);
});

it('the kind of a field is not that of an object', () => {
  const template = 'kind: RoleBinding\nroleRef:\n  kind: Role\n---\nkind: Role\n';
  expect(lineOfKind(template, {kind: 'Role', place: 0, count: 1})).toBe(5);
});
