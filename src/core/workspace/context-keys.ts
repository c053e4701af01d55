import type {Json, JsonObject} from '../json.ts';

/** What a context may say about the cluster. The kubeconfig keys stand in the order of their priority. */
export const KUBECONFIG_KEYS = ['kubeconfig_content', 'kubeconfig_path', 'kubeconfig_secret', 'cluster'] as const;
/** The context key that chooses a context of the kubeconfig. */
export const KUBE_CONTEXT_KEY = 'kube_context';
/** The context keys that decide which cluster a workspace leads to. */
export type ClusterKey = (typeof KUBECONFIG_KEYS)[number] | typeof KUBE_CONTEXT_KEY;

/** Kusion writes these two in upper case. They are the same keys. */
const KUSION_SPELLING: Readonly<Partial<Record<ClusterKey, string>>> = {
  kubeconfig_content: 'KUBECONFIG_CONTENT',
  kubeconfig_path: 'KUBECONFIG_PATH',
};

/** A key of the context as the user spelt it. */
export type ContextEntry = {readonly key: string; readonly value: Json};

/** Returns the spellings of a key: Gantry's, and Kusion's if there is one. */
export const spellingsOf = (name: ClusterKey): readonly string[] => {
  const other = KUSION_SPELLING[name];
  return other === undefined ? [name] : [name, other];
};

/** Every spelling of a key that is set: none, one, or (a mistake) two. */
export function entriesOf(context: JsonObject, name: ClusterKey): readonly ContextEntry[] {
  return spellingsOf(name).flatMap((key) => {
    const value = context[key];
    return value === undefined ? [] : [{key, value}];
  });
}

const CLUSTER_KEYS: readonly ClusterKey[] = [...KUBECONFIG_KEYS, KUBE_CONTEXT_KEY];
const CLUSTER_SPELLINGS: ReadonlySet<string> = new Set(CLUSTER_KEYS.flatMap(spellingsOf));

/** Keys that say which cluster, in any spelling; all others are values for providers and modules. */
export const isClusterKey = (key: string): boolean => CLUSTER_SPELLINGS.has(key);

/** Upper-case names are provider keys: they become environment variables of the programs that need them. */
export const isProviderKey = (key: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(key) && !isClusterKey(key);
