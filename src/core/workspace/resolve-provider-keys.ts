import type {Origin} from '../diagnostic/origin.ts';
import type {JsonObject} from '../json.ts';
import {isProviderKey} from './context-keys.ts';
import {maskedText} from './mask.ts';
import {groupOf, isCredentialKey, type ProviderGroup} from './provider-groups.ts';
import {type ContextValue, contextSource, type ShadowedValue} from './value-source.ts';

export type ProviderKeyInputs = {
  readonly context: JsonObject;
  readonly origin: Origin;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Provider keys with their sources: the context before the environment, one cloud at a time. When the context sets any
 * credential of a cloud, none of the environment's is used: a session token beside another identity's access key is an
 * error at best. Those of other names are listed below the first credential that the context sets.
 */
export function resolveProviderKeys(inputs: ProviderKeyInputs): readonly ContextValue[] {
  const set = Object.keys(inputs.context).filter(isProviderKey).toSorted();
  const ruled = new Map<ProviderGroup, string>();
  for (const key of set.filter(isCredentialKey)) {
    const group = groupOf(key);
    if (group !== undefined && !ruled.has(group)) ruled.set(group, key);
  }
  const fromContext = set.map((key) => contextValue(key, shadowedBelow(key, set, ruled, inputs), inputs));
  const fromEnvironment = environmentKeys(inputs)
    .filter((key) => !set.includes(key) && !isRuled(key, ruled))
    .map((key): ContextValue => ({...environmentValue(key, inputs), shadowed: []}));
  return [...fromContext, ...fromEnvironment].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function contextValue(
  key: string,
  shadowed: readonly ShadowedValue[],
  {context, origin}: ProviderKeyInputs,
): ContextValue {
  return {
    name: key,
    value: maskedText(key, context[key] ?? null),
    source: contextSource(key, origin.position(['context', key])),
    shadowed,
  };
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
