import type {ApiRequest} from '../model/reply.ts';

/** What somebody would like to do: with an object or a collection, or at a path that is about no objects. */
export type Attributes =
  | {
      readonly on: 'resource';
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      /** '' where it is about the object itself; likewise the namespace and the name of what has none. */
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

/** Verbs of the first years, which stood in the path. */
const IN_PATH = new Set(['watch', 'proxy']);
/** Subresources of a namespace itself: else the third part is a kind inside of it. */
const OF_NAMESPACES = new Set(['status', 'finalize']);

/**
 * What rights a request is weighed by. The server reads them from the address alone, whether or not it has such a kind: who has no right to
 * something does not learn whether it is there.
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

/** What follows the version: a namespace is in itself, so that a right in a namespace is one to read it, too. */
function placeOf(steps: readonly string[]): Place {
  const namespace = steps[0] === 'namespaces' ? (steps[1] ?? '') : '';
  const isInside = namespace !== '' && steps.length > 2 && !OF_NAMESPACES.has(steps[2] ?? '');
  const [resource = '', name = '', subresource = ''] = isInside ? steps.slice(2) : steps;
  return {namespace, resource, name, subresource};
}

/** Reading, and deleting, are called otherwise where they are about no object by its name. */
function collective(verb: string, name: string, query: URLSearchParams): string {
  if (name !== '') return verb;
  if (verb === 'delete') return 'deletecollection';
  if (verb !== 'get') return verb;
  const watch = query.get('watch');
  return watch === null || ['false', '0'].includes(watch.toLowerCase()) ? 'list' : 'watch';
}

/** Whoever selects one by its name asks about that one. */
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
