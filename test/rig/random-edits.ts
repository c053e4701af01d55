import {isList, isObject, type Json, type JsonObject} from '../../src/core/json.ts';
import type {Random} from './random-source.ts';

/** Parts that make sense only as they were made: taken over as a whole or not at all. */
const WHOLE = new Set([
  'readinessProbe',
  'backend',
  'valueFrom',
  'volumes',
  'metrics',
  'subjects',
  'ingress',
  'rules',
  'selector',
  'resources',
  'limits',
  'strategy',
  'template.metadata',
  'endpoints',
  'topologySpreadConstraints',
]);

/**
 * What a user makes of his object: some parts become those of another object of the same kind, some go, lists are put in
 * another order. Both objects being valid, nearly every mixture is.
 */
export const edited = (random: Random, object: JsonObject, other: JsonObject): JsonObject => {
  const rate = random.pick([0.05, 0.2, 0.5]);
  return mixMaps({random, rate}, object, other, true);
};

type Mixing = {readonly random: Random; readonly rate: number};

function mixMaps(mixing: Mixing, object: JsonObject, other: JsonObject, root = false): JsonObject {
  const names = [...new Set([...Object.keys(object), ...Object.keys(other)])];
  const entries = names.flatMap((name): [string, Json][] => {
    const [mine, theirs] = [object[name], other[name]];
    if (root && (name === 'apiVersion' || name === 'kind')) return mine === undefined ? [] : [[name, mine]];
    const mixed = mix(mixing, mine, theirs, WHOLE.has(name));
    return mixed === undefined ? [] : [[name, mixed]];
  });
  return Object.fromEntries(mixing.random.chance(0.1) ? mixing.random.shuffled(entries) : entries);
}

function mix(mixing: Mixing, mine: Json | undefined, theirs: Json | undefined, whole: boolean): Json | undefined {
  const {random, rate} = mixing;
  if (!whole && isObject(mine) && isObject(theirs)) return mixMaps(mixing, mine, theirs);
  if (!whole && isList(mine) && isList(theirs)) return mixLists(mixing, mine, theirs);
  return random.chance(rate) ? theirs : mine;
}

function mixLists(mixing: Mixing, mine: readonly Json[], theirs: readonly Json[]): readonly Json[] {
  const {random, rate} = mixing;
  if (!random.chance(rate)) {
    return mine.map((item, i) => {
      const other = theirs[i];
      return isObject(item) && isObject(other) && sameName(item, other) ? mixMaps(mixing, item, other) : item;
    });
  }
  const how = random.int(3);
  if (how === 0) return random.shuffled(mine);
  return how === 1 ? theirs : mine.slice(0, Math.max(1, mine.length - 1));
}

const sameName = (a: JsonObject, b: JsonObject): boolean => a['name'] === b['name'] && a['name'] !== undefined;

/** Less than the whole: what another manager applies beside us. Items of lists keep all of their fields. */
export function partOf(random: Random, object: JsonObject): JsonObject {
  const {apiVersion, kind, metadata, ...rest} = object;
  const {name, ...described} = isObject(metadata) ? metadata : {};
  return {
    ...thinned(random, rest),
    apiVersion: apiVersion ?? null,
    kind: kind ?? null,
    metadata: {...thinned(random, described), name: name ?? null},
  };
}

function thinned(random: Random, object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(() => random.chance(0.5));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isObject(value) && !WHOLE.has(name) ? thinned(random, value) : value]),
  );
}

/** A merge patch: some of another object's values, and some of the object's own fields taken away. */
export function patchOf(random: Random, object: JsonObject, other: JsonObject): JsonObject {
  const {apiVersion: _, kind: _kind, metadata, ...part} = partOf(random, other);
  const {name: _name, ...described} = isObject(metadata) ? metadata : {};
  const removals = random.chance(0.5) ? removal(random, object, 0) : {};
  return combine(removals, random.chance(0.7) ? {...part, metadata: described} : {});
}

function removal(random: Random, object: JsonObject, depth: number): JsonObject {
  const names = Object.keys(object).filter((name) => depth > 0 || !['apiVersion', 'kind'].includes(name));
  if (names.length === 0) return {};
  const name = random.pick(names);
  const value = object[name];
  if (name === 'name' && depth === 1) return {};
  const goesOn = isObject(value) && (depth === 0 || random.chance(0.7));
  return {[name]: goesOn ? removal(random, value, depth + 1) : null};
}

function combine(a: JsonObject, b: JsonObject): JsonObject {
  const out: Record<string, Json> = {...a};
  for (const [name, value] of Object.entries(b)) {
    const mine = out[name];
    out[name] = isObject(mine) && isObject(value) ? combine(mine, value) : value;
  }
  return out;
}
