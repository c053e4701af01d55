import {isObject} from '../json.ts';
import {type Located, partOf, withField} from './located.ts';

/** Applies a merge patch (RFC 7396). The fields that it sets have the places of the patch. */
export function layPatch(base: Located | undefined, patch: Located): Located {
  if (!isObject(patch.value)) return patch;
  const start = base !== undefined && isObject(base.value) ? base : {value: {}, place: patch.place};
  return Object.keys(patch.value).reduce((merged, key) => {
    const above = partOf(patch, key);
    const field = above === undefined || above.value === null ? undefined : layPatch(partOf(merged, key), above);
    return withField(merged, key, field);
  }, start);
}
