import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {sameItem} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, isCustom, type Schema} from './schema.ts';

/**
 * Whether all that is wanted empty is there in live. Where an apply takes the last item away the server leaves null or nothing,
 * and only the next apply of the same makes it empty: there its own answer is not yet the end.
 *
 * In a custom resource that is so of every map and list. In its own kinds the server keeps only structures when they are
 * empty (`securityContext: {}`), and knows no empty map or list.
 */
export const hasItsEmpties = (desired: JsonObject, live: JsonObject, schema: Schema): boolean =>
  holds(desired, live, schema, isCustom(schema));

function holds(desired: Json, live: Json | undefined, schema: Schema, custom: boolean): boolean {
  if (isObject(desired)) return holdsFields(desired, live, schema, custom);
  if (!isList(desired)) return true;
  if (desired.length === 0) return !custom || isList(live);
  const list = asList(schema);
  if (list === undefined || list.listType !== 'map') return true;
  const items = isList(live) ? live : [];
  return desired.every((item) => {
    const other = items.find((one) => sameItem(item, one, list));
    return holds(item, other, list.items(), custom);
  });
}

function holdsFields(desired: JsonObject, live: Json | undefined, schema: Schema, custom: boolean): boolean {
  const map = asMap(schema);
  const names = Object.keys(desired);
  const isKept = custom || (map?.fieldNames.length ?? 0) > 0;
  if (names.length === 0) return !isKept || isObject(live);
  if (map?.mapType === 'atomic') return true;
  return names.every((name) => {
    const value = isObject(live) && Object.hasOwn(live, name) ? live[name] : undefined;
    return holds(desired[name] ?? null, value, (map && fieldOf(map, name)) ?? DEDUCED, custom);
  });
}
