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
 * Reports whether an apply would take fields from other managers that also own them. A value that the server stores in
 * another form than it is written (`{}` as nothing, `1000m` as 1) counts as a change with every apply: its other owners
 * then lose it, or get a conflict.
 */
export function takesFromOthers({desired, fields, live, schema}: Write): boolean {
  const isShared = managersOf(live, isOther).some(({fields: theirs}) => !isEmptySet(intersection(theirs, fields)));
  return isShared && applyConfiguration({live, desired, schema, manager: FIELD_MANAGER}).conflicts.length > 0;
}

const isOther = ({manager, operation}: JsonObject): boolean => manager !== FIELD_MANAGER || operation !== 'Apply';
