import {expect, it} from 'vitest';
import {guardsOf} from '../../../../src/app/plan/guards-of.ts';
import type {StackLocation} from '../../../../src/config/stack-location.ts';
import {DEFAULT_GUARDS, type SaidGuards} from '../../../../src/core/plan/guards.ts';
import type {Release} from '../../../../src/core/release/release.ts';

type Case = {
  readonly name: string;
  readonly workspace?: SaidGuards;
  /** Of stack.yaml; absent: no file was read. */
  readonly files?: {readonly guards?: SaidGuards};
  readonly last?: SaidGuards;
  readonly again?: SaidGuards;
  readonly want: SaidGuards;
};

it.each<Case>([
  {name: 'by default', files: {}, want: DEFAULT_GUARDS},
  {
    name: 'the stricter of stack and workspace, number by number',
    files: {guards: {maxDeletePercent: 80, minDeletes: 2}},
    workspace: {maxDeletePercent: 50, minDeletes: 9},
    want: {maxDeletePercent: 50, minDeletes: 2},
  },
  {
    name: 'files say what counts now, whatever they said at the last release',
    files: {guards: {minDeletes: 7}},
    last: {minDeletes: 1},
    want: {minDeletes: 7},
  },
  {name: 'files that say nothing any more loosen it, too', files: {}, last: {minDeletes: 1}, want: DEFAULT_GUARDS},
  {
    name: 'without files the last release says it, also where the one that is gone back to said nothing',
    last: {maxDeletePercent: 10},
    want: {maxDeletePercent: 10},
  },
  {
    name: 'or was looser',
    last: {minDeletes: 2},
    again: {minDeletes: 50, maxDeletePercent: 100},
    want: {minDeletes: 2, maxDeletePercent: 100},
  },
  {
    name: 'what is gone back to counts where it was stricter',
    last: {minDeletes: 9},
    again: {minDeletes: 1},
    want: {minDeletes: 1},
  },
])('a guard limits how much a plan may delete: $name', ({workspace, files, last, again, want}) => {
  const guards = guardsOf({
    chosen: {workspace: {name: 'test', ...(workspace === undefined ? {} : {guards: workspace})}},
    location: files && ({stack: files} as StackLocation),
    guards: files?.guards ?? again,
    history: last === undefined ? {} : {last: {guards: last} as Release},
  });
  expect(guards).toEqual({...DEFAULT_GUARDS, ...want});
});
