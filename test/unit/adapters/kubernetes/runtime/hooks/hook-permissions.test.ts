import {expect, it} from 'vitest';
import {hookPermissions} from '../../../../../../src/adapters/kubernetes/runtime/hooks/hook-permissions.ts';
import type {PlannedHook} from '../../../../../../src/adapters/kubernetes/runtime/hooks/planned-hook.ts';
import type {HookEvent, HookSettings} from '../../../../../../src/core/hook/hook.ts';
import {CONFIG_MAPS, plannedObject} from '../execute/fake-objects.ts';

type Facts = Pick<HookSettings, 'deletePolicies' | 'runsToEnd'> &
  Pick<PlannedHook, 'isPresent'> & {readonly event: HookEvent; readonly verified: boolean};

function planned({event, verified, isPresent, ...settings}: Facts): PlannedHook {
  const {change, target} = plannedObject('create');
  const hook = {
    ...settings,
    id: change.id,
    attributes: {},
    isExpandable: false,
    events: [event],
    weight: 0,
    outputLogs: [],
    source: 'web',
    place: 0,
    post: 'ready',
  } as const;
  const {resource, kind, identity} = target;
  return {
    due: {id: `${change.id}@${event}`, hook, event, ranBefore: false},
    change: {...change, action: 'run', verified},
    candidate: {
      resource,
      kind: {...kind, resource: CONFIG_MAPS},
      identity,
      ownId: change.id,
      written: target.desired,
      origin: undefined,
    },
    secrets: new Map(),
    ...(isPresent === undefined ? {} : {isPresent}),
  };
}

const NEW: Facts = {event: 'pre-install', verified: true, deletePolicies: ['before-hook-creation'], runsToEnd: true};

it.each<{readonly name: string; readonly more: Partial<Facts>; readonly verbs: readonly string[]}>([
  {name: 'a hook that the dry run created is read', more: {}, verbs: ['get']},
  {name: 'a hook that no dry run covered is created', more: {verified: false}, verbs: ['get', 'create']},
  {name: 'the object of an earlier run is deleted first', more: {isPresent: true}, verbs: ['get', 'delete']},
  {name: 'a policy deletes it after a success', more: {deletePolicies: ['hook-succeeded']}, verbs: ['get', 'delete']},
  {
    name: 'a policy for failures needs no permission for a success',
    more: {deletePolicies: ['hook-failed']},
    verbs: ['get'],
  },
  {name: 'a hook of a removal is deleted with it', more: {event: 'post-delete'}, verbs: ['get', 'delete']},
  {
    name: 'an object that a policy keeps is updated',
    more: {isPresent: true, runsToEnd: false, deletePolicies: ['hook-failed']},
    verbs: ['get', 'patch'],
  },
])('$name', ({more, verbs}) => {
  const needed = hookPermissions(planned({...NEW, ...more}));
  expect(needed.map(({verb}) => verb)).toEqual(verbs);
  expect(new Set(needed.map(({resource, id}) => `${resource} ${id.replace(/^.*@/, '@')}`))).toEqual(
    new Set([`configmaps @${more.event ?? 'pre-install'}`]),
  );
});
