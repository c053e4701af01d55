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
import {watchObjects} from '../verbs/watch.ts';
import type {Target, World} from '../verbs/world.ts';
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
export function answerResource(route: Route, request: ApiRequest, world: World): ApiReply {
  const warning = deprecation(route, world);
  if (warning === undefined) return answerRoute(route, request, world);
  const reply = answerOrRefusal(() => answerRoute(route, request, world));
  return {...reply, warnings: [warning, ...(reply.warnings ?? [])]};
}

function deprecation({group, version, plural}: Route, {registry}: World): string | undefined {
  if (group === '') return DEPRECATED.get(plural);
  const resource = registry.find(group, version, plural);
  if (resource?.custom === undefined) return undefined;
  return deprecationOf(
    resource,
    registry.all().filter((one) => one.group === group && one.plural === plural),
  );
}

function answerRoute(route: Route, request: ApiRequest, world: World): ApiReply {
  const {group, version, plural, namespace, name, subresource} = route;
  const resource = world.registry.find(group, version, plural);
  if (resource === undefined) throw noSuchPath();
  const review = answerReview(resource, route, request, world);
  if (review !== undefined) return review;
  const target: Target = {resource, namespace, name, subresource};
  refuseNoSubresource(target, route);
  if (isOwnSubresource(subresource)) return answerSubresource(target, route, request, world);
  const accept = request.headers['accept'];
  if (resource.custom === undefined) refuseOtherTypes(accept, name === '' && request.method === 'GET');
  wantedOf(accept);
  if (!resource.namespaced && namespace !== '') throw noSuchPath();
  if (resource.namespaced && namespace === '') {
    if (name !== '') throw noSuchPath();
    if (!READS.has(request.method)) throw methodNotAllowed();
  }
  if (route.isWatch) return answerOldWatch(target, request, world);
  return name === '' ? answerCollection(target, request, world) : answerObject(target, request, world);
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
function answerOldWatch(target: Target, request: ApiRequest, world: World): ApiReply {
  if (request.method !== 'GET') throw methodNotAllowed();
  const query = new URLSearchParams(request.query);
  if (target.name !== '') query.set('fieldSelector', `metadata.name=${target.name}`);
  return watchReply(watchObjects(target, query, world), target, request, world);
}

/** Methods that a namespaced kind allows without a namespace. */
const READS = new Set(['GET']);

function answerCollection(target: Target, request: ApiRequest, world: World): ApiReply {
  const {resource} = target;
  const {query, method} = request;
  switch (method) {
    case 'GET':
      if (isWatch(query)) return watchReply(watchObjects(target, query, world), target, request, world);
      return listReply(listObjects(target, query, world), target, request, world);
    case 'POST': {
      const options = writeOptions(request, 'CreateOptions');
      const created = createObject(bodyOf(request, resource.kind, world), target, options, world);
      return objectReply(created, target, request, world);
    }
    case 'DELETE': {
      if (!resource.verbs.includes('deletecollection')) throw methodNotAllowed();
      const options = optionsOfDelete(target, request, world);
      return listReply(deleteCollection(target, query, options, world), target, request, world);
    }
    default:
      throw methodNotAllowed();
  }
}

function answerObject(target: Target, request: ApiRequest, world: World): ApiReply {
  const {resource, subresource} = target;
  const {query, method} = request;
  switch (method) {
    case 'GET':
      checkGetOptions(query, world.store.revision());
      return objectReply({status: 200, object: getObject(target, world)}, target, request, world);
    case 'PUT': {
      const options = writeOptions(request, 'UpdateOptions');
      const updated = updateObject(bodyOf(request, resource.kind, world), target, options, world);
      return objectReply(updated, target, request, world);
    }
    case 'PATCH': {
      const {type, read} = patchOf(request, resource);
      const options = writeOptions(request, 'PatchOptions', type === PATCH_TYPES.apply);
      // A missing object is reported before the errors of the patch.
      if (type !== PATCH_TYPES.apply) getObject(target, world);
      return objectReply(patchObject({body: read(), type}, target, options, world), target, request, world);
    }
    case 'DELETE':
      if (subresource !== '') throw methodNotAllowed();
      return objectReply(deleteObject(target, optionsOfDelete(target, request, world), world), target, request, world);
    default:
      throw methodNotAllowed();
  }
}

const isWatch = (query: URLSearchParams): boolean => ['true', '1'].includes(query.get('watch') ?? '');

function optionsOfDelete({resource}: Target, request: ApiRequest, world: World) {
  const given = request.body.length === 0 ? undefined : bodyOf(request, 'DeleteOptions', world).value;
  if (given !== undefined) checkDeleteOptions(given, resource);
  return deleteOptionsOf(given, request.query);
}
