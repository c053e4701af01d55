import {isProviderKey} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import type {DecidedKey, KeyClaim} from './key-claim.ts';
import {KEY_LEVELS} from './key-claim.ts';
import {groupOf, isCredentialKey} from './provider-groups.ts';
import {metaClaims, type ProviderMetaResource} from './provider-meta.ts';
import {areTwins} from './provider-twins.ts';

/** The sources that can set a provider key, in the order of their priority. */
export type KeyInputs = {
  /** In the order of their priority: the workspace's context, its `env`, the context of the spec file. */
  readonly contexts: readonly ContextMap[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The resources, whose values are used only if no other source sets a key. */
  readonly resources?: readonly ProviderMetaResource[] | undefined;
};

/**
 * Decides which values programs get, and which ones they shadow. The highest level that sets a key, under any of its names, has precedence.
 * The credentials of a cloud come only from the highest level that has any, because credentials of two identities must not be mixed. The
 * others are listed as shadowed by the first credential of that level.
 */
export function decideKeys(inputs: KeyInputs): readonly DecidedKey[] {
  const decided: (KeyClaim & {readonly shadowed: KeyClaim[]})[] = [];
  for (const claim of claimsOf(inputs)) {
    const winner = decided.find((one) => isSaidBy(claim, one)) ?? rulerOf(claim, decided);
    if (winner === undefined) decided.push({...claim, shadowed: []});
    else winner.shadowed.push(claim);
  }
  return decided;
}

/** Reports whether two claims set the same key. Resources have separate providers and do not compete. */
function isSaidBy(claim: KeyClaim, one: KeyClaim): boolean {
  if (one.name === claim.name) return !(claim.level === 'providerMeta' && one.level === 'providerMeta');
  return isAbove(one, claim) && areTwins(one.name, claim.name);
}

const isAbove = (one: KeyClaim, other: KeyClaim): boolean =>
  KEY_LEVELS.indexOf(one.level) < KEY_LEVELS.indexOf(other.level);

/** Returns the credential of a higher level that excludes this one: the first by name. */
function rulerOf<T extends KeyClaim>(claim: KeyClaim, decided: readonly T[]): T | undefined {
  const group = groupOf(claim.name);
  if (group === undefined || !isCredentialKey(claim.name)) return undefined;
  const rulers = decided.filter(
    (one) => isAbove(one, claim) && groupOf(one.name) === group && isCredentialKey(one.name),
  );
  const [highest] = rulers;
  return rulers
    .filter(({level}) => level === highest?.level)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .at(0);
}

function claimsOf({contexts, env, resources = []}: KeyInputs): readonly KeyClaim[] {
  const said = contexts.flatMap(contextClaims);
  return [...said, ...environmentClaims(env, said), ...resources.flatMap(metaClaims)];
}

/** Returns the upper-case keys of a context, or all keys of `env`. Ignores empty keys: `null` removes a key of a base. */
const contextClaims = ({values, sourceOf, base, holds}: ContextMap): readonly KeyClaim[] =>
  Object.entries(values)
    .filter(([name, value]) => value !== null && (holds === 'variables' || isProviderKey(name)))
    .map(([name, value]) => ({
      name,
      value,
      level: base === 'workspace' ? 'workspace' : 'spec',
      source: sourceOf(name),
    }));

/** Returns the variables of known clouds and of keys that other sources set. Ignores empty variables. */
const environmentClaims = (env: KeyInputs['env'], said: readonly KeyClaim[]): readonly KeyClaim[] =>
  Object.keys(env)
    .filter((name) => (env[name] ?? '') !== '')
    .filter((name) => groupOf(name) !== undefined || said.some((claim) => claim.name === name))
    .toSorted()
    .map((name) => ({
      name,
      value: env[name] ?? '',
      level: 'environment',
      source: {kind: 'environment', variable: name},
    }));
