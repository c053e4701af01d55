import {isList, isObject, type Json, type JsonObject} from '../../core/json.ts';
import {sameItem} from './list-item.ts';
import {asList, asMap, DEDUCED, fieldOf, isCustom, type Schema} from './schema.ts';

/**
 * Reports whether everything that is desired empty is present in the live object. When an apply removes the last item,
 * the server leaves null or nothing, and only the next identical apply makes the value empty; until then the server's
 * own answer is not final. In a custom resource this applies to every map and list. In built-in kinds the server keeps
 * only empty structures (`securityContext: {}`), not empty maps or lists.
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
