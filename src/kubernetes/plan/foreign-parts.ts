import {type FieldPath, type PathElement, parseElement} from '../../core/fields/field-path.ts';
import {isObject, type Json, type JsonObject} from '../../core/json.ts';
import {EMPTY_FIELD_SET, type FieldSet} from '../fields/field-set.ts';
import {toFieldSet} from '../fields/field-set-of.ts';
import {asMap, type Schema} from '../fields/schema.ts';
import {valueAt} from '../fields/value-at.ts';
import {schemaAt} from './schema-at.ts';

/** A part of a live object, with its value. */
export type Part = {readonly path: FieldPath; readonly value: Json};

/** A place in a live object, with the field sets below it. */
export type Place = {
  readonly live: JsonObject;
  readonly schema: Schema;
  /** The fields of the manager whose parts are searched. */
  readonly theirs: FieldSet;
  readonly ours: FieldSet;
  /** The fields that all other managers own together. */
  readonly others: FieldSet;
  readonly path: FieldPath;
};

/** Returns the topmost parts of an entry in which no field is ours. */
export function foreignParts(place: Place): readonly Part[] {
  const {theirs, ours} = place;
  return [...theirs.members.union(new Set(theirs.children.keys()))].flatMap((key) => {
    const element = parseElement(key);
    return element === undefined ? [] : partAt(place, key, element, isKnown(ours, key));
  });
}

const isKnown = (set: FieldSet, key: string): boolean => set.members.has(key) || set.children.has(key);

function partAt(place: Place, key: string, element: PathElement, isOurs: boolean): readonly Part[] {
  const {theirs, ours, others, live, schema} = place;
  const path = [...place.path, element];
  const value = valueAt(live, path, schema);
  if (value === undefined) return [];
  const inside = theirs.children.get(key);
  const next = {
    ...place,
    theirs: inside ?? EMPTY_FIELD_SET,
    ours: ours.children.get(key) ?? EMPTY_FIELD_SET,
    others: others.children.get(key) ?? EMPTY_FIELD_SET,
    path,
  };
  if (isOurs) return isWhole(value, schemaAt(schema, path)) ? [] : foreignParts(next);
  if (inside === undefined || !('field' in element)) return [{path, value}];
  const type = schemaAt(schema, path);
  if (type !== undefined && isCollection(type)) return foreignParts(next);
  return theirs.members.has(key) || holdsAll(next, value) ? [{path, value}] : foreignParts(next);
}

/** Reports whether a type is a collection, such as labels or items with keys: each entry of it is a separate addition. */
const isCollection = (type: Schema): boolean =>
  type.type === 'list'
    ? type.listType !== 'atomic'
    : type.type === 'map' && type.mapType === 'granular' && type.fieldNames.length === 0;

/** Reports whether a value can only be owned as a whole. */
const isWhole = (value: Json, schema: Schema | undefined): boolean =>
  isObject(value) && schema !== undefined && asMap(schema)?.mapType === 'atomic';

/** Reports whether one of the other managers owns every field of the value. */
function holdsAll({others, path, schema}: Place, value: Json): boolean {
  const type = schemaAt(schema, path);
  return type !== undefined && isObject(value) && covers(others, toFieldSet(value, type));
}

function covers(set: FieldSet, fields: FieldSet): boolean {
  for (const member of fields.members) if (!isKnown(set, member)) return false;
  for (const [key, child] of fields.children) {
    const inside = set.children.get(key);
    // A member without anything below it is one whole.
    if (inside === undefined ? !set.members.has(key) : !covers(inside, child)) return false;
  }
  return true;
}
