import {isOfRemoval} from '../../../../core/hook/hook.ts';
import {type NeededPermission, permissionOn} from '../preflight/needed-permissions.ts';
import type {PlannedHook} from './planned-hook.ts';

/**
 * Returns the permissions that a hook needs if it succeeds, and that no answer of the server has shown yet: to see its object, to create
 * it, and to delete it by its policies.
 */
export function hookPermissions(hook: PlannedHook): readonly NeededPermission[] {
  const {due, candidate} = hook;
  const {kind, identity} = candidate;
  return verbsOf(hook).map((verb) => permissionOn(verb, kind.resource, {...identity, id: due.id}));
}

function verbsOf(hook: PlannedHook): readonly string[] {
  const {change, denied, isPresent} = hook;
  const isShown = change.verified || denied !== undefined;
  const isKept = isPresent === true && !isCleared(hook);
  return [
    'get',
    ...(isShown ? [] : ['create']),
    ...(isKept ? ['patch'] : []),
    ...(isDeleted(hook) || (isPresent === true && isCleared(hook)) ? ['delete'] : []),
  ];
}

/** Reports whether the object of an earlier run is deleted before a new one is created. */
const isCleared = ({due: {hook}, candidate}: PlannedHook): boolean =>
  !isCrd(candidate) && (hook.deletePolicies.includes('before-hook-creation') || hook.runsToEnd);

/** Reports whether the object is deleted after a success. */
const isDeleted = ({due: {hook, event}, candidate}: PlannedHook): boolean =>
  !isCrd(candidate) && (hook.deletePolicies.includes('hook-succeeded') || isOfRemoval(event));

const isCrd = ({identity}: PlannedHook['candidate']): boolean => identity.kind === 'CustomResourceDefinition';
