import {isProviderKey} from './context-keys.ts';
import type {ContextMap} from './context-map.ts';
import type {DecidedKey, KeyCandidate} from './key-candidate.ts';
import {KEY_LEVELS} from './key-candidate.ts';
import {groupOf, isCredentialKey} from './provider-groups.ts';
import {metaCandidates, type ProviderMetaResource} from './provider-meta.ts';
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
  const decided: (KeyCandidate & {readonly shadowed: KeyCandidate[]})[] = [];
  for (const candidate of candidatesOf(inputs)) {
    const winner = decided.find((one) => isSaidBy(candidate, one)) ?? rulerOf(candidate, decided);
    if (winner === undefined) decided.push({...candidate, shadowed: []});
    else winner.shadowed.push(candidate);
  }
  return decided;
}

/** Reports whether two claims set the same key. Resources have separate providers and do not compete. */
function isSaidBy(candidate: KeyCandidate, one: KeyCandidate): boolean {
  if (one.name === candidate.name) return !(candidate.level === 'providerMeta' && one.level === 'providerMeta');
  return isAbove(one, candidate) && areTwins(one.name, candidate.name);
}

const isAbove = (one: KeyCandidate, other: KeyCandidate): boolean =>
  KEY_LEVELS.indexOf(one.level) < KEY_LEVELS.indexOf(other.level);

/** Returns the credential of a higher level that excludes this one: the first by name. */
function rulerOf<T extends KeyCandidate>(candidate: KeyCandidate, decided: readonly T[]): T | undefined {
  const group = groupOf(candidate.name);
  if (group === undefined || !isCredentialKey(candidate.name)) return undefined;
  const rulers = decided.filter(
    (one) => isAbove(one, candidate) && groupOf(one.name) === group && isCredentialKey(one.name),
  );
  const [highest] = rulers;
  return rulers
    .filter(({level}) => level === highest?.level)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .at(0);
}

function candidatesOf({contexts, env, resources = []}: KeyInputs): readonly KeyCandidate[] {
  const said = contexts.flatMap(contextCandidates);
  return [...said, ...environmentCandidates(env, said), ...resources.flatMap(metaCandidates)];
}

/** Returns the upper-case keys of a context, or all keys of `env`. Ignores empty keys: `null` removes a key of a base. */
const contextCandidates = ({values, sourceOf, base, holds}: ContextMap): readonly KeyCandidate[] =>
  Object.entries(values)
    .filter(([name, value]) => value !== null && (holds === 'variables' || isProviderKey(name)))
    .map(([name, value]) => ({
      name,
      value,
      level: base === 'workspace' ? 'workspace' : 'spec',
      source: sourceOf(name),
    }));

/** Returns the variables of known clouds and of keys that other sources set. Ignores empty variables. */
const environmentCandidates = (env: KeyInputs['env'], said: readonly KeyCandidate[]): readonly KeyCandidate[] =>
  Object.keys(env)
    .filter((name) => (env[name] ?? '') !== '')
    .filter((name) => groupOf(name) !== undefined || said.some((candidate) => candidate.name === name))
    .toSorted()
    .map((name) => ({
      name,
      value: env[name] ?? '',
      level: 'environment',
      source: {kind: 'environment', variable: name},
    }));
