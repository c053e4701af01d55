import {isList, isObject, type Json, type JsonPath} from '../json.ts';
import {MASK} from '../workspace/mask.ts';

/** Returns a value with `***` in place of the parts at some paths. */
export function maskPaths(value: Json, paths: readonly JsonPath[]): Json {
  if (paths.some((path) => path.length === 0)) return value === null ? value : MASK;
  const within = (step: string | number): readonly JsonPath[] =>
    paths.flatMap(([first, ...rest]) => (first === step ? [rest] : []));
  if (isList(value)) return value.map((item, i) => maskPaths(item, within(i)));
  if (!isObject(value) || paths.length === 0) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, maskPaths(part, within(name))]));
}
