import {expect, it} from 'vitest';
import {stackWith} from '../../../../src/app/stacks/stack-with.ts';

const STACKS = [
  {name: 'shared/data', ids: ['v1:Service:data:db', 'both']},
  {name: 'shared/net', ids: ['v1:Service:net:gateway', 'both']},
];

it.each([
  {id: 'v1:Service:net:gateway', want: {name: 'shared/net'}},
  {
    id: 'v1:Service:data:dbs',
    want: {because: 'no shared stack of the workspace has it', hint: 'Did you mean v1:Service:data:db?'},
  },
  {
    id: 'zzz',
    want: {
      because: 'no shared stack of the workspace has it',
      hint: 'Run "gantry shared list" to see the shared resources.',
    },
  },
  {
    id: 'both',
    want: {
      because: 'several shared stacks have it: shared/data, shared/net',
      hint: 'Name the stack: ${ref:stack:shared/net#ID#path}.',
    },
  },
])('the shared stack with $id is chosen, or the reason is returned', ({id, want}) =>
  expect(stackWith(id, STACKS)).toMatchObject(want),
);
