import {isObject} from '../json.ts';
import {type Located, partOf, withField} from './located.ts';

/** Lays a value over another one: mappings are merged by field, other values are replaced, and null removes a field. */
export function layOver(base: Located, top: Located): Located {
  if (!isObject(base.value) || !isObject(top.value)) return top;
  return Object.keys(top.value).reduce((merged, key) => {
    const [below, above] = [partOf(base, key), partOf(top, key)];
    if (above === undefined || above.value === null) return withField(merged, key, undefined);
    return withField(merged, key, below === undefined ? above : layOver(below, above));
  }, base);
}
