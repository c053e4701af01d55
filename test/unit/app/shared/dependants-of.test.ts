import {describe, expect, it} from 'vitest';
import {dependantsOf} from '../../../../src/app/shared/dependants-of.ts';
import type {SharedUser} from '../../../../src/app/shared/shared-users.ts';
import type {Change} from '../../../../src/core/plan/plan.ts';

const change = (id: string, action: Change['action'], ...paths: readonly string[]): Change => ({
  id,
  type: 'Kubernetes',
  action,
  verified: true,
  fields: paths.map((path) => ({path, cause: 'spec' as const})),
});
const user = (stack: string, id: string, ...froms: readonly (string | undefined)[]): SharedUser => ({
  stack,
  workspace: 'dev',
  revision: 4,
  spec: [],
  use: {
    stack: 'shared/data',
    id,
    fields: froms.map((from) => ({resource: 'r', path: 'p', ...(from === undefined ? {} : {from})})),
  },
});
const stacks = (changes: readonly Change[], users: readonly SharedUser[]) =>
  dependantsOf(changes, users).map(({stack, fields}) => [stack, fields.map(({from}) => from)]);

describe('the stacks that a plan of a shared stack affects', () => {
  it('only users of a changed value are listed, sorted, with these fields alone', () => {
    const users = [
      user('b/web', 'db', 'data.a', 'data.b'),
      user('a/web', 'db', 'data.a'),
      user('c/web', 'db', 'data.c'),
    ];
    expect(stacks([change('db', 'update', 'data.a')], users)).toEqual([
      ['a/web', ['data.a']],
      ['b/web', ['data.a']],
    ]);
  });

  it.each([
    {what: 'a part of the value', action: 'update', path: 'data.a.b', from: 'data.a', want: 1},
    {what: 'a map that contains it', action: 'update', path: 'data', from: 'data.a', want: 1},
    {what: 'a field with a longer name', action: 'update', path: 'data.ab', from: 'data.a', want: 0},
    {what: 'nothing', action: 'unchanged', path: 'data.a', from: 'data.a', want: 0},
    {what: 'the whole object', action: 'replace', path: 'spec.x', from: 'data.a', want: 1},
    {what: 'an object that was gone', action: 'create', path: 'data.a', from: 'spec.clusterIP', want: 1},
    {what: 'an object that is removed', action: 'delete', path: 'data.a', from: 'data.a', want: 0},
    {what: 'a status', action: 'update', path: 'spec.x', from: 'status.address', want: 1},
    {
      what: 'something, for a release without the field of the value',
      action: 'update',
      path: 'x',
      from: undefined,
      want: 1,
    },
  ] as const)('a change of $what affects $want stacks', ({action, path, from, want}) => {
    expect(stacks([change('db', action, path)], [user('a/web', 'db', from)])).toHaveLength(want);
  });

  it('a stack that only depends on a changed resource is not listed', () => {
    expect(stacks([change('db', 'update', 'data.a')], [user('a/web', 'db')])).toEqual([]);
  });
});
