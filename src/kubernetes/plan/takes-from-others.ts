import type {JsonObject} from '../../core/json.ts';
import {applyConfiguration} from '../fields/apply-configuration.ts';
import {type FieldSet, intersection, isEmptySet} from '../fields/field-set.ts';
import {managersOf} from '../fields/managers.ts';
import type {Schema} from '../fields/schema.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';

type Write = {
  readonly desired: JsonObject;
  /** The field set of `desired`. */
  readonly fields: FieldSet;
  readonly live: JsonObject;
  readonly schema: Schema;
};

/**
 * Whether an apply would take fields from others who have them, too. What the server keeps in another form than it is written
 * (`{}` as nothing, `1000m` as 1) is for it a change with every apply: whoever else owns it then loses it, or is in conflict.
 */
export function takesFromOthers({desired, fields, live, schema}: Write): boolean {
  const isShared = managersOf(live).some(
    ({manager, operation, fields: theirs}) =>
      !(manager === FIELD_MANAGER && operation === 'Apply') && !isEmptySet(intersection(theirs, fields)),
  );
  return isShared && applyConfiguration({live, desired, schema, manager: FIELD_MANAGER}).conflicts.length > 0;
}
