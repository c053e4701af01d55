import type {FieldPath} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {coversPath, type IgnorePath} from '../../core/plan/ignore-path.ts';
import type {Owner} from '../../core/plan/owner.ts';
import {copyValueAt} from '../fields/copy-value-at.ts';
import {below, EMPTY_FIELD_SET, type FieldSet, hasPath, leaves, union} from '../fields/field-set.ts';
import {ownersOf} from '../fields/owners.ts';
import type {Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {withoutPart} from '../fields/without-part.ts';
import {FIELD_MANAGER} from '../resource/labels.ts';

/** An ignore rule that applies to this object. */
export type ActiveRule = {readonly path: IgnorePath | undefined; readonly manager: string | undefined};

/** The desired and the live object, for fields that are left to other managers. */
export type Leaving = {
  readonly desired: JsonObject;
  /** The field set of `desired`. */
  readonly fields: FieldSet;
  readonly live: JsonObject;
  /** The fields that our apply entry on the live object owns. */
  readonly held: FieldSet | undefined;
  readonly schema: Schema;
  readonly rules: readonly ActiveRule[];
  /** Reports whether a field is never left to others: our ownership label and annotations. */
  readonly mine: (path: FieldPath) => boolean;
  /** Reports whether the fields of a manager become ours with the next write, so that they are not left to it. */
  readonly passing: (owner: Owner) => boolean;
};

/**
 * Returns the object to send if some fields are left to others. A field that another manager owns, or nobody, is left
 * out: its live value stays, whatever happens. For a field that only we own, the live value is sent, because leaving it
 * out would delete it. Not used for an object that does not exist yet: then nothing is left to others.
 */
export function leaveToOthers(leaving: Leaving): JsonObject {
  const {fields, held = EMPTY_FIELD_SET, live, schema, mine} = leaving;
  let {desired} = leaving;
  const items: FieldPath[] = [];
  for (const path of leaves(union(fields, held))) {
    if (mine(path) || !isLeft(leaving, path) || goesWithItem(leaving, path)) continue;
    if (isOurs(leaving, path)) {
      if (valueAt(live, path, schema) !== undefined) desired = copyValueAt(desired, live, path, schema);
    } else if (isKey(path)) items.push(path.slice(0, -1));
    else desired = withoutPart(desired, path, schema);
  }
  for (const item of items)
    if (isStub(valueAt(desired, item, schema), item)) desired = withoutPart(desired, item, schema);
  return desired;
}

/** Reports whether an ignore rule applies to this field with its current owners. */
export const isLeft = ({rules, live}: Pick<Leaving, 'rules' | 'live'>, path: FieldPath): boolean =>
  rules.some(
    (rule) =>
      (rule.path === undefined || coversPath(rule.path, path)) &&
      (rule.manager === undefined || owners(live, path).some(({manager}) => manager === rule.manager)),
  );

/** Reports whether a field belongs to a list item that is no longer in the file. If no rule names the item itself, the whole item is removed. */
const goesWithItem = (leaving: Leaving, path: FieldPath): boolean =>
  path.some((element, i) => {
    const item = path.slice(0, i + 1);
    return !('field' in element) && !names(leaving.fields, item) && !isLeft(leaving, item);
  });

const names = (set: FieldSet, path: FieldPath): boolean => hasPath(set, path) || below(set, path) !== undefined;

/** Reports whether we own the field alone, or with managers whose fields become ours. */
function isOurs({held, live, passing}: Leaving, path: FieldPath): boolean {
  const all = owners(live, path);
  const others = all.filter((owner) => !isOwn(owner) && !passing(owner));
  return others.length === 0 && ((held !== undefined && hasPath(held, path)) || all.some(passing));
}

const isOwn = ({manager, operation, subresource}: Owner): boolean =>
  manager === FIELD_MANAGER && operation === 'Apply' && subresource === undefined;

const owners = (live: JsonObject, path: FieldPath): readonly Owner[] =>
  ownersOf(isObject(live['metadata']) ? live['metadata']['managedFields'] : undefined, path);

/** Reports whether a path is a key of a list item. It is left out only together with the item, if no other field of that is sent. */
function isKey(path: FieldPath): boolean {
  const [item, last] = path.slice(-2);
  return item !== undefined && 'key' in item && last !== undefined && 'field' in last && last.field in item.key;
}

function isStub(item: Json | undefined, path: FieldPath): boolean {
  const last = path.at(-1);
  if (item === undefined || !isObject(item) || last === undefined || !('key' in last)) return false;
  const {key} = last;
  return Object.keys(item).every((name) => name in key);
}
