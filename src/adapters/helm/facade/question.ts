import type {ApiList} from '../../../kubernetes/chart/api-list.ts';
import type {LookUp} from '../../../ports/cluster-facts.ts';

/** The meaning of a request to the facade. */
export type Question =
  | {readonly kind: 'version'}
  /** The kinds of all groups in one document; `core` for those without a group name. */
  | {readonly kind: 'groups'; readonly isCore: boolean}
  | {readonly kind: 'resources'; readonly apiVersion: string}
  | {readonly kind: 'look-up'; readonly target: LookUp}
  /** A kind that the cluster does not serve. */
  | {readonly kind: 'not-served'}
  | {readonly kind: 'refused'};

/** Returns the meaning of a request. The resources of the facade have the names of their kinds. */
export function questionOf(method: string, url: string, apis: ApiList): Question {
  // Not with a base: a path that begins with two slashes would be an address.
  const {pathname, searchParams} = new URL(`http://facade${url}`);
  const segments = pathname.split('/').slice(1).map(decoded);
  const isPlain = [...searchParams.keys()].every((name) => name === 'timeout');
  if (method !== 'GET' || !isPlain || segments.includes(undefined)) return {kind: 'refused'};
  return ofPath(segments as string[], apis);
}

function ofPath([root, ...rest]: readonly string[], apis: ApiList): Question {
  if (rest.length === 0) {
    if (root === 'version') return {kind: 'version'};
    return root === 'api' || root === 'apis' ? {kind: 'groups', isCore: root === 'api'} : {kind: 'refused'};
  }
  const length = root === 'api' ? 1 : 2;
  if ((root !== 'api' && root !== 'apis') || rest.length < length) return {kind: 'refused'};
  const apiVersion = rest.slice(0, length).join('/');
  const below = rest.slice(length);
  const kinds = apis.get(apiVersion);
  if (kinds === undefined) return {kind: 'not-served'};
  return below.length === 0 ? {kind: 'resources', apiVersion} : lookUpOf(apiVersion, kinds, below);
}

function lookUpOf(apiVersion: string, kinds: readonly string[], below: readonly string[]): Question {
  const [namespace, [kind = '', name, ...more]] =
    below[0] === 'namespaces' ? [below[1], below.slice(2)] : [undefined, below];
  if (more.length > 0) return {kind: 'refused'};
  // Without a kind that the group serves, the path has no resource. A server does not find it either.
  return kinds.includes(kind) ? {kind: 'look-up', target: {apiVersion, kind, namespace, name}} : {kind: 'not-served'};
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
