import type {JsonObject} from '../../core/json.ts';
import {decodeObject} from '../decode/decode-object.ts';
import {PATCH_TYPES} from '../decode/read-patch.ts';
import {nameOf} from '../model/metadata.ts';
import {part} from '../model/part.ts';
import {badRequest, methodNotAllowed} from '../model/refusals.ts';
import type {ApiReply, ApiRequest} from '../model/reply.ts';
import {bind} from '../verbs/bind.ts';
import {deleteOptionsOf} from '../verbs/delete-options.ts';
import {evict} from '../verbs/evict.ts';
import {getObject} from '../verbs/find.ts';
import {getScale, writeScale} from '../verbs/scale.ts';
import {scaleResource} from '../verbs/scale-resource.ts';
import {serviceAccountToken, tokenRequest} from '../verbs/service-account-token.ts';
import type {Target, World, Written} from '../verbs/world.ts';
import {answerLog} from './answer-log.ts';
import {bodyOf, patchOf} from './body-of.ts';
import {writeOptions} from './options.ts';
import {objectReply} from './replies.ts';
import type {Route} from './route.ts';

/** Subresources with their own behavior, as opposed to those that are a part of their object. */
const OWN = new Set(['scale', 'log', 'eviction', 'binding', 'token', 'exec', 'attach', 'portforward', 'proxy']);

/** Reports whether a subresource has its own behavior, as opposed to one that is a part of its object (`status`). */
export const isOwnSubresource = (subresource: string): boolean => OWN.has(subresource);

/** Answers for the subresources that `isOwnSubresource` names. @throws Refusal 400 for those that need running containers (exec, attach) */
export function answerSubresource(target: Target, _route: Route, request: ApiRequest, world: World): ApiReply {
  switch (target.subresource) {
    case 'scale':
      return scale(target, request, world);
    case 'log':
      return answerLog(target, request, world);
    case 'eviction':
      return eviction(target, request, world);
    case 'binding':
      return binding(target, request, world);
    case 'token':
      return token(target, request, world);
    default:
      getObject(target, world);
      throw badRequest(`${target.subresource} is not supported: the sandbox runs no containers`);
  }
}

function scale(target: Target, request: ApiRequest, world: World): ApiReply {
  const shown = {...target, resource: scaleResource(world)};
  const written = scaleWritten(target, request, world);
  return objectReply(written, shown, request, world);
}

function scaleWritten(target: Target, request: ApiRequest, world: World): Written {
  const {method} = request;
  if (method === 'GET') return {status: 200, object: getScale(target, world), warnings: []};
  if (method === 'PUT') {
    const options = writeOptions(request, 'UpdateOptions');
    return writeScale({body: bodyOf(request, 'Scale', world), type: undefined}, target, options, world);
  }
  if (method !== 'PATCH') throw methodNotAllowed();
  const {type, read} = patchOf(request, target.resource);
  const options = writeOptions(request, 'PatchOptions', type === PATCH_TYPES.apply);
  return writeScale({body: read(), type}, target, options, world);
}

/** Deletes a pod, unless a PodDisruptionBudget refuses it. */
function eviction(target: Target, request: ApiRequest, world: World): ApiReply {
  if (request.method !== 'POST') throw methodNotAllowed();
  const {value} = bodyOf(request, 'Eviction', world);
  const given = part(value);
  if (nameOf(given) !== target.name) throw badRequest('name in URL does not match name in Eviction object');
  const {dryRun} = writeOptions(request, 'CreateOptions');
  const options = deleteOptionsOf(part(given['deleteOptions']), new URLSearchParams());
  evict({...target, subresource: ''}, {...options, dryRun: dryRun || options.dryRun}, world);
  return done();
}

function binding(target: Target, request: ApiRequest, world: World): ApiReply {
  if (request.method !== 'POST') throw methodNotAllowed();
  const {value} = bodyOf(request, 'Binding', world);
  bind(part(value), {...target, subresource: ''}, writeOptions(request, 'CreateOptions'), world);
  return done();
}

function token(target: Target, request: ApiRequest, world: World): ApiReply {
  if (request.method !== 'POST') throw methodNotAllowed();
  const body = bodyOf(request, 'TokenRequest', world);
  const {validation} = writeOptions(request, 'CreateOptions');
  const {object, warnings} = decodeObject(body.value, tokenRequest(target.resource), validation, body);
  return {...json(serviceAccountToken(object, target, world), 201), warnings};
}

const done = (): ApiReply => json({kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201}, 201);

const json = (body: JsonObject, status: number) => ({kind: 'json', status, body}) as const;
