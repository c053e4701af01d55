import type {ContextMap} from './context-map.ts';
import {decideKeys, type KeyInputs} from './decide-keys.ts';
import type {KeyCandidate} from './key-candidate.ts';
import {maskedText} from './mask.ts';
import type {ContextValue, ShadowedValue} from './value-source.ts';

/** Returns the values for programs, masked and sorted by name, each with its source and the values that it shadows. */
export function resolveProviderKeys(inputs: KeyInputs): readonly ContextValue[] {
  const values = decideKeys(inputs).map((key) => ({...shown(key), shadowed: distinct(key.shadowed.map(shown))}));
  return distinct(values).toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const shown = ({name, value, source}: KeyCandidate): ShadowedValue => ({name, value: maskedText(name, value), source});

/** Removes duplicates: many resources of a provider have the same values. */
function distinct<T extends ShadowedValue>(values: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return values.filter(({name, value, source}) => {
    if (source.kind !== 'provider-meta') return true;
    const key = `${name}=${value}`;
    return seen.has(key) ? false : seen.add(key);
  });
}

/** Returns the value of a key. The first context that sets it has precedence, the others are shadowed. */
export function contextValue(key: string, contexts: readonly ContextMap[]): readonly ContextValue[] {
  const [winner, ...shadowed] = contexts.flatMap(({values, sourceOf}): ShadowedValue[] => {
    const value = values[key];
    return value === undefined ? [] : [{name: key, value: maskedText(key, value), source: sourceOf(key)}];
  });
  return winner === undefined ? [] : [{...winner, shadowed}];
}
