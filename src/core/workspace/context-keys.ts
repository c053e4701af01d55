import type {Json, JsonObject} from '../json.ts';

/** The context keys of the cluster, in the order of their priority. */
export const KUBECONFIG_KEYS = ['kubeconfig_content', 'kubeconfig_path', 'kubeconfig_secret', 'cluster'] as const;
/** The context key that chooses a context of the kubeconfig. */
export const KUBE_CONTEXT_KEY = 'kube_context';
/** The context keys that decide which cluster a workspace connects to. */
export type ClusterKey = (typeof KUBECONFIG_KEYS)[number] | typeof KUBE_CONTEXT_KEY;

/** Kusion's spelling of two keys, in upper case. */
const KUSION_SPELLING: Readonly<Partial<Record<ClusterKey, string>>> = {
  kubeconfig_content: 'KUBECONFIG_CONTENT',
  kubeconfig_path: 'KUBECONFIG_PATH',
};

/** A key of the context in the user's spelling. */
export type ContextEntry = {readonly key: string; readonly value: Json};

/** Returns the spellings of a key: Gantry's, and Kusion's if there is one. */
export const spellingsOf = (name: ClusterKey): readonly string[] => {
  const other = KUSION_SPELLING[name];
  return other === undefined ? [name] : [name, other];
};

/** Returns the entries of a key in all spellings: none, one, or (an error) two. */
export function entriesOf(context: JsonObject, name: ClusterKey): readonly ContextEntry[] {
  return spellingsOf(name).flatMap((key) => {
    const value = context[key];
    return value === undefined ? [] : [{key, value}];
  });
}

const CLUSTER_KEYS: readonly ClusterKey[] = [...KUBECONFIG_KEYS, KUBE_CONTEXT_KEY];
const CLUSTER_SPELLINGS: ReadonlySet<string> = new Set(CLUSTER_KEYS.flatMap(spellingsOf));

/** Reports whether a key selects the cluster, in any spelling. All other keys are for providers and modules. */
export const isClusterKey = (key: string): boolean => CLUSTER_SPELLINGS.has(key);

/** Reports whether a key is for providers: an upper-case name, which becomes an environment variable of programs. */
export const isProviderKey = (key: string): boolean => /^[A-Z][A-Z0-9_]*$/.test(key) && !isClusterKey(key);
