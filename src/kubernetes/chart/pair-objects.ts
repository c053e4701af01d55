import type {JsonObject} from '../../core/json.ts';
import {idOfObject} from '../../core/resource/id.ts';

/** An object that a chart rendered. The file of its origin is the template. */
export type RenderedObject = {readonly object: JsonObject; readonly origin: {readonly file: string}};

/** The objects of two renders of a chart. */
export type PairedObjects<T> = {
  readonly pairs: readonly (readonly [T, T])[];
  /** The objects that have another name in the second render, by their template and kind. */
  readonly renamed: readonly (readonly [T, T])[];
  /** The objects that only one of the renders has. */
  readonly alone: readonly T[];
};

/** Pairs the objects of two renders by template, kind and name. */
export function pairObjects<T extends RenderedObject>(one: readonly T[], other: readonly T[]): PairedObjects<T> {
  const named = pairBy(one, other, ({object, origin}) => `${origin.file} ${idOfObject(object)}`);
  const placed = pairBy(named.first, named.second, ({object, origin}) =>
    [origin.file, object['apiVersion'], object['kind']].map(String).join(' '),
  );
  return {
    pairs: named.pairs,
    renamed: placed.pairs,
    alone: [...placed.first, ...placed.second],
  };
}

type PairedBy<T> = {
  readonly pairs: readonly (readonly [T, T])[];
  /** The items of each list that have no partner. */
  readonly first: readonly T[];
  readonly second: readonly T[];
};

function pairBy<T>(one: readonly T[], other: readonly T[], keyOf: (item: T) => string): PairedBy<T> {
  const waiting = Map.groupBy(other, keyOf);
  const found = one.map((item) => ({item, partner: waiting.get(keyOf(item))?.shift()}));
  return {
    pairs: found.flatMap(({item, partner}) => (partner === undefined ? [] : [[item, partner] as const])),
    first: found.flatMap(({item, partner}) => (partner === undefined ? [item] : [])),
    second: [...waiting.values()].flat(),
  };
}
