import {isProviderKey} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import type {DecidedKey, KeyClaim} from './key-claim.ts';
import {KEY_LEVELS} from './key-claim.ts';
import {groupOf, isCredentialKey} from './provider-groups.ts';
import {metaClaims, type ProviderMetaResource} from './provider-meta.ts';
import {areTwins} from './provider-twins.ts';

/** The places that can set a provider key, in the order of their priority. */
export type KeyInputs = {
  /** In the order of their rank: the workspace's context, its `env`, the spec file's. */
  readonly contexts: readonly ContextMap[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What counts only where nothing else is said. */
  readonly resources?: readonly ProviderMetaResource[] | undefined;
};

/**
 * Which values programs get, and what each shadows. A name is said once: by the highest level, under any of its names. And of the
 * credentials of one cloud, only those of the highest level that has any: a session token beside another identity's access key is
 * an error at best. The others are listed below the first credential of that level.
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

/** Resources do not compete: each has its own provider. */
function isSaidBy(claim: KeyClaim, one: KeyClaim): boolean {
  if (one.name === claim.name) return !(claim.level === 'providerMeta' && one.level === 'providerMeta');
  return isAbove(one, claim) && areTwins(one.name, claim.name);
}

const isAbove = (one: KeyClaim, other: KeyClaim): boolean =>
  KEY_LEVELS.indexOf(one.level) < KEY_LEVELS.indexOf(other.level);

/** The credential that leaves no room for this one: the first by name of a higher level. */
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

/** Of a context its upper-case keys, of `env` all. An empty key is none: `null` is how one of a base is taken away. */
const contextClaims = ({values, sourceOf, base, holds}: ContextMap): readonly KeyClaim[] =>
  Object.entries(values)
    .filter(([name, value]) => value !== null && (holds === 'variables' || isProviderKey(name)))
    .map(([name, value]) => ({
      name,
      value,
      level: base === 'workspace' ? 'workspace' : 'spec',
      source: sourceOf(name),
    }));

/** The environment's keys of the clouds that we know, and those that are said otherwise. An empty variable is not set. */
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
