import {isProviderKey} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import {maskedText} from './mask.ts';
import {groupOf, isCredentialKey, type ProviderGroup} from './provider-groups.ts';
import type {ContextValue, ShadowedValue} from './value-source.ts';

export type ProviderKeyInputs = {
  /** In the order of their rank. */
  readonly contexts: readonly ContextMap[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Provider keys with their sources: the context before the environment, one cloud at a time. When the context sets any
 * credential of a cloud, none of the environment's is used: a session token beside another identity's access key is an
 * error at best. Those of other names are listed below the first credential that the context sets.
 */
export function resolveProviderKeys(inputs: ProviderKeyInputs): readonly ContextValue[] {
  const set = [...new Set(inputs.contexts.flatMap(({values}) => Object.keys(values).filter(isProviderKey)))].toSorted();
  const ruled = new Map<ProviderGroup, string>();
  for (const key of set.filter(isCredentialKey)) {
    const group = groupOf(key);
    if (group !== undefined && !ruled.has(group)) ruled.set(group, key);
  }
  const fromContext = set.flatMap((key) => contextValue(key, inputs.contexts, shadowedBelow(key, set, ruled, inputs)));
  const fromEnvironment = environmentKeys(inputs)
    .filter((key) => !set.includes(key) && !isRuled(key, ruled))
    .map((key): ContextValue => ({...environmentValue(key, inputs), shadowed: []}));
  return [...fromContext, ...fromEnvironment].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** A key of the contexts: the first that sets it wins, the others are shadowed, and so is what lies below. */
export function contextValue(
  key: string,
  contexts: readonly ContextMap[],
  below: readonly ShadowedValue[] = [],
): readonly ContextValue[] {
  const [winner, ...others] = contexts.flatMap(({values, sourceOf}): ShadowedValue[] => {
    const value = values[key];
    return value === undefined ? [] : [{name: key, value: maskedText(key, value), source: sourceOf(key)}];
  });
  return winner === undefined ? [] : [{...winner, shadowed: [...others, ...below]}];
}

function shadowedBelow(
  key: string,
  set: readonly string[],
  ruled: ReadonlyMap<ProviderGroup, string>,
  inputs: ProviderKeyInputs,
): readonly ShadowedValue[] {
  const group = groupOf(key);
  const leads = group !== undefined && ruled.get(group) === key;
  return environmentKeys(inputs, [key])
    .filter(
      (name) => name === key || (leads && group.prefix.test(name) && isCredentialKey(name) && !set.includes(name)),
    )
    .map((name) => environmentValue(name, inputs));
}

const isRuled = (key: string, ruled: ReadonlyMap<ProviderGroup, string>): boolean => {
  const group = groupOf(key);
  return group !== undefined && ruled.has(group) && isCredentialKey(key);
};

/** The environment's keys of the clouds that we know, and those asked for by name. An empty variable is not set. */
const environmentKeys = ({env}: ProviderKeyInputs, named: readonly string[] = []): readonly string[] =>
  Object.keys(env)
    .filter((key) => (env[key] ?? '') !== '' && (named.includes(key) || groupOf(key) !== undefined))
    .toSorted();

const environmentValue = (key: string, {env}: ProviderKeyInputs): ShadowedValue => ({
  name: key,
  value: maskedText(key, env[key] ?? ''),
  source: {kind: 'environment', variable: key},
});
