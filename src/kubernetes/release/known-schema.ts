import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {isRedacted} from '../../core/secret/redacted-value.ts';
import {DEDUCED, type ListSchema, type Schema, UNTYPED} from '../fields/schema.ts';
import {type MergedList, type Shape, shapeOfField, shapeOfObject} from '../variation/merge-keys.ts';

/** Returns what is known of the fields of an object without a cluster: the lists that Kubernetes merges by keys. All other lists are one value. */
export const knownSchema = (...objects: readonly JsonObject[]): Schema =>
  mapping(objects[0] === undefined ? {} : shapeOfObject(objects[0]), objects);

function mapping(shape: Shape, values: readonly Json[]): Schema {
  if (values.some((value) => isRedacted(value))) return UNTYPED;
  const declared = (name: string): Schema => {
    const fields = values.flatMap((value) =>
      isObject(value) && Object.hasOwn(value, name) ? [value[name] as Json] : [],
    );
    const list = shape.lists?.[name];
    return list === undefined ? mapping(shapeOfField(shape, name, fields), fields) : listing(list, fields);
  };
  return {...DEDUCED, map: {...DEDUCED.map, declared}};
}

function listing(list: MergedList, values: readonly Json[]): Schema {
  const items = values.flatMap((value) => (isList(value) ? value : []));
  const known: Pick<ListSchema, 'listType' | 'keys' | 'items'> =
    list === 'set'
      ? {listType: 'set', keys: () => [], items: () => UNTYPED}
      : {listType: 'map', keys: () => keysOf(list), items: () => mapping(list.item, items)};
  return {...DEDUCED, list: {...DEDUCED.list, ...known}};
}

const keysOf = ({keys}: Exclude<MergedList, 'set'>): ReturnType<ListSchema['keys']> =>
  keys.map((key) => ({...key, required: false})).toSorted((a, b) => (a.name < b.name ? -1 : 1));
