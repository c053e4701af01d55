import type {ApiRequest} from '../model/reply.ts';

/** An attempted action, as the authorizer sees it: a verb on a resource, or on a non-resource path. */
export type Attributes =
  | {
      readonly on: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      /** Empty for the object itself. Namespace and name are empty too if the request has none. */
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | {readonly on: 'path'; readonly verb: string; readonly path: string};

const VERBS: Readonly<Record<string, string>> = {
  GET: 'get',
  HEAD: 'get',
  POST: 'create',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Legacy verbs that a request names in its path. */
const IN_PATH = new Set(['watch', 'proxy']);
/** Subresources of a namespace itself. Any other third step is a resource inside the namespace. */
const OF_NAMESPACES = new Set(['status', 'finalize']);

/**
 * Reads the attributes that a request is authorized by. Like the real server, it reads them from the URL alone, even if the resource does
 * not exist: a user without permission does not learn whether it exists.
 */
export function attributesOf({
  method,
  path: encoded,
  query,
}: Pick<ApiRequest, 'method' | 'path' | 'query'>): Attributes {
  const path = decoded(encoded);
  const [root, ...below] = path.replace(/^\/+|(?<!\/)\/+$/g, '').split('/');
  const other: Attributes = {on: 'path', verb: method.toLowerCase(), path};
  if ((root !== 'api' && root !== 'apis') || below.length < 2) return other;
  const [group = '', , ...all] = root === 'api' ? ['', ...below] : below;
  const [first] = all;
  if (first === undefined) return other;
  const isNamed = IN_PATH.has(first);
  const {namespace, resource, name: inPath, subresource} = placeOf(isNamed ? all.slice(1) : all);
  const verb = isNamed ? first : collective(VERBS[method] ?? '', inPath, query);
  const name = inPath === '' && (verb === 'list' || verb === 'watch') ? selectedName(query) : inPath;
  return {on: 'resource', verb, group, resource, subresource: verb === 'proxy' ? '' : subresource, namespace, name};
}

type Place = Readonly<Record<'namespace' | 'resource' | 'name' | 'subresource', string>>;

/** Splits the steps after the version. A Namespace counts as inside itself, so that a permission in a namespace covers reading it. */
function placeOf(steps: readonly string[]): Place {
  const namespace = steps[0] === 'namespaces' ? (steps[1] ?? '') : '';
  const isInside = namespace !== '' && steps.length > 2 && !OF_NAMESPACES.has(steps[2] ?? '');
  const [resource = '', name = '', subresource = ''] = isInside ? steps.slice(2) : steps;
  return {namespace, resource, name, subresource};
}

/** Returns the collection form of a verb (`list`, `watch`, `deletecollection`) if the request names no object. */
function collective(verb: string, name: string, query: URLSearchParams): string {
  if (name !== '') return verb;
  if (verb === 'delete') return 'deletecollection';
  if (verb !== 'get') return verb;
  const watch = query.get('watch');
  return watch === null || ['false', '0'].includes(watch.toLowerCase()) ? 'list' : 'watch';
}

/** Returns the name in a `metadata.name` field selector: such a request is authorized for that one object. */
const selectedName = (query: URLSearchParams): string =>
  (query.get('fieldSelector') ?? '')
    .split(',')
    .map((term) => /^metadata\.name==?([^/%=]+)$/.exec(term)?.[1] ?? '')
    .find((name) => name !== '' && name !== '.' && name !== '..') ?? '';

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
