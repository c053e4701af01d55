import {isList, isObject, type Json} from '../../../src/core/json.ts';
import type {Sample} from '../../unit/kubernetes/fields/fixtures/objects.ts';

export type Mistake = {readonly what: string; readonly object: Sample};

type Place = {readonly path: readonly (string | number)[]; readonly value: Json};

/** What people get wrong: each answers undefined where it does not fit. */
const MISTAKES: Readonly<Record<string, (value: Json) => Json | undefined>> = {
  'a number for a string': (value) => (typeof value === 'string' ? 7 : undefined),
  'a boolean for a string': (value) => (typeof value === 'string' ? true : undefined),
  'a list for a string': (value) => (typeof value === 'string' ? ['x'] : undefined),
  'a text for a number': (value) => (typeof value === 'number' ? String(value) : undefined),
  'a fraction for a number': (value) => (typeof value === 'number' ? value + 0.5 : undefined),
  'a text for an object': (value) => (isObject(value) ? 'x' : undefined),
  'an unknown field': (value) => (isObject(value) ? {...value, unknwn: 'x'} : undefined),
  'a text for a list': (value) => (isList(value) ? 'x' : undefined),
  'an item twice': (value) => (isList(value) && value[0] !== undefined ? [...value, value[0]] : undefined),
  'an empty item': (value) => (isList(value) && isObject(value[0]) ? [...value, {}] : undefined),
};

/** The object with one mistake each, at the last place where it fits. */
export function mistakesIn(object: Sample): Mistake[] {
  const places = placesIn(object, []).toReversed();
  return Object.entries(MISTAKES).flatMap(([what, spoil]) => {
    const place = places.find(({value}) => spoil(value) !== undefined);
    if (place === undefined) return [];
    const spoilt = setAt(object, place.path, spoil(place.value) ?? null) as Sample;
    return [{what: `${what} at ${place.path.join('.')}`, object: spoilt}];
  });
}

/** What names the object stays as it is: without it the request would be another one. */
const KEPT = new Set(['', 'apiVersion', 'kind', 'metadata', 'metadata.name', 'metadata.namespace']);

function placesIn(value: Json, path: Place['path']): Place[] {
  const here = KEPT.has(path.join('.')) ? [] : [{path, value}];
  return [...here, ...parts(value).flatMap(([name, part]) => placesIn(part, [...path, name]))];
}

function parts(value: Json): (readonly [string | number, Json])[] {
  if (isList(value)) return value.map((item, i) => [i, item]);
  return isObject(value) ? Object.entries(value) : [];
}

function setAt(value: Json, [name, ...rest]: Place['path'], to: Json): Json {
  if (name === undefined) return to;
  if (isList(value)) return value.map((item, i) => (i === name ? setAt(item, rest, to) : item));
  return isObject(value) ? {...value, [name]: setAt(value[name] ?? null, rest, to)} : value;
}
