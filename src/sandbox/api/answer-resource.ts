import {deprecationOf} from '../custom/deprecation.ts';
import {checkDeleteOptions} from '../decode/check-delete-options.ts';
import {PATCH_TYPES} from '../decode/read-patch.ts';
import {methodNotAllowed, noSuchPath, notFound} from '../model/refusals.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import {createObject} from '../verbs/create.ts';
import {deleteObject} from '../verbs/delete.ts';
import {deleteCollection} from '../verbs/delete-collection.ts';
import {deleteOptionsOf} from '../verbs/delete-options.ts';
import {getObject} from '../verbs/find.ts';
import {listObjects} from '../verbs/list.ts';
import {checkGetOptions} from '../verbs/list-options.ts';
import {patchObject} from '../verbs/patch.ts';
import {updateObject} from '../verbs/update.ts';
import type {Target, VerbContext} from '../verbs/verb-context.ts';
import {watchObjects} from '../verbs/watch.ts';
import {refuseOtherTypes, wantedOf} from './accept.ts';
import {answerOrRefusal} from './answer-or-refusal.ts';
import {answerSubresource, isOwnSubresource} from './answer-subresource.ts';
import {bodyOf, patchOf} from './body-of.ts';
import {writeOptions} from './options.ts';
import {listReply, objectReply, watchReply} from './replies.ts';
import {answerReview} from './review.ts';
import type {Route} from './route.ts';

/** Deprecated kinds. Every response about them carries a warning. */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ['endpoints', 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice'],
  ['componentstatuses', 'v1 ComponentStatus is deprecated in v1.19+'],
]);

/** Answers a request about objects. */
export function answerResource(route: Route, request: ApiRequest, context: VerbContext): ApiReply {
  const warning = deprecation(route, context);
  if (warning === undefined) return answerRoute(route, request, context);
  const reply = answerOrRefusal(() => answerRoute(route, request, context));
  return {...reply, warnings: [warning, ...(reply.warnings ?? [])]};
}

function deprecation({group, version, plural}: Route, {registry}: VerbContext): string | undefined {
  if (group === '') return DEPRECATED.get(plural);
  const resource = registry.find(group, version, plural);
  if (resource?.custom === undefined) return undefined;
  return deprecationOf(
    resource,
    registry.all().filter((one) => one.group === group && one.plural === plural),
  );
}

function answerRoute(route: Route, request: ApiRequest, context: VerbContext): ApiReply {
  const {group, version, plural, namespace, name, subresource} = route;
  const resource = context.registry.find(group, version, plural);
  if (resource === undefined) throw noSuchPath();
  const review = answerReview(resource, route, request, context);
  if (review !== undefined) return review;
  const target: Target = {resource, namespace, name, subresource};
  refuseNoSubresource(target, route);
  if (isOwnSubresource(subresource)) return answerSubresource(target, route, request, context);
  const accept = request.headers['accept'];
  if (resource.custom === undefined) refuseOtherTypes(accept, name === '' && request.method === 'GET');
  wantedOf(accept);
  if (!resource.namespaced && namespace !== '') throw noSuchPath();
  if (resource.namespaced && namespace === '') {
    if (name !== '') throw noSuchPath();
    if (!READS.has(request.method)) throw methodNotAllowed();
  }
  if (route.isWatch) return answerOldWatch(target, request, context);
  return name === '' ? answerCollection(target, request, context) : answerObject(target, request, context);
}

function refuseNoSubresource({resource, name, subresource}: Target, {rest}: Route): void {
  if (
    subresource === '' ||
    (Object.hasOwn(resource.subresources, subresource) && (rest === '' || subresource === 'proxy'))
  )
    return;
  throw resource.custom === undefined ? noSuchPath() : notFound(resource, name);
}

/** Answers `/api/v1/watch/…`, the legacy form of a watch, for a collection or for one object. */
function answerOldWatch(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  if (request.method !== 'GET') throw methodNotAllowed();
  const query = new URLSearchParams(request.query);
  if (target.name !== '') query.set('fieldSelector', `metadata.name=${target.name}`);
  return watchReply(watchObjects(target, query, context), target, request, context);
}

/** Methods that a namespaced kind allows without a namespace. */
const READS = new Set(['GET']);

function answerCollection(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  const {resource} = target;
  const {query, method} = request;
  switch (method) {
    case 'GET':
      if (isWatch(query)) return watchReply(watchObjects(target, query, context), target, request, context);
      return listReply(listObjects(target, query, context), target, request, context);
    case 'POST': {
      const options = writeOptions(request, 'CreateOptions');
      const created = createObject(bodyOf(request, resource.kind, context), target, options, context);
      return objectReply(created, target, request, context);
    }
    case 'DELETE': {
      if (!resource.verbs.includes('deletecollection')) throw methodNotAllowed();
      const options = optionsOfDelete(target, request, context);
      return listReply(deleteCollection(target, query, options, context), target, request, context);
    }
    default:
      throw methodNotAllowed();
  }
}

function answerObject(target: Target, request: ApiRequest, context: VerbContext): ApiReply {
  const {resource, subresource} = target;
  const {query, method} = request;
  switch (method) {
    case 'GET':
      checkGetOptions(query, context.store.revision());
      return objectReply({status: 200, object: getObject(target, context)}, target, request, context);
    case 'PUT': {
      const options = writeOptions(request, 'UpdateOptions');
      const updated = updateObject(bodyOf(request, resource.kind, context), target, options, context);
      return objectReply(updated, target, request, context);
    }
    case 'PATCH': {
      const {type, read} = patchOf(request, resource);
      const options = writeOptions(request, 'PatchOptions', type === PATCH_TYPES.apply);
      // A missing object is reported before the errors of the patch.
      if (type !== PATCH_TYPES.apply) getObject(target, context);
      return objectReply(patchObject({body: read(), type}, target, options, context), target, request, context);
    }
    case 'DELETE':
      if (subresource !== '') throw methodNotAllowed();
      return objectReply(
        deleteObject(target, optionsOfDelete(target, request, context), context),
        target,
        request,
        context,
      );
    default:
      throw methodNotAllowed();
  }
}

const isWatch = (query: URLSearchParams): boolean => ['true', '1'].includes(query.get('watch') ?? '');

function optionsOfDelete({resource}: Target, request: ApiRequest, context: VerbContext) {
  const given = request.body.length === 0 ? undefined : bodyOf(request, 'DeleteOptions', context).value;
  if (given !== undefined) checkDeleteOptions(given, resource);
  return deleteOptionsOf(given, request.query);
}
