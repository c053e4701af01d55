import {isObject, type JsonObject} from '../json.ts';
import {type Located, partOf, withField} from '../variation/located.ts';
import {isClusterKey, KUBE_CONTEXT_KEY} from './context-keys.ts';
import {groupOf, isCredentialKey} from './provider-groups.ts';
import {areTwins} from './provider-twins.ts';

/** A value of a base that is overridden, and the key of the extending file that overrides it. */
export type Overridden = {readonly key: string; readonly base: Located; readonly by: string};

/** The context of a workspace over that of its base, and the values that it overrides. */
export type ExtendedContext = {readonly context: Located; readonly overridden: readonly Overridden[]};

/**
 * Merges a context over that of its base, key by key, including nested mappings; null removes a key. The keys of the cluster are replaced
 * together, and so are the credentials of a cloud, because parts of two identities must not be mixed.
 */
export function extendContext(own: Located, base: Located): ExtendedContext {
  const values = asObject(own);
  const keys = Object.keys(values);
  const overridden: Overridden[] = [];
  let context = own;
  for (const key of Object.keys(asObject(base))) {
    const part = partOf(base, key);
    if (part === undefined) continue;
    const by = Object.hasOwn(values, key) ? key : keys.find((other) => goesWith(other, key));
    if (by === undefined) context = withField(context, key, part);
    else {
      const both = by === key ? partOf(own, key) : undefined;
      // A kubeconfig address is replaced completely: a login of the base must not be sent to another server.
      if (both !== undefined && isObject(both.value) && isObject(part.value) && !isClusterKey(key)) {
        context = withField(context, key, extendMap(both, part));
      } else overridden.push({key, base: part, by});
      if (both?.value === null) context = withField(context, key, undefined);
    }
  }
  return {context, overridden};
}

/** Merges mappings key by key, without nested merging. */
export const extendKeys = (own: Located, base: Located): Located =>
  Object.keys(asObject(base)).reduce((extended, key) => {
    const theirs = partOf(base, key);
    return theirs === undefined || partOf(own, key) !== undefined ? extended : withField(extended, key, theirs);
  }, own);

/** Merges mappings key by key, including nested mappings. */
export function extendMap(own: Located, base: Located): Located {
  let extended = own;
  for (const key of Object.keys(asObject(base))) {
    const [mine, theirs] = [partOf(own, key), partOf(base, key)];
    if (theirs === undefined) continue;
    if (mine === undefined) extended = withField(extended, key, theirs);
    else if (mine.value === null) extended = withField(extended, key, undefined);
    else if (isObject(mine.value) && isObject(theirs.value))
      extended = withField(extended, key, extendMap(mine, theirs));
  }
  return extended;
}

const asObject = ({value}: Located): JsonObject => (isObject(value) ? value : {});

/** Reports whether a key excludes another key of the base. */
function goesWith(own: string, base: string): boolean {
  // Another kubeconfig has other contexts. A context alone selects one in the kubeconfig of the base.
  if (isClusterKey(own)) return own !== KUBE_CONTEXT_KEY && isClusterKey(base);
  if (areTwins(own, base)) return true;
  const group = groupOf(own);
  return group !== undefined && isCredentialKey(own) && isCredentialKey(base) && groupOf(base) === group;
}
