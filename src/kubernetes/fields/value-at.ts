import {elementKey, type FieldPath, type PathElement} from '../../core/fields/field-path.ts';
import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {itemElement} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, type Schema} from './schema.ts';

/** Returns the value at a path, or undefined if the object has none. Items of lists are found by their keys. */
export function valueAt(object: JsonObject, path: FieldPath, schema: Schema): Json | undefined {
  let value: Json | undefined = object;
  let type = schema;
  for (const element of path) {
    if (value === undefined) return undefined;
    const step = stepInto(value, element, type);
    if (step === undefined) return undefined;
    [value, type] = step;
  }
  return value;
}

/** Removes the value at a path; returns the same object if it has none. Parents that become empty stay. */
export function withoutValueAt(object: JsonObject, path: FieldPath, schema: Schema): JsonObject {
  return removeFrom(object, path, schema) as JsonObject;
}

function stepInto(value: Json, element: PathElement, type: Schema): [Json | undefined, Schema] | undefined {
  if ('field' in element) {
    const map = asMap(type);
    if (!isObject(value) || !Object.hasOwn(value, element.field)) return undefined;
    return [value[element.field], (map && fieldOf(map, element.field)) ?? DEDUCED];
  }
  const index = indexOf(value, element, type);
  if (index === undefined || !isList(value)) return undefined;
  return [value[index], asList(type)?.items() ?? DEDUCED];
}

/** Returns the index of the list item that a path step identifies, or undefined if there is none or the value is not a list. */
export function indexOf(value: Json | undefined, element: PathElement, type: Schema): number | undefined {
  const list = asList(type);
  if (!isList(value)) return undefined;
  if ('index' in element) return element.index < value.length ? element.index : undefined;
  if (list === undefined) return undefined;
  const wanted = elementKey(element);
  const index = value.findIndex((item) => {
    const own = itemElement(item, list);
    return own !== undefined && elementKey(own) === wanted;
  });
  return index === -1 ? undefined : index;
}

function removeFrom(value: Json, path: FieldPath, type: Schema): Json {
  const [element, ...rest] = path;
  if (element === undefined) return value;
  const step = stepInto(value, element, type);
  if (step?.[0] === undefined) return value;
  const part = rest.length === 0 ? undefined : removeFrom(step[0], rest, step[1]);
  if (part === step[0]) return value;
  if ('field' in element) {
    const {[element.field]: _, ...others} = value as JsonObject;
    return part === undefined ? others : {...(value as JsonObject), [element.field]: part};
  }
  const index = indexOf(value, element, type) ?? -1;
  const items = value as readonly Json[];
  return part === undefined ? items.toSpliced(index, 1) : items.with(index, part);
}
