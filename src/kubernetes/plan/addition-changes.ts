import {formatFieldPath} from '../../core/fields/field-path.ts';
import {coversPath, readIgnorePath} from '../../core/plan/ignore-path.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import type {FieldDifference} from '../fields/compare.ts';
import type {Shown} from '../secret/shown-value.ts';
import type {Addition} from './additions.ts';

type Show = (difference: FieldDifference) => Shown;

/** Describes an addition as a field change: only the live object has it. */
export function additionChange({path, value, owner}: Addition, show: Show): FieldChange {
  return {
    path: formatFieldPath(path),
    ...show({path, before: value}),
    cause: 'added',
    manager: owner.manager,
    ...defined({time: owner.time}),
  };
}

/** Describes an addition that stays when the plan is applied: both sides have it. */
export function stayingChange(addition: Addition, show: Show): FieldChange {
  const change = additionChange(addition, show);
  return change.before === undefined ? change : {...change, after: change.before};
}

/** Describes an addition of a controller. Its time is left out, because a controller may write at any moment. */
export function controllerChange(addition: Addition, show: Show): FieldChange {
  const {time: _, ...change} = stayingChange(addition, show);
  return {...change, yielded: true};
}

/**
 * Reports whether the user asked to remove an addition: by the id of its resource, by a path that it is at or below, or
 * by `all`. An addition of a controller is removed only by its path.
 */
export function isReverted({path, byController}: Addition, ids: readonly string[], asked: readonly string[]): boolean {
  if (!byController && asked.some((one) => one === 'all' || ids.includes(one))) return true;
  return asked.some((one) => {
    const wanted = readIgnorePath(one);
    return wanted !== undefined && coversPath(wanted, path);
  });
}
