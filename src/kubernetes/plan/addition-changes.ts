import {formatFieldPath} from '../../core/fields/field-path.ts';
import {coversPath, readIgnorePath} from '../../core/plan/ignore-path.ts';
import type {FieldChange} from '../../core/plan/plan.ts';
import {defined} from '../../lib/defined.ts';
import type {FieldDifference} from '../fields/compare.ts';
import type {Shown} from '../secret/shown-value.ts';
import type {Addition} from './additions.ts';

type Show = (difference: FieldDifference) => Shown;

/** An addition as a report shows it: live has it, and the other side does not. */
export function additionChange({path, value, owner}: Addition, show: Show): FieldChange {
  return {
    path: formatFieldPath(path),
    ...show({path, before: value}),
    cause: 'added',
    manager: owner.manager,
    ...defined({time: owner.time}),
  };
}

/** An addition that stays when a plan is carried out: both sides have it. */
export function stayingChange(addition: Addition, show: Show): FieldChange {
  const change = additionChange(addition, show);
  return change.before === undefined ? change : {...change, after: change.before};
}

/** The same of a controller, whose last write may be of any moment. */
export function controllerChange(addition: Addition, show: Show): FieldChange {
  const {time: _, ...change} = stayingChange(addition, show);
  return {...change, yielded: true};
}

/**
 * Whether the removal of an addition is asked for: by the id of its resource, by a path that it is at or below, or by `all`. What
 * a controller has added only its path asks for.
 */
export function isReverted({path, byController}: Addition, ids: readonly string[], asked: readonly string[]): boolean {
  if (!byController && asked.some((one) => one === 'all' || ids.includes(one))) return true;
  return asked.some((one) => {
    const wanted = readIgnorePath(one);
    return wanted !== undefined && coversPath(wanted, path);
  });
}
