import {isList, isObject, type Json} from '../../../src/core/json.ts';
import type {LiveObjects} from './live-objects.ts';

type Pair = {readonly path: string; readonly left: Json | undefined; readonly right: Json | undefined};

/** Returns the paths of values that differ between two sets of objects: `v1 Secret web data.key`. */
export const differingPaths = (left: LiveObjects, right: LiveObjects): ReadonlySet<string> =>
  new Set(differences({path: '', left, right}).map(({path}) => path));

/**
 * Returns the differences between two sets of objects, one line each, without the values at the given paths. Those must exist in both,
 * and be of the same type.
 */
export function differenceLines(left: LiveObjects, right: LiveObjects, random: ReadonlySet<string>): readonly string[] {
  return differences({path: '', left, right})
    .filter(({path, left: one, right: other}) => !(random.has(path) && typeof one === typeof other))
    .map(({path, left: one, right: other}) => `${path}\n    Helm:   ${shown(one)}\n    Gantry: ${shown(other)}`);
}

function differences({path, left, right}: Pair): readonly Pair[] {
  if (isObject(left) && isObject(right)) {
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].toSorted();
    return keys.flatMap((key) => differences({path: join(path, key), left: left[key], right: right[key]}));
  }
  if (isList(left) && isList(right) && left.length === right.length)
    return left.flatMap((one, i) => differences({path: `${path}[${i}]`, left: one, right: right[i]}));
  return JSON.stringify(left) === JSON.stringify(right) ? [] : [{path, left, right}];
}

const join = (path: string, key: string): string =>
  path === '' ? key : /^[\w-]+$/.test(key) ? `${path}.${key}`.replace(/^(\S+ \S+ \S+)\./, '$1 ') : `${path}[${key}]`;

const shown = (value: Json | undefined): string => {
  const text = value === undefined ? '(none)' : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
};
