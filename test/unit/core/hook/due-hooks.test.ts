import {expect, it} from 'vitest';
import {dueHooks, type HookChoice} from '../../../../src/core/hook/due-hooks.ts';
import type {Hook, HookEvent} from '../../../../src/core/hook/hook.ts';
import type {HookRecord} from '../../../../src/core/hook/hook-record.ts';

function hook(id: string, events: readonly HookEvent[], more: Partial<Hook> = {}): Hook {
  return {
    id,
    events,
    attributes: {},
    isExpandable: false,
    weight: 0,
    deletePolicies: ['before-hook-creation'],
    outputLogs: [],
    source: 'web',
    place: 0,
    post: 'ready',
    runsToEnd: true,
    ...more,
  };
}

const record = (one: Hook, outcome: HookRecord['outcome'], digest = 'now'): HookRecord => ({...one, digest, outcome});

const due = (hooks: readonly Hook[], more: Partial<HookChoice> = {}) =>
  dueHooks({
    hooks,
    moment: 'upgrade',
    recorded: () => undefined,
    digestOf: () => 'now',
    force: false,
    ...more,
  }).map(({id}) => id);

const job = hook('job', ['pre-install', 'pre-upgrade', 'post-upgrade', 'pre-delete', 'test']);
const account = hook('account', ['pre-upgrade'], {runsToEnd: false, place: -1});

it.each<{readonly name: string; readonly more: Partial<HookChoice>; readonly ids: readonly string[]}>([
  {name: 'a hook without a record runs, before and after', more: {}, ids: ['job@pre-upgrade', 'job@post-upgrade']},
  {name: 'an install has other events', more: {moment: 'install'}, ids: ['job@pre-install']},
  {name: 'a rollback runs no hook of an upgrade', more: {moment: 'rollback'}, ids: []},
  {name: 'an unchanged hook that succeeded does not run', more: {recorded: (one) => record(one, 'done')}, ids: []},
  {
    name: 'a changed hook runs',
    more: {recorded: (one) => record(one, 'done', 'then')},
    ids: ['job@pre-upgrade', 'job@post-upgrade'],
  },
  {
    name: 'a hook that failed runs',
    more: {recorded: (one) => record(one, 'failed')},
    ids: ['job@pre-upgrade', 'job@post-upgrade'],
  },
  {
    name: 'a hook that did not end runs',
    more: {recorded: (one) => record(one, 'pending')},
    ids: ['job@pre-upgrade', 'job@post-upgrade'],
  },
  {
    name: '--run-hooks runs an unchanged one',
    more: {recorded: (one) => record(one, 'done'), force: true},
    ids: ['job@pre-upgrade', 'job@post-upgrade'],
  },
  {
    name: 'a removal always runs its hooks',
    more: {recorded: (one) => record(one, 'done'), moment: 'delete'},
    ids: ['job@pre-delete'],
  },
  {
    name: 'a test always runs, and nothing else does',
    more: {recorded: (one) => record(one, 'done'), moment: 'test'},
    ids: ['job@test'],
  },
])('$name', ({more, ids}) => expect(due([job], more)).toEqual(ids));

it('a failed hook comes with the objects that it needs, in order, and hooks that succeeded do not run again', () => {
  const failed = hook('failed', ['pre-upgrade'], {place: 2});
  const passed = hook('passed', ['pre-upgrade'], {place: 1});
  const recorded = (one: Hook) => record(one, one.id === 'failed' ? 'failed' : 'done');
  expect(due([failed, account, passed], {recorded})).toEqual(['account@pre-upgrade', 'failed@pre-upgrade']);
});

it('an object that only has to exist runs alone if it changed', () => {
  const recorded = (one: Hook) => record(one, 'done', one.id === 'account' ? 'then' : 'now');
  expect(due([account, hook('job', ['pre-upgrade'])], {recorded})).toEqual(['account@pre-upgrade']);
});

it('a hook has run before if its last run succeeded or failed', () => {
  const ran = (outcome: HookRecord['outcome']) =>
    dueHooks({
      hooks: [hook('job', ['pre-upgrade'])],
      moment: 'upgrade',
      recorded: (one) => record(one, outcome),
      digestOf: () => 'other',
      force: false,
    })[0]?.ranBefore;
  expect([ran('done'), ran('failed'), ran('pending')]).toEqual([true, true, false]);
});
