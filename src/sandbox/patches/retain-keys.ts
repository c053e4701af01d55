import {isList, type JsonObject} from '../../core/json.ts';
import {badRequest} from '../model/refusals.ts';
import {DELETE_FROM_LIST, ORDER, RETAIN_KEYS} from './strategic-directives.ts';

type Both = {readonly before: JsonObject; readonly patch: JsonObject};

/** Applies `$retainKeys`, the list of all remaining fields: others are removed, and the patch may not have others. */
export function retainKeys(before: JsonObject, patch: JsonObject): Both {
  const {[RETAIN_KEYS]: keys, ...rest} = patch;
  if (keys === undefined) return {before, patch};
  const fits = Object.entries(rest).every(
    ([key, value]) =>
      value === null ||
      key.startsWith(DELETE_FROM_LIST) ||
      key.startsWith(ORDER) ||
      (isList(keys) && keys.includes(key)),
  );
  if (!isList(keys) || !fits) throw badRequest('invalid patch format of retainKeys');
  const kept = Object.entries(before).filter(([key]) => keys.includes(key));
  return {before: Object.fromEntries(kept), patch: rest};
}
