import {elementKey, type FieldPath, type PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {itemElement, sameItem} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type ListSchema, type Schema} from './schema.ts';

/** Returns an object with the value that another one has at a path. Missing parents and items are copied too, at the same position. */
export function copyValueAt(object: JsonObject, from: JsonObject, path: FieldPath, schema: Schema): JsonObject {
  return copied(object, from, path, schema) as JsonObject;
}

function copied(to: Json | undefined, from: Json | undefined, path: FieldPath, schema: Schema): Json | undefined {
  const [element, ...rest] = path;
  if (element === undefined || from === undefined) return from ?? to;
  if ('field' in element) {
    if (!isObject(from)) return to;
    const map = asMap(schema);
    const target = isObject(to) ? to : {};
    const type = (map && fieldOf(map, element.field)) ?? DEDUCED;
    const part = copied(target[element.field], from[element.field], rest, type);
    return part === undefined ? to : {...target, [element.field]: part};
  }
  const list = asList(schema);
  return isList(from) && list !== undefined ? copiedItem(isList(to) ? to : [], {from, element, rest, list}) : to;
}

type Item = {
  readonly from: readonly Json[];
  readonly element: PathElement;
  readonly rest: FieldPath;
  readonly list: ListSchema;
};

function copiedItem(to: readonly Json[], {from, element, rest, list}: Item): readonly Json[] {
  const is = (item: Json): boolean => {
    const own = itemElement(item, list);
    return own !== undefined && elementKey(own) === elementKey(element);
  };
  const [at, source] = [to.findIndex(is), from.findIndex(is)];
  if (source === -1) return to;
  const seed = at === -1 && 'key' in element ? element.key : to[at];
  const item = copied(seed, from[source], rest, list.items()) ?? null;
  if (at !== -1) return to.with(at, item);
  // Insert before the first item that follows it there: the order of a list is part of its value.
  const later = from.slice(source + 1);
  const next = to.findIndex((one) => later.some((other) => sameItem(one, other, list)));
  return next === -1 ? [...to, item] : to.toSpliced(next, 0, item);
}
