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

/** A rule that is about this object. */
export type ActiveRule = {readonly path: IgnorePath | undefined; readonly manager: string | undefined};

/** The wanted and the live object, for fields that are left to other managers. */
export type Leaving = {
  readonly desired: JsonObject;
  /** The field set of `desired`. */
  readonly fields: FieldSet;
  readonly live: JsonObject;
  /** What our apply entry holds on the live object. */
  readonly held: FieldSet | undefined;
  readonly schema: Schema;
  readonly rules: readonly ActiveRule[];
  /** Fields that are never left to anybody: the marks by which an object is ours. */
  readonly mine: (path: FieldPath) => boolean;
  /** Managers whose fields become ours with the next write: what they own is not left to them. */
  readonly passing: (owner: Owner) => boolean;
};

/**
 * What to send when some fields are others'. A field that another manager owns, or nobody, is left out: it stays as it is, whatever
 * becomes of it. Of a field that only we own the live value is sent: leaving it out would delete it. On an object that does
 * not exist yet nothing is left to anybody: then this is not asked.
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

/** Some rule is about this field, as it is owned now. */
export const isLeft = ({rules, live}: Pick<Leaving, 'rules' | 'live'>, path: FieldPath): boolean =>
  rules.some(
    (rule) =>
      (rule.path === undefined || coversPath(rule.path, path)) &&
      (rule.manager === undefined || owners(live, path).some(({manager}) => manager === rule.manager)),
  );

/** A field of a list item that left the file: where no rule is about the item itself, all of it goes. */
const goesWithItem = (leaving: Leaving, path: FieldPath): boolean =>
  path.some((element, i) => {
    const item = path.slice(0, i + 1);
    return !('field' in element) && !names(leaving.fields, item) && !isLeft(leaving, item);
  });

const names = (set: FieldSet, path: FieldPath): boolean => hasPath(set, path) || below(set, path) !== undefined;

/** We own it alone, or with those who are about to hand it over. */
function isOurs({held, live, passing}: Leaving, path: FieldPath): boolean {
  const all = owners(live, path);
  const others = all.filter((owner) => !isOwn(owner) && !passing(owner));
  return others.length === 0 && ((held !== undefined && hasPath(held, path)) || all.some(passing));
}

const isOwn = ({manager, operation, subresource}: Owner): boolean =>
  manager === FIELD_MANAGER && operation === 'Apply' && subresource === undefined;

const owners = (live: JsonObject, path: FieldPath): readonly Owner[] =>
  ownersOf(isObject(live['metadata']) ? live['metadata']['managedFields'] : undefined, path);

/** What tells the items of a list apart goes only with its item, when nothing else of that is sent. */
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
