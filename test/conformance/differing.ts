import {isList, isObject, type Json} from '../../src/core/json.ts';

/** Where two values differ, in lines like `body.spec.replicas: 1 | 2`, the first value being that of the real server. */
export function differing(real: Json | undefined, other: Json | undefined, path = ''): readonly string[] {
  if (JSON.stringify(real) === JSON.stringify(other)) return [];
  if (isObject(real) && isObject(other)) {
    const keys = new Set([...Object.keys(real), ...Object.keys(other)]);
    return [...keys].flatMap((key) => differing(real[key], other[key], path === '' ? key : `${path}.${key}`));
  }
  if (isList(real) && isList(other) && real.length === other.length) {
    return real.flatMap((item, index) => differing(item, other[index], `${path}[${index}]`));
  }
  return [`${path}: ${shown(real)} | ${shown(other)}`];
}

const shown = (value: Json | undefined): string => (value === undefined ? '–' : JSON.stringify(value).slice(0, 400));
